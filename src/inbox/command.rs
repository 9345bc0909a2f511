//! Mails whose first word says what their writer wants: `help`, `status`, `report`, `mails`, `away`,
//! `press`.

use super::{
    post::{Post, Work},
    said::Said,
    sender::Proof,
};
use crate::{
    compose::{MailKind, ReportMail, ToPlayer},
    engine::SeatId,
    error::GameError,
    game_dir::{Mails, Secrecy, bytes},
    mail::{Incoming, compose, inbound::QuotedLine},
};

/// Maximum number of words of the line of a command that stands alone, such as `status please`.
const MOST_WORDS: usize = 3;

/// A wish that the first line of a mail states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// Instructions for playing by mail.
    Help,
    /// The orders on file, the deadline and the open questions.
    Status,
    /// The last report, once more.
    Report,
    /// The reports that the player wants by mail.
    Mails(Mails),
    /// An absence, in the words of the line.
    Away(String),
    /// A letter: its recipients in the words of the line, and its text.
    Press(String, Vec<String>),
}

impl Command {
    /// Returns the command of a mail: of the first line that its writer typed or, in a mail without any text, of its
    /// subject.
    pub(super) fn of(mail: &Incoming, lines: &[QuotedLine]) -> Option<Self> {
        let mut own = lines
            .iter()
            .filter(|line| line.depth == 0)
            .map(|line| line.text.trim());
        let first = own.by_ref().find(|line| !line.is_empty());
        let line = first.unwrap_or(&mail.subject);
        let words = super::press::words_of(line);
        let alone = words.len() <= MOST_WORDS;
        match words.first().map(String::as_str)? {
            "help" if alone => Some(Self::Help),
            "status" if alone => Some(Self::Status),
            "report" if alone => Some(Self::Report),
            "mails" | "mail" if words.len() == 2 => {
                let wanted = |mails: &Mails| mails.word() == words[1];
                Mails::ALL.into_iter().find(wanted).map(Self::Mails)
            }
            // A sentence such as "Away we go!" names no day.
            "away" if line.contains(|c: char| c.is_ascii_digit()) => {
                Some(Self::Away(line.to_owned()))
            }
            "press" if first.is_some() && words.len() > 1 && !line.contains(['.', '?', '!']) => {
                Some(Self::Press(
                    line.to_owned(),
                    own.map(str::to_owned).collect(),
                ))
            }
            _ => None,
        }
    }
}

impl Post<'_> {
    /// Does what a mail asks for. The reply goes to the player's own address.
    pub(super) fn command(
        &mut self,
        mail: &Incoming,
        command: &Command,
        work: &mut Work,
    ) -> Result<(), GameError> {
        let Some(seat) = self.senders(mail).into_iter().next() else {
            work.became = super::outcome::Became::Stranger;
            return Ok(());
        };
        if let (Proof::Lacking(why), Command::Status | Command::Report | Command::Mails(_)) =
            (self.proof(mail, &seat, None), command)
        {
            let words = vec![format!("What you asked for was not done: {why}.")];
            return self.receipt(mail, &seat, &Said::Passed("REJECTED", words), work);
        }
        match command {
            Command::Help => {
                let said =
                    Said::Passed("HELP", HELP.iter().map(|line| (*line).to_owned()).collect());
                self.receipt(mail, &seat, &said, work)
            }
            Command::Status => self.receipt(mail, &seat, &Said::Status, work),
            Command::Report => self.report_again(mail, &seat, work),
            Command::Mails(mails) => self.wanted_mails(mail, &seat, *mails, work),
            Command::Away(line) => self.absence(mail, line, work),
            Command::Press(line, text) => self.press(mail, line, Some(text), work),
        }
    }

    /// Saves which reports the player of a seat wants by mail, in `players.yaml`, and replies.
    fn wanted_mails(
        &mut self,
        mail: &Incoming,
        seat: &SeatId,
        mails: Mails,
        work: &mut Work,
    ) -> Result<(), GameError> {
        let mut players = self.players.clone();
        let mut all = players.players.iter_mut();
        let Some(player) = all.find(|player| player.seats.contains(seat)) else {
            return Ok(());
        };
        player.mails = mails;
        let kept = bytes("players", &players)?;
        let path = self.game.layout.players();
        work.stage
            .add(&self.game.layout, &path, kept, Secrecy::Secret);
        self.players = players;
        let words = match mails {
            Mails::All => "From now on you get every report with news.",
            Mails::Asked => {
                "From now on you get a report when something is asked of you, and at the end of each turn; in a game \
                 whose turns belong to one player, at the end of each round."
            }
            Mails::Turns => {
                "From now on you get a report at the end of each turn, and when something is asked of you."
            }
            Mails::Digest => {
                "From now on you get a report only when something is asked of you; it tells everything since the one \
                 before."
            }
        };
        let said = Said::Passed("ACCEPTED", vec![words.to_owned()]);
        self.receipt(mail, seat, &said, work)
    }

    /// Sends the last report of a seat once more; the limit of replies a day holds for it too.
    fn report_again(
        &mut self,
        mail: &Incoming,
        seat: &SeatId,
        work: &mut Work,
    ) -> Result<(), GameError> {
        let report = match (&self.open, self.players.of(seat)) {
            (Some((position, _)), Some(player)) => {
                ReportMail::read(self.game, position, player, seat)?
            }
            _ => None,
        };
        let Some(report) = report else {
            let words = vec!["There is no report for you yet.".to_owned()];
            return self.receipt(mail, seat, &Said::Passed("NO REPORT YET", words), work);
        };
        let number = self.book.number(seat.as_str(), "copy");
        let before = work.letters.len();
        let said = Said::Passed(
            "SENT",
            vec!["Your last report comes in a mail of its own.".to_owned()],
        );
        self.receipt(mail, seat, &said, work)?;
        // No reply is left for today: no report either.
        if work.letters.len() == before {
            return Ok(());
        }
        let (Some((position, _)), Some(player)) = (&self.open, self.players.of(seat)) else {
            return Ok(());
        };
        let again = ToPlayer {
            game: self.game,
            settings: &self.settings,
            player,
            seat,
            kind: MailKind::Copy,
            number,
            turn: position.turn,
            sitting: position.sitting,
            position: Some(position),
        };
        let subject = format!(
            "{} Turn {}: your last report",
            self.game.file.tag(),
            position.turn
        );
        let letter = again.report_letter(&subject, report, self.now)?;
        let stem = letter.key.stem();
        let layout = &self.game.layout;
        let path = layout.outbox().join(format!("{stem}.eml"));
        work.stage
            .add(layout, &path, compose(&letter)?, Secrecy::Secret);
        work.letters.push(stem);
        Ok(())
    }
}

/// The reply to `help`: one screen.
const HELP: [&str; 10] = [
    "To give orders, answer a report. Type the lines of its form above the quotation, such as `moves: []`, or change the \
     form in the quotation. Capitals, curly quotation marks and long dashes do no harm. Lines that you leave out stay as \
     they are on file.",
    "Every mail gets an answer that shows what was understood and which orders are on file.",
    "Other mails begin with a word:",
    "`accept` or `decline`: your answer to the invitation, before the game begins.",
    "`status`: your orders on file, the deadline, and what you are asked.",
    "`report`: your last report once more.",
    "`mails asked`: you get a mail when something is asked of you, and at the end of a turn; also `mails all`, `mails turns` \
     and `mails digest`, which is only when something is asked.",
    "`away 2026-12-20 to 2027-01-05`: you are away, and are excused.",
    "`press to roo, zytal` or `press to all`: the rest of the mail goes to these players.",
    "The GM reads every other mail.",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn of(subject: &str, text: &str) -> Option<Command> {
        let mail = Incoming::read(format!("Subject: {subject}\n\n{text}").as_bytes());
        Command::of(&mail, &mail.lines())
    }

    #[test]
    fn the_first_word_of_a_mail_says_what_it_wants() {
        let turn = "Re: [gem] Turn 5: Zytal: orders due";
        assert_eq!(of(turn, "Help!\n"), Some(Command::Help));
        assert_eq!(of("[gem] help", ""), Some(Command::Help));
        assert_eq!(
            of(turn, "\nSTATUS please\n\n> report\n"),
            Some(Command::Status)
        );
        assert_eq!(of(turn, "report\n-- \nMarta\n"), Some(Command::Report));
        assert_eq!(
            of(turn, "Away 2026-12-20 to 2027-01-05\n"),
            Some(Command::Away("Away 2026-12-20 to 2027-01-05".to_owned()))
        );
        assert_eq!(
            of(turn, "Mails digest\n"),
            Some(Command::Mails(Mails::Digest))
        );
        assert_eq!(
            of(turn, "press to roo\nLet us talk.\n> quoted\n"),
            Some(Command::Press(
                "press to roo".to_owned(),
                vec!["Let us talk.".to_owned()]
            ))
        );
        for none in [
            "Mails never\n",
            "Help me to understand the odds of this attack.\n",
            "Status of my agents looks wrong to me.\n",
            "Away we go!\n",
            "> help\n",
            "Press on regardless of the losses!\n",
            "moves: []\n",
        ] {
            assert_eq!(of(turn, none), None, "{none}");
        }
    }
}
