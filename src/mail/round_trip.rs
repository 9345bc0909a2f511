//! The test of a game's mail: a mail to itself is sent, fetched and answered, and the answer is fetched.
//!
//! Other mails in the mailbox stay untouched: they are neither marked nor recorded as seen.

use super::{
    Address, AutoSubmitted, DeliveryError, Envelope, Incoming, Key, Letter, MailError, Settings,
    Via, compose,
    inbound::{Sender, Tag},
    open, open_source,
};
use chrono::{DateTime, Utc};
use std::{
    collections::BTreeSet,
    path::Path,
    thread::sleep,
    time::{Duration, Instant},
};

/// Lines that bad servers change: one that begins with a dot, one that begins with `From `, and letters outside ASCII.
const LINES: [&str; 3] = [
    ".a line that begins with a dot",
    "From a line that begins with this word",
    "Zo\u{eb} \u{2013} \u{20ac}",
];
/// The longest pause between two looks into the mailbox.
const PAUSE: Duration = Duration::from_secs(4);

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// A step that works.
    Good,
    /// Something to know; the game works.
    Note,
    /// A fault: mail is lost or players cannot answer.
    Bad,
}

/// One result of the test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The severity.
    pub severity: Severity,
    /// The result, as a sentence.
    pub words: String,
    /// The remedy, if there is one.
    pub hint: Option<String>,
}

/// A test of the mail of one game.
#[derive(Debug)]
pub struct RoundTrip<'a> {
    /// The game's mail settings.
    pub settings: &'a Settings,
    /// The game's name.
    pub game: &'a str,
    /// The game directory.
    pub dir: &'a Path,
    /// The time for which each mail is waited for.
    pub wait: Duration,
    /// The time at which the mails are written.
    pub at: DateTime<Utc>,
    /// A word that no other test has.
    pub word: String,
}

/// The reason for the end of a test: it was reported.
struct Over;

impl RoundTrip<'_> {
    /// Runs the test, and reports each result as soon as it is known. Returns true if no fault was found.
    pub fn run(&self, report: &mut dyn FnMut(&Finding)) -> bool {
        let mut is_good = true;
        let mut say = |finding: Finding| {
            is_good &= finding.severity != Severity::Bad;
            report(&finding);
        };
        // The end was reported where it happened.
        let _ = self.steps(&mut say);
        is_good
    }

    fn steps(&self, say: &mut dyn FnMut(Finding)) -> Result<(), Over> {
        let to = self.address(true);
        let first = self.letter("", 1, &to, say)?;
        self.send(&first, say)?;
        let inbox = self
            .settings
            .inbox
            .as_ref()
            .filter(|inbox| inbox.is_fetched());
        if inbox.is_none() {
            say(note(
                "mail.yaml names no place from which mail is fetched, so the way back was not tested.",
                "If a pipe brings the answers: answer this mail from your own mail program, and look at `chronojudge status`. \
                 Otherwise set `inbox.maildir` or `inbox.imap`.",
            ));
            return Ok(());
        }
        let Some((mail, bytes)) = self.fetch(&self.subject(""), say)? else {
            return self.missing(&to, say);
        };
        say(good(format!("The mail arrived in {}.", self.place())));
        self.look_at(&mail, &bytes, &first, say);
        let id = mail.message_id.clone();
        let mut answer = self.letter("Re: ", 2, &to, say)?;
        answer.in_reply_to = id.or_else(|| first.message_id().ok());
        answer.auto_submitted = AutoSubmitted::Replied;
        self.send(&answer, say)?;
        let Some((mail, _)) = self.fetch(&self.subject("Re: "), say)? else {
            say(bad(
                format!(
                    "The answer did not arrive within {} s.",
                    self.wait.as_secs()
                ),
                "The first mail did: look into the folder for unwanted mail, or wait longer with `--wait`.",
            ));
            return Err(Over);
        };
        let mut known = mail
            .references
            .iter()
            .filter_map(|id| self.settings.ids.mail(id.as_str()));
        if known.any(|key| key == first.key) {
            say(good(
                "The answer arrived, and is recognized as one to the first mail.".to_owned(),
            ));
        } else {
            say(bad(
                "The answer arrived without the Message-ID of the mail that it answers.".to_owned(),
                "Players' answers prove their sender by it. With `trust: token`, orders with the form's token still count; \
                 `accept` and `status` do not.",
            ));
        }
        Ok(())
    }

    /// Returns the address that players answer to, with the tag of a seat if `tagged`.
    fn address(&self, tagged: bool) -> Address {
        let inbox = self.settings.inbox.as_ref();
        let Some(base) = inbox.and_then(|inbox| inbox.address.clone()) else {
            let reply_to = self.settings.reply_to.clone();
            return reply_to.unwrap_or_else(|| self.settings.from.clone());
        };
        let tag = Tag {
            game: self.game.to_owned(),
            seat: Some("mail-test".to_owned()),
        };
        let email = tag.on(base.email()).filter(|_| tagged);
        let address = email.and_then(|email| Address::new(base.name(), &email).ok());
        address.unwrap_or(base)
    }

    /// Returns the subject of a mail of this test; no other test and no other game has it.
    fn subject(&self, prefix: &str) -> String {
        format!("{prefix}[{}] Mail test {}", self.game, self.word)
    }

    fn letter(
        &self,
        prefix: &str,
        number: u32,
        to: &Address,
        say: &mut dyn FnMut(Finding),
    ) -> Result<Letter, Over> {
        let key = Key::new(self.game, 0, "gm", &format!("test-{}", self.word), number);
        let key = key.map_err(|error| say(of_mail(&error)));
        let key = key.map_err(|()| Over)?;
        let subject = self.subject(prefix);
        let text = format!(
            "This mail tests the mail of the game {}. The program answers it itself.\n\n{}\n",
            self.game,
            LINES.join("\n")
        );
        let mut letter = self
            .settings
            .letter_to(key, 0, to.clone(), &subject, &text, self.at);
        letter.reply_to = Some(to.clone());
        Ok(letter)
    }

    fn send(&self, letter: &Letter, say: &mut dyn FnMut(Finding)) -> Result<(), Over> {
        let sent = compose(letter).and_then(|bytes| {
            let envelope = Envelope::of(&bytes)?;
            let mut transport = open(self.settings, self.dir)?;
            Ok(transport.deliver(&envelope, &bytes))
        });
        match sent {
            Ok(Ok(())) => {
                let how = match self.settings.via {
                    Via::Folder => format!(
                        "written to {}; nothing left this machine",
                        self.settings.folder(self.dir).display()
                    ),
                    Via::Sendmail => "handed to sendmail".to_owned(),
                    Via::Smtp => {
                        let host = self.settings.smtp.as_ref().map_or("", |smtp| &smtp.host);
                        format!("accepted by {host}")
                    }
                };
                let what = if letter.key.revision() == 2 {
                    "The answer"
                } else {
                    "A mail"
                };
                say(good(format!("{what} to {} was {how}.", letter.to.email())));
                Ok(())
            }
            Ok(Err(DeliveryError { words, hint, .. })) => {
                say(Finding {
                    severity: Severity::Bad,
                    words: format!("The mail to {} was not sent: {words}.", letter.to.email()),
                    hint,
                });
                Err(Over)
            }
            Err(error) => {
                say(of_mail(&error));
                Err(Over)
            }
        }
    }

    /// Looks into the mailbox until the mail with this subject is there, and marks it as taken. No mail is fetched twice.
    fn fetch(
        &self,
        subject: &str,
        say: &mut dyn FnMut(Finding),
    ) -> Result<Option<(Incoming, Vec<u8>)>, Over> {
        let start = Instant::now();
        let mut pause = Duration::from_millis(100);
        let mut seen = BTreeSet::new();
        loop {
            match self.look(subject, &mut seen) {
                Ok(Some(found)) => return Ok(Some(found)),
                Ok(None) => {}
                Err(error) => {
                    say(of_mail(&error));
                    return Err(Over);
                }
            }
            let left = self.wait.saturating_sub(start.elapsed());
            if left.is_zero() {
                return Ok(None);
            }
            sleep(pause.min(left));
            pause = (pause * 2).min(PAUSE);
        }
    }

    fn look(
        &self,
        subject: &str,
        seen: &mut BTreeSet<String>,
    ) -> Result<Option<(Incoming, Vec<u8>)>, MailError> {
        let Some(inbox) = &self.settings.inbox else {
            return Ok(None);
        };
        let mut source = open_source(inbox, self.dir)?;
        source.search(&self.word, seen)?;
        while let Some(fetched) = source.next()? {
            let mail = Incoming::read(&fetched.bytes);
            if mail.subject == subject {
                source.done(&fetched.handle)?;
                return Ok(Some((mail, fetched.bytes)));
            }
            seen.insert(fetched.handle);
        }
        Ok(None)
    }

    /// Reports what became of the first mail on its way.
    fn look_at(&self, mail: &Incoming, bytes: &[u8], sent: &Letter, say: &mut dyn FnMut(Finding)) {
        let from = self.settings.from.email();
        let got = mail.from.as_deref().unwrap_or("no address");
        if !got.eq_ignore_ascii_case(from) {
            say(bad(
                format!("The sender was rewritten: {from} became {got}."),
                "The server lets this account send only from its own addresses: write that address into `from`, or add \
                 yours as an alias of the account.",
            ));
        }
        if mail.message_id.as_ref() != sent.message_id().ok().as_ref() {
            say(bad(
                "The Message-ID was replaced.".to_owned(),
                "Answers are recognized by it. With `trust: token`, orders with the form's token still count; use another \
                 server for `accept`, `status` and press.",
            ));
        }
        let text = mail.written().unwrap_or_default();
        let lost = LINES
            .iter()
            .find(|line| !text.lines().any(|is| is.trim_end() == **line));
        if let Some(line) = lost {
            say(bad(
                format!("The text was changed on its way: the line `{line}` is not in it."),
                "A server or a filter rewrites mails; orders may arrive damaged. Use another server.",
            ));
        }
        self.look_at_checks(mail, bytes, say);
    }

    /// Reports the checks of the sender that servers made or did not make.
    fn look_at_checks(&self, mail: &Incoming, bytes: &[u8], say: &mut dyn FnMut(Finding)) {
        let named = self
            .settings
            .inbox
            .as_ref()
            .and_then(|inbox| inbox.authserv_id.as_deref());
        let top = mail
            .authentication
            .first()
            .and_then(|line| line.split([';', ' ']).next());
        match (named, top) {
            (Some(server), _) => match mail.sender_by(server) {
                Sender::Confirmed => say(good(format!("{server} confirms the sender."))),
                Sender::Forged => say(bad(
                    format!("{server} calls the sender forged (`dmarc=fail`)."),
                    "Other servers do the same, and players do not get the mails: send through the server of the domain of \
                     `from`, and set up its SPF and DKIM records.",
                )),
                Sender::Unknown => say(note(
                    format!("{server} does not confirm the sender of this mail."),
                    &top.map_or_else(
                        || "It adds no `Authentication-Results` to mail within the server, which is usual; leave \
                            `authserv-id` out if it adds none to other mails either."
                            .to_owned(),
                        |top| format!("The first `Authentication-Results` is of {top}: check `inbox.authserv-id`."),
                    ),
                )),
            },
            (None, Some(top)) => say(note(
                format!("The server {top} checks the senders of mails."),
                &format!("If it is yours, `inbox: {{authserv-id: {top}}}` makes its checks count as proofs."),
            )),
            (None, None) => {}
        }
        let head = bytes
            .split(|byte| *byte == b'\n')
            .take_while(|line| !line.trim_ascii().is_empty());
        let mut head = head.map(<[u8]>::to_ascii_lowercase);
        if self.settings.via != Via::Folder
            && !head.any(|line| line.starts_with(b"dkim-signature:"))
        {
            say(note(
                "The mail has no DKIM signature.".to_owned(),
                "A server does not always sign mail to itself. If mails to other servers have none either, large providers \
                 reject them or put them away as unwanted: let your server sign (docs/mail-server.md).",
            ));
        }
    }

    /// Reports why the first mail did not arrive.
    fn missing(&self, to: &Address, say: &mut dyn FnMut(Finding)) -> Result<(), Over> {
        let bare = self.address(false);
        let seconds = self.wait.as_secs();
        if bare.email() != to.email() {
            let plain = self.letter("Once more: ", 3, &bare, say)?;
            self.send(&plain, say)?;
            if self.fetch(&plain.subject, say)?.is_some() {
                say(bad(
                    format!(
                        "A mail to {} arrives, and one to {} does not: the server does not deliver plus addresses.",
                        bare.email(),
                        to.email()
                    ),
                    "Turn plus addressing on (Postfix: `recipient_delimiter = +`), or take `address` out of `inbox`: then all \
                     seats have one address.",
                ));
                return Err(Over);
            }
        }
        say(bad(
            format!("No mail arrived within {seconds} s in {}.", self.place()),
            "Look into the folder for unwanted mail, and for a bounce in the mailbox of `from`; check that mail to this \
             address arrives in this place, or wait longer with `--wait`.",
        ));
        Err(Over)
    }

    /// Returns the place where mail arrives, in words.
    fn place(&self) -> String {
        let inbox = self.settings.inbox.as_ref();
        match inbox.map(|inbox| (&inbox.maildir, &inbox.imap)) {
            Some((Some(maildir), _)) => self.dir.join(maildir).display().to_string(),
            Some((None, Some(imap))) => format!(
                "the folder {} of {} on {}",
                imap.folder.as_deref().unwrap_or("INBOX"),
                imap.user,
                imap.host
            ),
            _ => "no place".to_owned(),
        }
    }
}

fn good(words: String) -> Finding {
    Finding {
        severity: Severity::Good,
        words,
        hint: None,
    }
}

fn note(words: impl Into<String>, hint: &str) -> Finding {
    Finding {
        severity: Severity::Note,
        words: words.into(),
        hint: Some(hint.to_owned()),
    }
}

fn bad(words: String, hint: &str) -> Finding {
    Finding {
        severity: Severity::Bad,
        words,
        hint: Some(hint.to_owned()),
    }
}

/// Returns the fault of an error of the settings, the transport or the source.
fn of_mail(error: &MailError) -> Finding {
    Finding {
        severity: Severity::Bad,
        words: format!("{error}."),
        hint: error.hint().map(str::to_owned),
    }
}
