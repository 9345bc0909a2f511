//! The one place where mails to players are created: the kind of a mail decides which forms are attached, and replies
//! go to the seat's own address.

use super::{
    files::{YAML_TYPE, attached_as},
    play_link::keyed,
    report_mail::ReportMail,
    seat_address::answered_at_seat,
    short_form::{MailedForm, put_forms},
    times,
    token::with_token,
};
use crate::{
    engine::SeatId,
    error::GameError,
    game_dir::{Disk, Ended, Game, Player, Position},
    log::Deed,
    mail::{Address, Attachment, Key, Letter, Settings},
    orders::with_revision,
    report::{PICTURE, for_mail},
};
use chrono::{DateTime, Utc};

/// The words in place of the picture for readers who do not see it: the report says the same in words.
const ALTERNATIVE: &str = "A picture of the game as you see it; the tables below say the same.";

/// A kind of mail to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MailKind {
    /// The report of a sitting.
    Report,
    /// The report of a turn that the GM has begun: a rewind, a correction, a fork.
    Begun(Deed),
    /// The last report, sent again by the GM.
    Again,
    /// The last report, sent again because its player asked for it.
    Copy,
    /// The commitments of the game, for the player who has just taken a seat.
    Seat,
    /// The hashes of all salts: all seats are taken.
    Table,
    /// The round of the beacon that the game's dice are drawn with: all salts are known.
    Round,
    /// A sitting is locked and waits for its dice.
    Lock,
    /// The reply to a mail.
    Receipt,
    /// A letter between players.
    Press,
    /// An action between two sittings, reported to all players.
    Notice(Deed),
    /// The order file that the GM has set.
    OrdersSet,
    /// The last report of a seat, for the player who has just taken it.
    Welcome,
    /// The last mail to a player who has no seat any more.
    Farewell,
    /// Orders are required; sent this many hours before the deadline.
    Reminder(u32),
    /// Orders are required; sent after the deadline, within the grace period.
    LastReminder,
}

impl MailKind {
    /// Returns the name of the kind, as it appears in the mail's name and Message-ID.
    pub fn name(self) -> String {
        match self {
            Self::Report => "report".to_owned(),
            Self::Begun(deed) | Self::Notice(deed) => deed.as_str().to_owned(),
            Self::Again => "again".to_owned(),
            Self::Copy => "copy".to_owned(),
            Self::Seat => "seat".to_owned(),
            Self::Table => "table".to_owned(),
            Self::Round => "round".to_owned(),
            Self::Lock => "lock".to_owned(),
            Self::Receipt => "receipt".to_owned(),
            Self::Press => "press".to_owned(),
            Self::OrdersSet => "orders-set".to_owned(),
            Self::Welcome => "welcome".to_owned(),
            Self::Farewell => "farewell".to_owned(),
            Self::Reminder(hours) => format!("reminder-{hours}"),
            Self::LastReminder => "reminder-grace".to_owned(),
        }
    }

    /// Returns the kind with this name. A rewind, an amendment and a fork are reports; every other action is a notice.
    pub fn named(word: &str) -> Option<Self> {
        let simple = [
            Self::Report,
            Self::Again,
            Self::Copy,
            Self::Seat,
            Self::Table,
            Self::Round,
            Self::Lock,
            Self::Receipt,
            Self::Press,
            Self::OrdersSet,
            Self::Welcome,
            Self::Farewell,
            Self::LastReminder,
        ];
        if let Some(kind) = simple.into_iter().find(|kind| kind.name() == word) {
            return Some(kind);
        }
        if let Some(hours) = word.strip_prefix("reminder-") {
            return hours.parse().ok().map(Self::Reminder);
        }
        Some(match word.parse().ok()? {
            deed @ (Deed::Rewind | Deed::Amend | Deed::Fork) => Self::Begun(deed),
            deed => Self::Notice(deed),
        })
    }

    /// Returns the seats whose forms are attached.
    fn forms(self) -> Forms {
        match self {
            Self::Notice(_) | Self::Reminder(_) | Self::LastReminder => Forms::OfPlayer,
            Self::Welcome | Self::Again | Self::Copy => Forms::OfSeat,
            // A new report is sent with the form that was made with it, and a file that the GM has set is itself a
            // form. The other kinds do not ask for orders.
            Self::Report
            | Self::Begun(_)
            | Self::OrdersSet
            | Self::Seat
            | Self::Table
            | Self::Round
            | Self::Lock
            | Self::Receipt
            | Self::Press
            | Self::Farewell => Forms::None,
        }
    }
}

/// The seats whose forms are attached to a mail.
enum Forms {
    None,
    /// The seat that the mail is about.
    OfSeat,
    /// All seats of the player.
    OfPlayer,
}

/// A mail to a player before its text is set.
#[derive(Clone, Copy, Debug)]
pub struct ToPlayer<'a> {
    /// The game.
    pub game: &'a Game,
    /// The game's mail settings.
    pub settings: &'a Settings,
    /// The reader.
    pub player: &'a Player,
    /// The seat that the mail is about, or the player's first one.
    pub seat: &'a SeatId,
    /// The kind of mail.
    pub kind: MailKind,
    /// Its number, which distinguishes it from others of its kind.
    pub number: u32,
    /// The turn whose thread it belongs to.
    pub turn: u32,
    /// The sitting that caused it.
    pub sitting: u32,
    /// The current position; `None` before the game has begun.
    pub position: Option<&'a Position>,
}

impl ToPlayer<'_> {
    /// Returns the key of the mail.
    ///
    /// # Errors
    /// [`GameError::Mail`] if the name of the seat or the game cannot be part of a key.
    pub fn key(&self) -> Result<Key, GameError> {
        let (game, kind) = (self.game.name.as_str(), self.kind.name());
        let seat = self.seat.as_str();
        Ok(Key::new(game, self.sitting, seat, &kind, self.number)?)
    }

    /// Creates the letter, with its recipient, its address for replies and the forms of its kind.
    ///
    /// ```
    /// use chronojudge::{
    ///     compose::{MailKind, ToPlayer},
    ///     game_dir::{self, Disk, Game},
    ///     mail::Settings,
    /// };
    /// use std::path::Path;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let game = Game::open(Path::new("games/gem-1992"), Disk::new())?;
    /// let position = game_dir::verify(&game)?.expect("a game that has begun");
    /// let settings: Settings = game.mail_settings()?;
    /// let players = game.players()?;
    /// let player = &players.players[0];
    /// let reminder = ToPlayer {
    ///     game: &game,
    ///     settings: &settings,
    ///     player,
    ///     seat: &player.seats[0],
    ///     kind: MailKind::Reminder(24),
    ///     number: 1,
    ///     turn: position.turn,
    ///     sitting: position.sitting,
    ///     position: Some(&position),
    /// };
    /// let now = chrono::Utc::now();
    /// let letter = reminder.letter("24 hours left", "Your orders are due tomorrow.", now)?;
    /// assert_eq!(letter.to.email(), player.address);
    /// // The order form of the player's seat is attached.
    /// assert_eq!(letter.attachments.len(), 1);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`GameError`] if the player's address is invalid, or a file of the game cannot be read.
    pub fn letter(
        &self,
        subject: &str,
        text: &str,
        at: DateTime<Utc>,
    ) -> Result<Letter, GameError> {
        let mut letter = self.plain_letter(subject, text, at)?;
        self.put_own_forms(&mut letter, at)?;
        Ok(letter)
    }

    /// Creates the letter without forms.
    fn plain_letter(
        &self,
        subject: &str,
        text: &str,
        at: DateTime<Utc>,
    ) -> Result<Letter, GameError> {
        let to = Address::new(Some(&self.player.name), &self.player.address)?;
        let key = self.key()?;
        let mut letter = self
            .settings
            .letter_to(key, self.turn, to, subject, text, at);
        // A former player has no seat to which a reply could refer.
        if self.kind != MailKind::Farewell {
            answered_at_seat(self.game, self.settings, self.seat, &mut letter)?;
        }
        Ok(letter)
    }

    /// Puts the forms of its kind into a letter.
    fn put_own_forms(&self, letter: &mut Letter, at: DateTime<Utc>) -> Result<(), GameError> {
        let seats = match self.kind.forms() {
            Forms::None => vec![],
            Forms::OfSeat => vec![self.seat],
            Forms::OfPlayer => self.player.seats.iter().collect(),
        };
        let mut short = vec![];
        for seat in seats {
            letter.attachments.extend(self.form(seat, at)?);
            short.extend(self.short_form(seat)?);
        }
        put_forms(letter, &short);
        Ok(())
    }

    /// Creates the letter with the last report of the seat.
    ///
    /// # Errors
    /// [`GameError`], as for [`Self::letter`].
    pub(crate) fn report_letter(
        &self,
        subject: &str,
        report: ReportMail,
        at: DateTime<Utc>,
    ) -> Result<Letter, GameError> {
        let mut letter = self.plain_letter(subject, &report.text, at)?;
        put_page(&mut letter, report.html, report.picture);
        self.put_own_forms(&mut letter, at)?;
        letter.attachments.extend(report.attachments);
        Ok(letter)
    }

    /// Returns a form of a seat as it is mailed.
    ///
    /// # Errors
    /// [`GameError`], as for [`mailed_form`].
    pub fn own_form(&self, seat: &SeatId, form: &[u8]) -> Result<Vec<u8>, GameError> {
        let turn = self.position.map_or(0, |position| position.turn);
        mailed_form(self.game, self.player, seat, turn, form)
    }

    /// Returns a file of the last report with the present position, if orders can be sent.
    fn reported(&self, file: &str) -> Result<Option<(&Position, Vec<u8>)>, GameError> {
        let Some(position) = self.position else {
            return Ok(None);
        };
        if position.locked.is_some() || position.ended == Ended::GameOver {
            return Ok(None);
        }
        let folder = self.game.layout.last_report(position);
        let found = Disk::read(&folder.join(file))?;
        Ok(found.map(|bytes| (position, bytes)))
    }

    /// Returns the short form of a seat's last report as it is mailed, if orders can be sent.
    fn short_form(&self, seat: &SeatId) -> Result<Option<MailedForm>, GameError> {
        let Some((position, form)) = self.reported(&format!("{seat}.short.yaml"))? else {
            return Ok(None);
        };
        let form = String::from_utf8_lossy(&form);
        let sittings = (position.sitting, keyed(position, seat));
        MailedForm::of(self.game, self.player, seat, sittings, &form).map(Some)
    }

    /// Returns the form of a seat as it is mailed, if orders can be sent.
    fn form(&self, seat: &SeatId, at: DateTime<Utc>) -> Result<Option<Attachment>, GameError> {
        let Some((position, form)) = self.bare_form(seat, at)? else {
            return Ok(None);
        };
        Ok(Some(Attachment {
            name: attached_as(self.game, position, &format!("{seat}.orders.yaml")),
            content_type: YAML_TYPE.to_owned(),
            bytes: self.own_form(seat, &form)?,
        }))
    }

    /// Returns the form of a seat without a token, if orders can be sent: the form of its last report, with the current
    /// deadline.
    pub(super) fn bare_form(
        &self,
        seat: &SeatId,
        at: DateTime<Utc>,
    ) -> Result<Option<(&Position, Vec<u8>)>, GameError> {
        let Some((position, form)) = self.reported(&format!("{seat}.orders.yaml"))? else {
            return Ok(None);
        };
        let zone = self.player.zone.as_deref();
        let due = times::deadline(self.game, position.deadline, at, zone)?;
        let due = due.map(|due| format!("# Due {} ({})", due.local, due.utc));
        Ok(Some((position, due_now(&form, due.as_deref()))))
    }
}

/// Returns a form of a seat as it is mailed: with the seat's token and, if its player has a key, with the number of the
/// next signed file.
///
/// # Errors
/// [`GameError`] if the game's secret or the orders of the turn cannot be read.
pub fn mailed_form(
    game: &Game,
    player: &Player,
    seat: &SeatId,
    turn: u32,
    form: &[u8],
) -> Result<Vec<u8>, GameError> {
    let form = with_token(game, player, seat, turn, form)?;
    with_revision(game, player, seat, turn, &form)
}

/// Puts a report's page into a letter, made for mail programs, with its picture.
fn put_page(letter: &mut Letter, page: Option<String>, picture: Option<Attachment>) {
    let Some(page) = page else { return };
    letter.html = Some(if cfg!(feature = "png") {
        for_mail(&page, picture.as_ref().map(|_| ALTERNATIVE))
    } else {
        page
    });
    letter.picture = picture.map(|picture| (PICTURE.to_owned(), picture));
}

/// Replaces the deadline in the comments at the top of a form by the current one.
fn due_now(form: &[u8], due: Option<&str>) -> Vec<u8> {
    let text = String::from_utf8_lossy(form);
    let mut head = true;
    let mut lines: Vec<&str> = vec![];
    for line in text.lines() {
        head &= line.is_empty() || line.starts_with('#');
        if head && line.starts_with("# Due ") {
            lines.extend(due);
        } else {
            lines.push(line);
        }
    }
    (lines.join("\n") + "\n").into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_names_the_current_deadline() {
        let form = b"# of ada\n# Due Friday (x)\n\ngame: gem\n# Due to me\n";
        let with = |due| String::from_utf8(due_now(form, due)).expect("a text");
        assert_eq!(
            with(Some("# Due Sunday (y)")),
            "# of ada\n# Due Sunday (y)\n\ngame: gem\n# Due to me\n"
        );
        assert_eq!(with(None), "# of ada\n\ngame: gem\n# Due to me\n");
    }
}
