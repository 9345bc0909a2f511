//! One act between two sittings: a public note, a new position, mails; all of it or nothing.

use super::{DeskError, not_now};
use crate::{
    compose::{MailKind, ToPlayer},
    engine::SeatId,
    error::SittingError,
    game_dir::{
        self, Ended, Game, Note, Player, Players, Position, Secrecy, Stage, Who, bytes, in_zone,
        stage_checkpoint,
    },
    log::{Deed, Log, PlayedBy},
    mail::{Attachment, Key, Letter, Settings, compose},
};
use chrono::{DateTime, Utc};

/// The name of the stage that an act is made in.
const STAGE: &str = "desk";

/// An act in the making.
#[derive(Debug)]
pub struct Act<'a> {
    /// The game.
    pub game: &'a Game,
    /// Where it stands, and will stand.
    pub position: Position,
    /// Who plays.
    pub players: Players,
    /// The time of it.
    pub at: DateTime<Utc>,
    pub(super) stage: Stage,
    log: Log,
    settings: Settings,
    mails: usize,
}

/// An act that is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// Where the game stands.
    pub position: Position,
    /// What was written into the log, for everybody to read.
    pub text: String,
    /// Mails in the outbox.
    pub mails: usize,
}

/// The mail of an act to one player.
#[derive(Debug, Default)]
pub(super) struct Message {
    /// What it is about, after the game and the turn.
    pub subject: String,
    /// What it says.
    pub text: String,
    /// What comes with it, besides the forms that its kind brings.
    pub attachments: Vec<Attachment>,
}

impl<'a> Act<'a> {
    /// Begins an act in a game that is being played. The game must be locked.
    ///
    /// # Errors
    /// [`DeskError::NotNow`] before the game has begun and after it is over.
    pub fn begin(game: &'a Game, at: DateTime<Utc>) -> Result<Self, DeskError> {
        let Some(position) = game_dir::sound(game)? else {
            return not_now("The game has not begun.");
        };
        if position.ended == Ended::GameOver {
            return not_now("The game is over.");
        }
        Ok(Self {
            position,
            players: game.players()?,
            at,
            stage: Stage::new(STAGE),
            log: (*game.log_end().map_err(SittingError::from)?).clone(),
            settings: game.mail_settings()?,
            mails: 0,
            game,
        })
    }

    /// Nothing of the clock is moved while a sitting is locked and waits for its dice.
    ///
    /// # Errors
    /// [`DeskError::NotNow`].
    pub(super) fn not_locked(&self) -> Result<(), DeskError> {
        match &self.position.locked {
            None => Ok(()),
            Some(locked) => not_now(format!(
                "The orders of sitting {} are locked, and its dice are still to come: do it when they are drawn.",
                locked.sitting
            )),
        }
    }

    /// Appends a public note; gives the number of its record.
    ///
    /// # Errors
    /// [`DeskError::Sitting`].
    pub fn note(&mut self, what: Deed, who: Who, text: &str) -> Result<u32, DeskError> {
        self.note_with(what, who, text, vec![])
    }

    /// The same with what else the record says.
    ///
    /// # Errors
    /// [`DeskError::Sitting`].
    pub(super) fn note_with(
        &mut self,
        what: Deed,
        who: Who,
        text: &str,
        binds: Vec<(String, String)>,
    ) -> Result<u32, DeskError> {
        let note = Note::new(what, who, (self.position.turn, self.at), text);
        self.write(&Note { binds, ..note })
    }

    /// Appends a public note about a seat, and who plays it from now on; gives the number of its record.
    ///
    /// # Errors
    /// [`DeskError::Sitting`].
    pub(super) fn note_of(
        &mut self,
        what: Deed,
        who: Who,
        text: &str,
        seat: &SeatId,
        played_by: Option<PlayedBy>,
        binds: Vec<(String, String)>,
    ) -> Result<u32, DeskError> {
        let note = Note::new(what, who, (self.position.turn, self.at), text);
        self.write(&Note {
            binds,
            ..note.of_seat(seat, played_by)
        })
    }

    fn write(&mut self, note: &Note) -> Result<u32, DeskError> {
        let layout = &self.game.layout;
        Ok(note.push(&mut self.log, &mut self.stage, layout, None)?)
    }

    /// Puts the same mail for every player into the outbox: what was done, by whom and why, and when
    /// orders are due now.
    ///
    /// # Errors
    /// [`DeskError::Mail`].
    pub fn tell_all(
        &mut self,
        what: Deed,
        who: &Who,
        number: u32,
        text: &str,
    ) -> Result<(), DeskError> {
        for player in self.players.players.clone() {
            let due = self.due_words(&player)?;
            let message = Message {
                subject: what.words().to_owned(),
                text: format!(
                    "{} ({}, {}).\n\n{}\n\n{due}",
                    what.words(),
                    Who::words(&who.field()),
                    self.at.format("%Y-%m-%d %H:%M UTC"),
                    text.trim_end(),
                ),
                ..Message::default()
            };
            self.mail(&player, MailKind::Notice(what), number, message)?;
        }
        Ok(())
    }

    /// Puts one mail into the outbox. A player has one mail of a kind and number, for all seats together.
    pub(super) fn mail(
        &mut self,
        player: &Player,
        kind: MailKind,
        number: u32,
        message: Message,
    ) -> Result<(), DeskError> {
        let Some(first) = first_seat(self.game, player) else {
            return Ok(());
        };
        self.mail_seat(player, &first, kind, number, message)
    }

    /// Puts one mail about a seat into the outbox.
    pub(super) fn mail_seat(
        &mut self,
        player: &Player,
        seat: &SeatId,
        kind: MailKind,
        number: u32,
        message: Message,
    ) -> Result<(), DeskError> {
        let foot = game_dir::foot(self.game, &self.log.head_field());
        let message = Message {
            text: message.text + &foot,
            ..message
        };
        let mail = ToPlayer {
            game: self.game,
            settings: &self.settings,
            player,
            seat,
            kind,
            number,
            turn: self.position.turn,
            sitting: self.position.sitting,
            position: Some(&self.position),
        };
        let letter = to_player(&mail, message, self.at)?;
        self.queue(&letter)
    }

    /// Puts one mail to the GM into the outbox.
    pub(super) fn mail_gm(
        &mut self,
        kind: &str,
        number: u32,
        message: Message,
    ) -> Result<(), DeskError> {
        let (game, position) = (self.game, &self.position);
        let key = Key::new(game.name.as_str(), position.sitting, "gm", kind, number)?;
        let (subject, text) = words(game, position, &message);
        let settings = &self.settings;
        let mut letter = settings.letter_to_gm(key, position.turn, &subject, &text, self.at);
        letter.attachments = message.attachments;
        self.queue(&letter)
    }

    /// Whether a mail is in the outbox, or was sent.
    pub(super) fn was_queued(
        &self,
        reader: &str,
        kind: &str,
        number: u32,
    ) -> Result<bool, DeskError> {
        was_queued(self.game, &self.position, (reader, kind, number))
    }

    fn queue(&mut self, letter: &Letter) -> Result<(), DeskError> {
        let layout = &self.game.layout;
        let name = format!("{}.eml", letter.key.stem());
        // What was sent is sent; what waits is the same mail.
        if !layout.sent().join(&name).exists() {
            let path = layout.outbox().join(&name);
            let bytes = compose(letter)?;
            self.stage.add(layout, &path, bytes, Secrecy::Secret);
            self.mails += 1;
        }
        Ok(())
    }

    /// Whether the GM plays a seat, by the name of the player.
    pub(super) fn playing_gm(&self) -> Option<&str> {
        let gm = self.settings.from.email();
        let mut players = self.players.players.iter();
        let player = players.find(|player| player.address.eq_ignore_ascii_case(gm))?;
        Some(&player.name)
    }

    /// When orders are due, in a player's zone and in UTC.
    pub(super) fn due_words(&self, player: &Player) -> Result<String, DeskError> {
        if let Some(pause) = &self.position.clock.paused {
            let until = pause.until.format("%Y-%m-%d %H:%M UTC");
            return Ok(format!(
                "Nothing is due while the game is paused. It goes on by itself at {until}.\n"
            ));
        }
        let Some(due) = self.position.deadline else {
            return Ok("No deadline is set.\n".to_owned());
        };
        Ok(format!(
            "Orders are due {}.\n",
            when(self.game, player, due)?
        ))
    }

    /// Makes it happen.
    ///
    /// # Errors
    /// [`DeskError::Sitting`]; nothing has happened then.
    pub fn commit(mut self, text: String) -> Result<Done, DeskError> {
        let game = self.game;
        self.position.head = Some(self.log.head_field());
        self.position.checkpoint = stage_checkpoint(game, &self.log, &mut self.stage)?;
        let kept = bytes("position", &self.position)?;
        let path = game.layout.position();
        self.stage.add(&game.layout, &path, kept, Secrecy::Secret);
        self.stage.commit(&game.disk, &game.layout)?;
        Ok(Done {
            position: self.position,
            text,
            mails: self.mails,
        })
    }
}

/// A player's first seat, in the order of the game: under its name the player has mail that is about no
/// seat in particular.
pub(super) fn first_seat(game: &Game, player: &Player) -> Option<SeatId> {
    let mut seats = game.seat_ids().into_iter();
    seats.find(|seat| player.seats.contains(seat))
}

/// The zone that a player's times are told in.
pub(super) fn zone<'a>(game: &'a Game, player: &'a Player) -> &'a str {
    let schedule = game.file.schedule.as_ref();
    let own = player.zone.as_deref();
    own.or(schedule.map(|s| s.zone.as_str())).unwrap_or("UTC")
}

/// An instant in a player's zone and in UTC.
pub(super) fn when(game: &Game, player: &Player, at: DateTime<Utc>) -> Result<String, DeskError> {
    let zone = zone(game, player);
    let local = in_zone(at, zone).map_err(SittingError::from)?;
    let utc = at.format("%Y-%m-%d %H:%M UTC");
    Ok(format!("{local} ({zone}), {utc}"))
}

/// Whether a mail is in the outbox, or was sent.
pub(super) fn was_queued(
    game: &Game,
    position: &Position,
    (reader, kind, number): (&str, &str, u32),
) -> Result<bool, DeskError> {
    let key = Key::new(game.name.as_str(), position.sitting, reader, kind, number)?;
    let name = format!("{}.eml", key.stem());
    let folders = [game.layout.outbox(), game.layout.sent()];
    Ok(folders.iter().any(|folder| folder.join(&name).exists()))
}

/// A mail to a player with its words.
pub(super) fn to_player(
    mail: &ToPlayer<'_>,
    message: Message,
    at: DateTime<Utc>,
) -> Result<Letter, DeskError> {
    let Some(position) = mail.position else {
        return not_now("The game has not begun.");
    };
    let (subject, text) = words(mail.game, position, &message);
    let mut letter = mail.letter(&subject, &text, at)?;
    letter.attachments.extend(message.attachments);
    Ok(letter)
}

/// Subject and text of a message, with the game, the turn and what it is a fork of.
fn words(game: &Game, position: &Position, message: &Message) -> (String, String) {
    let subject = format!(
        "{} Turn {}: {}",
        game.file.tag(),
        position.turn,
        message.subject
    );
    let text = match &game.file.fork {
        Some(fork) => format!("This game is a {}.\n\n{}", fork.words(), message.text),
        None => message.text.clone(),
    };
    (subject, text)
}
