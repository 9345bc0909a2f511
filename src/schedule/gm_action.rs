//! One action between two sittings: a public note, a new position and mails, in one commit.

mod notices;

use super::{ScheduleError, not_now};
use crate::{
    compose::{MailKind, ToPlayer},
    engine::SeatId,
    error::GameError,
    game_dir::{
        self, Ended, Game, LockedGame, Note, Player, Players, Position, Secrecy, Stage, Verified,
        Who, bytes, in_zone, stage_checkpoint,
    },
    log::{Deed, Log, PlayedBy},
    mail::{Attachment, Key, Letter, OutboxLock, Settings, compose},
};
use chrono::{DateTime, Utc};
use std::path::PathBuf;

/// The name of the stage of an action.
const STAGE: &str = "desk";

/// An action that is not committed yet.
#[derive(Debug)]
pub struct GmAction<'a> {
    /// The game.
    pub game: &'a LockedGame,
    /// The position of the game, which the action changes.
    pub position: Verified,
    /// The players.
    pub players: Players,
    /// The time of the action.
    pub at: DateTime<Utc>,
    pub(super) stage: Stage,
    log: Log,
    settings: Settings,
    mails: usize,
    /// Mails in the outbox that a new mail has absorbed, and the lock that keeps them from being sent meanwhile.
    absorbed: Vec<PathBuf>,
    outbox: Option<OutboxLock>,
}

/// A committed action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// The position of the game.
    pub position: Verified,
    /// The text of the public note.
    pub text: String,
    /// The number of mails put into the outbox.
    pub mails: usize,
}

/// The mail of an action to one player.
#[derive(Debug, Default)]
pub(super) struct Message {
    /// The subject, without the game and the turn that precede it.
    pub subject: String,
    /// The text.
    pub text: String,
    /// The attachments, besides the forms that mails of this kind have.
    pub attachments: Vec<Attachment>,
}

impl<'a> GmAction<'a> {
    /// Begins an action in a game that is being played.
    ///
    /// # Errors
    /// Returns [`ScheduleError::NotNow`] if the game has not begun or is over.
    pub fn begin(game: &'a LockedGame, at: DateTime<Utc>) -> Result<Self, ScheduleError> {
        let Some(position) = game_dir::verify(game)? else {
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
            log: game.log_end().map_err(GameError::from)?,
            settings: game.mail_settings()?,
            mails: 0,
            absorbed: vec![],
            outbox: None,
            game,
        })
    }

    /// Checks that no sitting is locked: the schedule must not change while a sitting waits for its dice.
    ///
    /// # Errors
    /// Returns [`ScheduleError::NotNow`] if a sitting is locked.
    pub(super) fn not_locked(&self) -> Result<(), ScheduleError> {
        match &self.position.locked {
            None => Ok(()),
            Some(locked) => not_now(format!(
                "The orders of sitting {} are locked, and its dice are still to come: do it when they are drawn.",
                locked.sitting
            )),
        }
    }

    /// Appends a public note; returns the number of its record.
    ///
    /// # Errors
    /// Returns [`ScheduleError::Sitting`] if the note cannot be staged.
    pub fn note(&mut self, what: Deed, who: Who, text: &str) -> Result<u32, ScheduleError> {
        self.note_with(what, who, text, vec![])
    }

    /// Appends a public note with more lines in its record; returns the number of the record.
    ///
    /// # Errors
    /// Returns [`ScheduleError::Sitting`] if the note cannot be staged.
    pub(super) fn note_with(
        &mut self,
        what: Deed,
        who: Who,
        text: &str,
        binds: Vec<(String, String)>,
    ) -> Result<u32, ScheduleError> {
        let note = Note::new(what, who, (self.position.turn, self.at), text);
        self.write(&Note { binds, ..note })
    }

    /// Appends a public note about a seat, with the kind of player that has it from now on; returns the number of its
    /// record.
    ///
    /// # Errors
    /// Returns [`ScheduleError::Sitting`] if the note cannot be staged.
    pub(super) fn note_of(
        &mut self,
        what: Deed,
        who: Who,
        text: &str,
        seat: &SeatId,
        played_by: Option<PlayedBy>,
        binds: Vec<(String, String)>,
    ) -> Result<u32, ScheduleError> {
        let note = Note::new(what, who, (self.position.turn, self.at), text);
        self.write(&Note {
            binds,
            ..note.of_seat(seat, played_by)
        })
    }

    fn write(&mut self, note: &Note) -> Result<u32, ScheduleError> {
        let layout = &self.game.layout;
        Ok(note.push(&mut self.log, &mut self.stage, layout, None)?)
    }

    /// Puts one mail into the outbox. A player gets one mail of a kind and number, for all their seats together.
    pub(super) fn mail(
        &mut self,
        player: &Player,
        kind: MailKind,
        number: u32,
        message: Message,
    ) -> Result<(), ScheduleError> {
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
    ) -> Result<(), ScheduleError> {
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
    ) -> Result<(), ScheduleError> {
        let (game, position) = (self.game, &self.position);
        let key = Key::new(game.name.as_str(), position.sitting, "gm", kind, number)?;
        let (subject, text) = words(game, position, &message);
        let settings = &self.settings;
        let mut letter = settings.letter_to_gm(key, position.turn, &subject, &text, self.at);
        letter.attachments = message.attachments;
        self.queue(&letter)
    }

    /// Returns true if a mail is in the outbox or was sent.
    pub(super) fn was_queued(
        &self,
        reader: &str,
        kind: &str,
        number: u32,
    ) -> Result<bool, ScheduleError> {
        was_queued(self.game, &self.position, (reader, kind, number))
    }

    fn queue(&mut self, letter: &Letter) -> Result<(), ScheduleError> {
        let layout = &self.game.layout;
        let name = format!("{}.eml", letter.key.stem());
        // A mail that was sent is not queued again; one in the outbox is replaced by the same mail.
        if !layout.sent().join(&name).exists() {
            let path = layout.outbox().join(&name);
            let bytes = compose(letter)?;
            self.stage.add(layout, &path, bytes, Secrecy::Secret);
            self.mails += 1;
        }
        Ok(())
    }

    /// Returns the name under which the GM plays in the game, if they do.
    pub(super) fn playing_gm(&self) -> Option<&str> {
        let gm = self.settings.from.email();
        let mut players = self.players.players.iter();
        let player = players.find(|player| player.address.eq_ignore_ascii_case(gm))?;
        Some(&player.name)
    }

    /// Returns the sentence that says when orders are due, in a player's zone and in UTC.
    pub(super) fn due_words(&self, player: &Player) -> Result<String, ScheduleError> {
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

    /// Commits the action.
    ///
    /// # Errors
    /// Returns [`ScheduleError::Sitting`] if a file cannot be written; the game is unchanged then.
    pub fn commit(mut self, text: String) -> Result<Done, ScheduleError> {
        let game = self.game;
        self.position.head = Some(self.log.head_field());
        self.position.checkpoint = stage_checkpoint(game, &self.log, &mut self.stage)?;
        let kept = bytes("position", &*self.position)?;
        let path = game.layout.position();
        self.stage.add(&game.layout, &path, kept, Secrecy::Secret);
        game.commit(self.stage)?;
        // After the commit: if the machine dies before, nothing is lost, and at worst an action is told twice. The same
        // holds if a mail cannot be removed, which must not make an action look as if it had failed.
        for mail in &self.absorbed {
            let _ = game.disk.remove_mail(mail);
        }
        Ok(Done {
            position: self.position,
            text,
            mails: self.mails,
        })
    }
}

/// Returns a player's first seat, in the order of the game. Mail that is not about a certain seat is filed under it.
pub(super) fn first_seat(game: &Game, player: &Player) -> Option<SeatId> {
    let mut seats = game.seat_ids().into_iter();
    seats.find(|seat| player.seats.contains(seat))
}

/// Returns the time zone for a player's mails: their own, else that of the schedule, else UTC.
pub(super) fn zone<'a>(game: &'a Game, player: &'a Player) -> &'a str {
    let schedule = game.file.schedule.as_ref();
    let own = player.zone.as_deref();
    own.or(schedule.map(|s| s.zone.as_str())).unwrap_or("UTC")
}

/// Formats an instant in a player's zone and in UTC.
pub(super) fn when(
    game: &Game,
    player: &Player,
    at: DateTime<Utc>,
) -> Result<String, ScheduleError> {
    let zone = zone(game, player);
    let local = in_zone(at, zone).map_err(GameError::from)?;
    let utc = at.format("%Y-%m-%d %H:%M UTC");
    Ok(format!("{local} ({zone}), {utc}"))
}

/// Returns true if a mail is in the outbox or was sent.
pub(super) fn was_queued(
    game: &Game,
    position: &Position,
    (reader, kind, number): (&str, &str, u32),
) -> Result<bool, ScheduleError> {
    let key = Key::new(game.name.as_str(), position.sitting, reader, kind, number)?;
    let name = format!("{}.eml", key.stem());
    let folders = [game.layout.outbox(), game.layout.sent()];
    Ok(folders.iter().any(|folder| folder.join(&name).exists()))
}

/// Composes a mail to a player from a message.
pub(super) fn to_player(
    mail: &ToPlayer<'_>,
    message: Message,
    at: DateTime<Utc>,
) -> Result<Letter, ScheduleError> {
    let Some(position) = mail.position else {
        return not_now("The game has not begun.");
    };
    let (subject, text) = words(mail.game, position, &message);
    let mut letter = mail.letter(&subject, &text, at)?;
    letter.attachments.extend(message.attachments);
    Ok(letter)
}

/// Returns subject and text of a message, with the game and the turn, and the original of a fork.
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
