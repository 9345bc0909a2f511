//! The handling of incoming mail, from the source to the reply.
//!
//! One mail is one stage: the mail itself in `inbox/` with its verdict beside it, the orders it brought, the book, and
//! the reply in the outbox appear together or not at all. Only then its source is told that the mail was accepted. A
//! mail is identified by a hash of its contents, so one that is delivered twice is handled once.

use super::{
    absence,
    aside::{self, Failure, guarded, is_of_a_file},
    command::Command,
    outcome::{Became, Taken},
    post::{Post, Work},
    press,
    verdict::Verdict,
};

use crate::{
    collect::Collect,
    compose::token,
    dkim::{Keyring, Resolver},
    error::GameError,
    game_dir::{
        AtMail, DiedAt, Disk, Ended, LockedGame, Secrecy, Stage, TurnRecord, Verified, bytes,
        lock_file, read, strike_in_mail,
    },
    mail::{InboxSettings, Incoming, Settings, Source, inbound},
    report::Words,
};
use chrono::{DateTime, Utc};
use std::collections::BTreeMap;

/// Maximum number of mails that one run handles; the others wait for the next run.
const MOST: usize = 1000;

/// The result of one run over a source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fetching {
    /// The mails that were handled.
    pub taken: Vec<Taken>,
    /// True if the source has no further mail. If it is false, orders may still wait at the source, and no sitting may
    /// be run yet.
    pub is_complete: bool,
}

/// Handles all mail that waits at a source: validates, stores and answers it.
///
/// A run handles at most 1000 mails; the others wait for the next run.
///
/// A mail that cannot be handled is set aside whole, and the run goes on with the next one.
///
/// ```no_run
/// use chronojudge::{
///     game_dir::{Disk, Game},
///     inbox,
///     mail::InHand,
/// };
/// use std::{fs, path::Path};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let now = chrono::Utc::now();
/// let game = Game::open(Path::new("gem"), Disk::new())?.lock(now)?;
///
/// // One mail from a file; `mail::open_source` opens a Maildir or a mailbox on a server.
/// let mut source = InHand::new([fs::read("mail.eml")?]);
/// for mail in inbox::take_all(&game, &mut source, now)?.taken {
///     println!("{}: {}", mail.subject, mail.became);
///     for (seat, verdict) in &mail.seats {
///         println!("  {seat}: {verdict}");
///     }
/// }
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`GameError`] if a file of the game is missing or damaged, or if the machine fails. The mails that were handled
/// before stay handled, and the mail at which the run failed waits at its source.
pub fn take_all(
    game: &LockedGame,
    source: &mut dyn Source,
    now: DateTime<Utc>,
) -> Result<Fetching, GameError> {
    let mut taken = vec![];
    // The game's files are read when the first mail arrives: most runs find none.
    let mut post = None;
    while taken.len() < MOST {
        let Some(fetched) = source.next()? else {
            return Ok(Fetching {
                taken,
                is_complete: true,
            });
        };
        let post = match &mut post {
            Some(post) => post,
            empty => empty.insert(Post::open(game, now)?),
        };
        match post.take(&fetched.bytes, source.is_shared())? {
            Some(one) => {
                source.done(&fetched.handle)?;
                taken.push(one);
            }
            None => source.passed(&fetched.handle),
        }
    }
    Ok(Fetching {
        taken,
        is_complete: false,
    })
}

impl<'a> Post<'a> {
    pub(super) fn open(game: &'a LockedGame, now: DateTime<Utc>) -> Result<Self, GameError> {
        let position = crate::game_dir::verify(game)?;
        let open = match position {
            Some(position) => {
                let record = TurnRecord::read(game, position.turn)?;
                Some((position, record))
            }
            None => None,
        };
        let names = Disk::list(&game.layout.inbox())?;
        let known = names
            .iter()
            .filter_map(|name| name.strip_suffix(".eml")?.rsplit_once('-'))
            .map(|(_, name)| name.to_owned())
            .collect_set();
        let players = game.players()?;
        let log = game.log_end()?;
        let turn = open.as_ref().map_or(0, |(position, _)| position.turn);
        let settings: Settings = game.mail_settings()?;
        let inbox = settings.inbox.as_ref();
        let resolver = inbox.map_or_else(Resolver::of_system, InboxSettings::resolver);
        let minter = token::Minter::of(game, &players, turn)?;
        Ok(Self {
            game,
            now,
            keyring: Keyring::new(resolver),
            settings,
            secret: game.master()?.hidden(&game.name),
            veil: minter.all(
                &players,
                open.as_ref().map_or(0, |(position, _)| position.sitting),
            ),
            minter,
            players,
            // The next sitting reports errors in the game's own templates to the GM.
            words: Words::or_builtin(&*game.rules, &game.library, &game.templates()?)?.0,
            head: log.head(),
            log,
            open,
            book: read(&game.layout.post_book())?.unwrap_or_default(),
            known,
            died: lock_file::died_at(&game.layout),
        })
    }

    /// Handles one mail; returns `None` if it is not for this game. The lock file names the mail meanwhile, so that the
    /// next run knows of it if this one dies.
    pub(super) fn take(&mut self, bytes: &[u8], shared: bool) -> Result<Option<Taken>, GameError> {
        let layout = &self.game.layout;
        let mail = aside::name_of(bytes);
        let now = AtMail {
            mail: mail.clone(),
            is_read: false,
            is_slow: false,
        };
        lock_file::note_mail(layout, Some(now.clone()));
        let died = self.died.take_if(|died| died.at.mail == mail);
        let taken = self.take_noted(bytes, shared, now, died.as_ref());
        lock_file::note_mail(layout, None);
        if died.is_some() {
            lock_file::forget_death(layout);
        }
        taken
    }

    pub(super) fn take_noted(
        &mut self,
        bytes: &[u8],
        shared: bool,
        now: AtMail,
        died: Option<&DiedAt>,
    ) -> Result<Option<Taken>, GameError> {
        let hopeless = died.filter(|died| died.is_hopeless());
        if let Some(died) = hopeless.filter(|died| !died.at.is_read) {
            // In a shared mailbox, only mails that are clearly for this game are touched.
            let aside = (!shared).then(|| self.set_aside(None, bytes, &died.words()));
            return aside.transpose();
        }
        let read = || {
            let mut mail = Incoming::read(bytes);
            // A copy that the GM's own server calls forged must not pass for the genuine mail.
            mail.heed(self.server_says(&mail));
            Ok(mail)
        };
        let mail = match guarded(read) {
            Ok(mail) => mail,
            Err(_) if shared => return Ok(None),
            Err(Failure::Game(error)) => return Err(error),
            Err(Failure::Mail(why)) => return Ok(Some(self.set_aside(None, bytes, &why)?)),
        };
        if self.known.contains(&mail.name) {
            return Ok(Some(Taken {
                name: mail.name.clone(),
                from: mail.from.clone(),
                subject: mail.subject.clone(),
                became: Became::KnownAlready,
                seats: BTreeMap::new(),
                letters: vec![],
            }));
        }
        if shared && !guarded(|| Ok(self.is_ours(&mail))).unwrap_or(false) {
            return Ok(None);
        }
        if let Some(died) = hopeless {
            return Ok(Some(self.set_aside(Some(&mail), bytes, &died.words())?));
        }
        let is_read = true;
        lock_file::note_mail(&self.game.layout, Some(AtMail { is_read, ..now }));
        // A failure must change neither the book nor the players.
        let before = (self.book.clone(), self.players.clone());
        let failure = match guarded(|| self.judge(&mail, bytes)) {
            Ok(taken) => {
                self.known.insert(mail.name);
                return Ok(Some(taken));
            }
            Err(failure) => failure,
        };
        (self.book, self.players) = before;
        let why = match failure {
            Failure::Mail(why) => why,
            // The game's own files are valid, so the failure is one of this mail.
            Failure::Game(error)
                if is_of_a_file(&error) && crate::game_dir::verify(self.game).is_ok() =>
            {
                error.to_string()
            }
            Failure::Game(error) => return Err(error),
        };
        Ok(Some(self.set_aside(Some(&mail), bytes, &why)?))
    }

    pub(super) fn judge(&mut self, mail: &Incoming, bytes: &[u8]) -> Result<Taken, GameError> {
        let mut work = Work {
            stage: Stage::new(format!("mail-{}", mail.name)),
            seats: BTreeMap::new(),
            letters: vec![],
            became: Became::Read,
            notes: mail.skipped.clone(),
        };
        strike_in_mail(&mail.subject);
        self.book.begin_day(self.now);
        let held = self.confirmed(mail);
        if let Some(bounce) = mail.bounce() {
            self.bounced(&bounce, &mut work)?;
        } else if let Some(why) = mail.automatic {
            work.became = Became::NotAnswered(why.to_owned());
        } else if let Some((seat, held)) = held {
            self.confirm(mail, &seat, held, &mut work)?;
        } else if mail.found().candidates.is_empty()
            && let Some((seat, rsvp)) = self.answer_to_invitation(mail)
        {
            self.invitation(mail, &seat, &rsvp, &mut work)?;
        } else if press::is_press(&mail.subject) {
            self.press(mail, &mail.subject, None, &mut work)?;
        } else if absence::is_absence(&mail.subject) && !self.senders(mail).is_empty() {
            self.absence(mail, &mail.subject, &mut work)?;
            if !mail.found().candidates.is_empty() {
                self.orders(mail, &mut work)?;
            }
        } else if mail.found().candidates.is_empty()
            && mail.trouble.is_none()
            && let Some(command) = Command::of(mail, &mail.lines())
        {
            self.command(mail, &command, &mut work)?;
        } else {
            self.orders(mail, &mut work)?;
        }
        self.finish(mail, bytes, work)
    }

    /// Stages the mail, its verdict and the book with the rest, and commits the stage.
    pub(super) fn finish(
        &mut self,
        mail: &Incoming,
        received: &[u8],
        mut work: Work,
    ) -> Result<Taken, GameError> {
        let layout = &self.game.layout;
        let stem = self.stem(mail);
        let place = |ending: &str| layout.inbox().join(format!("{stem}.{ending}"));
        let verdict = Verdict::of(self.now, mail, &work);
        let (eml, yaml) = (place("eml"), place("yaml"));
        let kept = inbound::kept(received).to_vec();
        work.stage.add(layout, &eml, kept, Secrecy::Secret);
        let verdict = bytes("verdict", &verdict)?;
        work.stage.add(layout, &yaml, verdict, Secrecy::Secret);
        let book = bytes("book", &self.book)?;
        work.stage
            .add(layout, &layout.post_book(), book, Secrecy::Secret);
        self.game.commit(work.stage)?;
        Ok(Taken {
            name: stem,
            from: mail.from.clone(),
            subject: mail.subject.clone(),
            became: work.became,
            seats: work.seats,
            letters: work.letters,
        })
    }

    /// Returns the name of a mail in `inbox/`, without its extension.
    pub(super) fn stem(&self, mail: &Incoming) -> String {
        format!("{}-{}", self.now.format("%Y%m%dT%H%M%SZ"), mail.name)
    }

    /// Returns true if a mail from a mailbox that several games share is clearly for this one.
    pub(super) fn is_ours(&self, mail: &Incoming) -> bool {
        let name = self.game.name.as_str();
        let ours = |key: &crate::mail::Key| key.game() == name;
        let quoted = |id: &crate::mail::MessageId| {
            crate::mail::Key::from_message_id(id.as_str()).is_some_and(|key| ours(&key))
        };
        // If the game and the GM share a mailbox, the game's own mails to the GM stay there for the GM to read.
        if mail.message_id.as_ref().is_some_and(quoted) {
            return false;
        }
        let mut tags = mail.tags().peekable();
        if tags.peek().is_some() {
            return tags.any(|tag| tag.game == name);
        }
        let says = |bytes: &[u8]| {
            let text = String::from_utf8_lossy(bytes);
            let line = text.lines().find_map(|line| line.strip_prefix("game:"));
            line.is_some_and(|game| game.trim().trim_matches(['"', '\'']) == name)
        };
        mail.bounce().is_some_and(|bounce| ours(&bounce.about))
            || mail.references.iter().any(quoted)
            || mail.subject.contains(&format!("[{name}]"))
            || mail.found().candidates.iter().any(|c| says(&c.bytes))
    }

    /// Returns the position and the turn for which orders are wanted, or the reason why none are wanted.
    pub(super) fn wants_orders(&self) -> Result<(&Verified, &TurnRecord), &'static str> {
        match &self.open {
            None => Err("The game has not begun: no orders are wanted yet."),
            Some((position, _)) if position.ended == Ended::GameOver => {
                Err("The game is over: no orders are wanted.")
            }
            Some((position, record)) => Ok((position, record)),
        }
    }
}
