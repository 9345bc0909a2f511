//! Mails that hold no orders and are written for a person: they are passed on to the GM.
//!
//! Limits prevent endless exchanges between two programs, and floods from unknown senders: a text is passed on once,
//! the number per player and day is limited, and so is the number of all unknown senders together, who get no reply.

use super::{
    outcome::Became,
    post::{Post, Work},
    said::Said,
    sender::Proof,
    typed::Sections,
};
use crate::{
    dice::field::sha256,
    engine::SeatId,
    error::GameError,
    game_dir::Secrecy,
    mail::{Address, Incoming, Key, compose},
    orders::counted,
};

/// Minimum number of words beside orders that are passed on. Fewer are a greeting ("Here are my orders"), unless they
/// ask something.
const WORDS: usize = 6;
/// Maximum number of mails of one player that are passed on in a day.
const MOST_OF_PLAYER: usize = 6;
/// Maximum number of mails of all unknown senders together that are passed on in a day.
const MOST_UNKNOWN: usize = 3;
/// Maximum length of the text that is passed on, in bytes; the whole mail is kept in `inbox/`.
const MOST_TEXT: usize = 16 << 10;
/// The entry of the book that counts unknown senders; no seat can have this name.
const UNKNOWN: &str = "unknown senders";
/// The kind of these mails to the GM.
const KIND: &str = "passed-on";

/// Returns the text that a person wrote beside the orders in a mail, if it is more than a greeting: a question, or at
/// least [`WORDS`] words that are the writer's own.
pub(crate) fn beside_orders(mail: &Incoming, sections: &Sections) -> Option<String> {
    let text = mail.written()?;
    let mut own: Vec<&str> = vec![];
    let mut in_block = false;
    for line in text.lines().take_while(|line| line.trim_end() != "--") {
        if line.trim_start().starts_with("```") {
            in_block = !in_block;
        } else if line.starts_with('>') {
            // The line above a quotation names its writer.
            if own
                .last()
                .is_some_and(|line| line.trim_end().ends_with(':'))
            {
                own.pop();
            }
        } else if !in_block {
            // Orders in the text itself continue to its end.
            if sections.begin(line) {
                // The comments directly above the orders stay with them.
                let is_above = |line: &&str| line.starts_with('#') || line.trim().is_empty();
                while own.last().is_some_and(is_above) {
                    own.pop();
                }
                break;
            }
            own.push(line);
        }
    }
    for_a_person(&own.join("\n"))
}

/// Returns a text if it is more than a greeting: a question, or at least [`WORDS`] words.
pub(super) fn for_a_person(text: &str) -> Option<String> {
    let text = text.trim().to_owned();
    let words = text
        .split_whitespace()
        .filter(|word| word.contains(char::is_alphanumeric));
    (text.contains('?') || words.count() >= WORDS).then_some(text)
}

impl Post<'_> {
    /// Passes on to the GM the text that a player wrote beside accepted orders. Returns a sentence for the receipt, if
    /// it needs one.
    pub(crate) fn pass_on_remark(
        &mut self,
        mail: &Incoming,
        sender: (&SeatId, bool),
        text: &str,
        work: &mut Work,
    ) -> Result<Option<String>, GameError> {
        let with = "It came with orders, which were accepted.";
        self.pass_on_beside(mail, sender, text, with, work)
    }

    /// Passes on to the GM the text that a player wrote beside something that was accepted, which `with` names. Returns
    /// a sentence for the receipt, if it needs one.
    pub(super) fn pass_on_beside(
        &mut self,
        mail: &Incoming,
        (seat, is_proven): (&SeatId, bool),
        text: &str,
        with: &str,
        work: &mut Work,
    ) -> Result<Option<String>, GameError> {
        let Some((player, _)) = self.player(seat) else {
            return Ok(None);
        };
        let player = player.clone();
        let digest = sha256(text.as_bytes()).to_string();
        let passed = self
            .book
            .passed
            .entry(counted(seat, is_proven))
            .or_default();
        if passed.contains(&digest) {
            return Ok(None);
        }
        if passed.len() >= MOST_OF_PLAYER {
            return Ok(Some(format!(
                "What else you wrote is kept, and was not passed on: {MOST_OF_PLAYER} mails of yours were \
                 passed on to the GM today. Write to the GM directly: {}.",
                self.settings.from.email()
            )));
        }
        passed.push(digest);
        let who = format!("{} ({seat})", player.name);
        let to = Address::new(Some(&player.name), &player.address)?;
        let remarks = [with.to_owned()];
        self.write_to_gm(mail, text, &who, to, &remarks, work)?;
        Ok(Some(
            "What else you wrote was passed on to the GM.".to_owned(),
        ))
    }

    /// Passes a mail on to the GM, and informs its player.
    pub(crate) fn pass_on(
        &mut self,
        mail: &Incoming,
        text: &str,
        senders: &[SeatId],
        work: &mut Work,
    ) -> Result<(), GameError> {
        let Some(seat) = senders.first() else {
            return self.pass_on_unknown(mail, text, work);
        };
        let Some((player, address)) = self.player(seat) else {
            return Ok(());
        };
        let player = player.clone();
        let digest = sha256(text.trim().as_bytes()).to_string();
        let is_proven = self.proof(mail, seat, None).is_more_than_address();
        let passed = self
            .book
            .passed
            .entry(counted(seat, is_proven))
            .or_default();
        if passed.contains(&digest) {
            let why = "the same text came before today, and was passed on to the GM then";
            work.became = Became::NotAnswered(why.to_owned());
            return Ok(());
        }
        passed.push(digest);
        let (verdict, words) = match passed.len() {
            n if n <= MOST_OF_PLAYER && self.open.is_none() => (
                "PASSED ON TO THE GM",
                "It was passed on to the GM, who answers you. If it was meant as your answer to the invitation: reply with \
                 the one word `accept` or `decline`."
                    .to_owned(),
            ),
            n if n <= MOST_OF_PLAYER => (
                "PASSED ON TO THE GM",
                "There are no orders in your mail, and it was passed on to the GM, who answers you. Your orders on \
                 file are as they were. If it was meant to hold orders: type the lines of the form into a reply, such as \
                 `moves: []`, or attach the form."
                    .to_owned(),
            ),
            n if n == MOST_OF_PLAYER + 1 => (
                "KEPT FOR THE GM",
                format!(
                    "There are no orders in your mail. {MOST_OF_PLAYER} mails of yours were passed on to the GM today; \
                     this one and further ones of today are kept, and not answered. Write to the GM directly: {}.",
                    self.settings.from.email()
                ),
            ),
            _ => {
                let why = "this player's mails of a day were passed on to the GM before";
                work.became = Became::NotAnswered(why.to_owned());
                return Ok(());
            }
        };
        work.seats.insert(seat.clone(), verdict.to_lowercase());
        if verdict == "PASSED ON TO THE GM" {
            let mut remarks = vec![];
            if mail.from.as_ref() != Some(&address) {
                let from = mail.from.as_deref().unwrap_or("an unknown address");
                remarks.push(format!("It came from {from}."));
            }
            if let Proof::Lacking(why) = self.proof(mail, seat, None) {
                remarks.push(format!("It is not proven that the player wrote it: {why}."));
            }
            let who = format!("{} ({})", player.name, crate::game_dir::list(senders));
            let to = Address::new(Some(&player.name), &player.address)?;
            self.write_to_gm(mail, text, &who, to, &remarks, work)?;
        }
        let said = Said::Passed(verdict, vec![words]);
        self.receipt(mail, seat, &said, work)
    }

    /// Passes on a mail of an unknown sender, who gets no reply: the address may be forged.
    pub(super) fn pass_on_unknown(
        &mut self,
        mail: &Incoming,
        text: &str,
        work: &mut Work,
    ) -> Result<(), GameError> {
        work.became = Became::Stranger;
        let Some(from) = mail
            .from
            .as_deref()
            .and_then(|from| Address::parse(from).ok())
        else {
            return Ok(());
        };
        let own = from
            .email()
            .eq_ignore_ascii_case(self.settings.from.email());
        let digest = sha256(from.email().to_lowercase().as_bytes()).to_string();
        let passed = self.book.passed.entry(UNKNOWN.to_owned()).or_default();
        if own || passed.contains(&digest) || passed.len() >= MOST_UNKNOWN {
            return Ok(());
        }
        passed.push(digest);
        let remarks = [format!(
            "The sender does not play in this game and got no answer. At most {MOST_UNKNOWN} such mails a day are passed on."
        )];
        let who = from.email().to_owned();
        self.write_to_gm(mail, text, &who, from, &remarks, work)
    }

    /// Puts the mail to the GM into the outbox; a reply to it goes to the writer.
    pub(super) fn write_to_gm(
        &mut self,
        mail: &Incoming,
        text: &str,
        who: &str,
        answer: Address,
        remarks: &[String],
        work: &mut Work,
    ) -> Result<(), GameError> {
        let position = self.open.as_ref().map(|(position, _)| position);
        let (turn, sitting) = position.map_or((0, 0), |p| (p.turn, p.sitting));
        let (text, who) = (&*self.veil.over(text), &*self.veil.over(who));
        let about = self.veil.over(&mail.subject);
        let mut said = format!(
            "{who} wrote to the game's address. A reply to this mail goes to {}.\n",
            answer.email()
        );
        for remark in remarks {
            said += &format!("{remark}\n");
        }
        said += &format!("\nSubject: {about}\n\n");
        let end = text.floor_char_boundary(MOST_TEXT);
        for line in text[..end].trim().lines() {
            said += &format!("  {line}\n");
        }
        if end < text.len() {
            said += "  [...]\n";
        }
        for what in &mail.skipped {
            said += &format!("\nNot looked at: {what}.\n");
        }
        said += &format!("\nThe whole mail is kept: inbox/{}.eml\n", self.stem(mail));
        let number = self.book.number("gm", KIND);
        let key = Key::new(self.game.name.as_str(), sitting, "gm", KIND, number)?;
        let subject = format!("{} {who} writes: {about}", self.game.file.tag());
        let settings = &self.settings;
        let mut letter = settings.letter_to_gm(key, turn, &subject, &said, self.now);
        letter.reply_to = Some(answer);
        let stem = letter.key.stem();
        let layout = &self.game.layout;
        let path = layout.outbox().join(format!("{stem}.eml"));
        let bytes = compose(&letter)?;
        work.stage.add(layout, &path, bytes, Secrecy::Secret);
        work.letters.push(stem);
        Ok(())
    }
}
