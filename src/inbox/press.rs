//! Press: letters between players, carried as they were written and never interpreted.
//!
//! A mail whose subject begins with `Press` is a letter only: it is not searched for orders. The subject names the
//! recipients and the kind: `Press to zytal, roo`, `Press grey to all`.

pub(super) mod subject;

use crate::{
    compose::{Letter, kind_name, mails, readers},
    engine::SeatId,
    error::GameError,
    game_dir::{Carried, Disk, PressKind, Secrecy, bytes},
    mail::{Incoming, inbound::Trouble},
    yaml::flat,
};
use subject::BadSubject;
pub(crate) use subject::{is_press, words_of};

use super::{
    outcome::Became,
    post::{Post, Work},
    said::Said,
    sender::{Proof, Unproven},
};
use std::collections::BTreeMap;

/// Maximum length of a letter, in bytes.
const MOST_BYTES: usize = 32 << 10;

/// The reason why a letter is not carried, as sentences to its writer.
#[derive(Debug, thiserror::Error)]
pub(super) enum NotCarried {
    #[error("This game carries no letters between players.")]
    NoPress,
    #[error("The game has not begun.")]
    NotBegun,
    #[error("Your mail was not processed, because {}.", .0.words())]
    Trouble(Trouble),
    #[error("Your letter was not carried: {0}.")]
    Unproven(Unproven),
    #[error(transparent)]
    Subject(#[from] BadSubject),
    #[error("This game carries no {wanted} letters, but {carried}.")]
    Kind {
        wanted: &'static str,
        carried: String,
    },
    #[error("There was no plain text in your mail: set your mail program to send plain text.")]
    NoText,
    #[error("Your letter is longer than 32 KiB.")]
    TooLong,
    #[error(transparent)]
    Game(#[from] GameError),
}

impl Post<'_> {
    /// Handles a letter, and replies to its writer. `line` names the recipients; `text` is the letter, by default the
    /// whole text of the mail.
    pub(crate) fn press(
        &mut self,
        mail: &Incoming,
        line: &str,
        text: Option<&[String]>,
        work: &mut Work,
    ) -> Result<(), GameError> {
        let Some(seat) = self.senders(mail).into_iter().next() else {
            work.became = Became::Stranger;
            return Ok(());
        };
        let is_proven = self.proof(mail, &seat, None).is_more_than_address();
        let said = match self.letter(mail, &seat, line, text) {
            Ok(letter) => match self.book.letter(&seat, is_proven) {
                Ok(()) => self.carry(letter, work)?,
                Err(most) => Said::Press(
                    "REJECTED",
                    vec![format!(
                        "Your letter was not carried: a seat may write {most} letters a day. Send it again tomorrow."
                    )],
                ),
            },
            Err(NotCarried::Game(error)) => return Err(error),
            Err(why) => Said::Press("REJECTED", vec![why.to_string()]),
        };
        if mail
            .found()
            .candidates
            .iter()
            .any(|c| c.part.starts_with("the attachment"))
        {
            work.notes
                .push("a file came with press, and was not looked at".to_owned());
        }
        self.receipt(mail, &seat, &said, work)
    }

    /// Returns the letter in a mail.
    pub(super) fn letter(
        &self,
        mail: &Incoming,
        seat: &SeatId,
        line: &str,
        text: Option<&[String]>,
    ) -> Result<Letter, NotCarried> {
        let Some(rules) = &self.game.file.press else {
            return Err(NotCarried::NoPress);
        };
        let Some((position, _)) = &self.open else {
            return Err(NotCarried::NotBegun);
        };
        if let Some(trouble) = mail.trouble {
            return Err(NotCarried::Trouble(trouble));
        }
        if let Proof::Lacking(why) = self.proof(mail, seat, None) {
            return Err(NotCarried::Unproven(why));
        }
        let asked = subject::asked(line, &self.game.seat_ids(), seat)?;
        let usual = rules.kinds.first().copied().unwrap_or(PressKind::White);
        let kind = asked.kind.unwrap_or(usual);
        if !rules.kinds.contains(&kind) {
            let kinds: Vec<&str> = rules.kinds.iter().map(|kind| kind_name(*kind)).collect();
            return Err(NotCarried::Kind {
                wanted: kind_name(kind),
                carried: kinds.join(" and "),
            });
        }
        let text = text.map_or_else(|| mail.text().unwrap_or_default(), |lines| lines.join("\n"));
        let lines: Vec<String> = text
            .lines()
            // A signature would reveal the writer (RFC 3676, 4.3).
            .take_while(|line| *line != "-- " && *line != "--")
            .map(|line| self.veil.over(flat(line).trim_end()))
            .collect();
        let length: usize = lines.iter().map(String::len).sum();
        if lines.iter().all(String::is_empty) {
            return Err(NotCarried::NoText);
        }
        if length > MOST_BYTES {
            return Err(NotCarried::TooLong);
        }
        let names = Disk::list(&self.game.layout.presses()).map_err(GameError::from)?;
        let numbers = names
            .iter()
            .filter_map(|name| name.strip_suffix(".yaml")?.parse().ok());
        let last: u32 = numbers.max().unwrap_or_default();
        let mut to = asked.to;
        // A grey or anonymous letter to all goes to its writer too: the only player without it would be its writer.
        if asked.all && kind != PressKind::White {
            to.push(seat.to_string());
            to.sort_unstable();
        }
        Ok(Letter {
            number: last + 1,
            turn: position.turn,
            at: self.now,
            kind,
            from: seat.clone(),
            to,
            all: asked.all,
            numbers: BTreeMap::new(),
            lines,
            carried: None,
        })
    }

    pub(super) fn carry(&mut self, mut letter: Letter, work: &mut Work) -> Result<Said, GameError> {
        for reader in &letter.to {
            let number = self.book.number(reader, "press");
            letter.numbers.insert(reader.clone(), number);
        }
        let layout = &self.game.layout;
        let sitting = self
            .open
            .as_ref()
            .map_or(0, |(position, _)| position.sitting);
        let at_once = self
            .game
            .file
            .press
            .as_ref()
            .is_some_and(|p| p.carried == Carried::AtOnce);
        if at_once {
            letter.carried = Some(sitting);
            let head = self
                .head
                .map_or_else(|| "none".to_owned(), |head| head.to_string());
            let (mails, wrong) = mails(
                self.game,
                &self.words,
                &self.players,
                &self.settings,
                &letter,
                (sitting, &head),
                self.now,
            )?;
            work.notes
                .extend(wrong.map(|wrong| format!("a plain letter was sent: {wrong}")));
            for (key, mail) in mails {
                let path = layout.outbox().join(format!("{}.eml", key.stem()));
                work.stage.add(layout, &path, mail, Secrecy::Secret);
                work.letters.push(key.stem());
            }
        }
        let kept = bytes("press", &letter)?;
        work.stage
            .add(layout, &layout.press(letter.number), kept, Secrecy::Secret);
        work.became = Became::Press {
            number: letter.number,
        };
        Ok(Said::Press(
            "ACCEPTED",
            vec![format!(
                "Your {} letter goes to {}, {}.",
                kind_name(letter.kind),
                readers(&letter),
                if at_once {
                    "at once"
                } else {
                    "with the next report"
                }
            )],
        ))
    }
}
