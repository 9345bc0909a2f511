//! One step before a game begins: the changes of players and salts, the records and the mails, committed together.

use super::{
    invitations::Invited,
    seated_record::seated_lines,
    wanted::{Wanted, genesis, opened, out, wanted_of},
};
use crate::{
    engine::SeatId,
    error::GameError,
    game_dir::{DiceLevel, Disk, Game, Note, Player, Players, Secrecy, Stage, bytes},
    log::{Kind, Log, draw_round, pair},
    mail::{Head, Letter, compose},
    run::whole,
};
use chrono::{DateTime, Utc};
use std::collections::BTreeMap;

/// The changes of one step before a game begins; they are committed together or not at all.
pub(crate) struct Table<'a> {
    game: &'a Game,
    at: DateTime<Utc>,
    log: Log,
    stage: Stage,
    /// The players.
    pub(crate) players: Players,
    opened: BTreeMap<SeatId, String>,
}

impl<'a> Table<'a> {
    pub(crate) fn new(
        game: &'a Game,
        log: Log,
        stage: &str,
        at: DateTime<Utc>,
    ) -> Result<Self, GameError> {
        whole(game, &log)?;
        Ok(Self {
            game,
            at,
            log,
            stage: Stage::new(stage),
            players: game.players()?,
            opened: opened(game)?,
        })
    }

    fn secret(&mut self, path: &std::path::Path, bytes: Vec<u8>) {
        let layout = &self.game.layout;
        self.stage.add(layout, path, bytes, Secrecy::Secret);
    }

    /// Stages the players.
    pub(crate) fn keep_players(&mut self) -> Result<(), GameError> {
        let kept = bytes("players", &self.players)?;
        self.secret(&self.game.layout.players(), kept);
        Ok(())
    }

    /// Stages the opened salts.
    pub(crate) fn keep_opened(
        &mut self,
        opened: BTreeMap<SeatId, String>,
    ) -> Result<(), GameError> {
        let kept = bytes("salts", &opened)?;
        self.opened = opened;
        self.secret(&self.game.layout.salts(), kept);
        Ok(())
    }

    /// Appends a record to the log.
    pub(crate) fn record(
        &mut self,
        kind: Kind,
        lines: &[(String, String)],
    ) -> Result<(), GameError> {
        let (path, record) = self.log.push(kind, lines)?;
        let layout = &self.game.layout;
        let place = layout.public().join(path);
        self.stage.add(layout, &place, record, Secrecy::Open);
        Ok(())
    }

    /// Appends a note to the log.
    pub(crate) fn note(&mut self, note: &Note) -> Result<(), GameError> {
        note.push(&mut self.log, &mut self.stage, &self.game.layout, None)?;
        Ok(())
    }

    /// Puts a mail into the outbox.
    fn queue(&mut self, letter: &Letter) -> Result<(), GameError> {
        let name = format!("{}.eml", letter.key.stem());
        let layout = &self.game.layout;
        if !layout.sent().join(&name).exists() {
            self.secret(&layout.outbox().join(name), compose(letter)?);
        }
        Ok(())
    }

    fn invited(&self) -> Result<Invited<'a>, GameError> {
        Ok(Invited {
            game: self.game,
            settings: self.game.mail_settings()?,
            genesis: genesis(&self.log)?,
            head: self.log.head_field(),
            at: self.at,
        })
    }

    /// Queues the mail to a player with the anchor, the first record, and how to promise a salt.
    pub(crate) fn invite(
        &mut self,
        player: &Player,
        taken: &[SeatId],
        promised: &BTreeMap<SeatId, String>,
    ) -> Result<(), GameError> {
        let letter = self.invited()?.seat(player, taken, promised, 1)?;
        self.queue(&letter)
    }

    /// Queues the invitation of a player once more, with the next free number. Returns false, and queues nothing, if an
    /// earlier one to the same address still waits in the outbox.
    pub(crate) fn invite_again(&mut self, player: &Player) -> Result<bool, GameError> {
        let layout = &self.game.layout;
        let invited = self.invited()?;
        for number in 1.. {
            let letter = invited.seat(player, &player.seats, &player.salt_hashes, number)?;
            let name = format!("{}.eml", letter.key.stem());
            if let Some(waiting) = Disk::read(&layout.outbox().join(&name))? {
                let head = Head::parse(&waiting)?;
                let is_same = head
                    .one("To")?
                    .to_lowercase()
                    .contains(&player.address.to_lowercase());
                if is_same {
                    return Ok(false);
                }
            } else if !layout.sent().join(&name).exists() {
                self.queue(&letter)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Closes the table if all seats are taken and a salt is promised for each.
    pub(crate) fn close_if_ready(&mut self) -> Result<(), GameError> {
        match wanted_of(self.game, &self.log, &self.players, &self.opened) {
            Wanted::Hashes(missing) if missing.is_empty() => self.close(),
            _ => Ok(()),
        }
    }

    /// Closes the table: the record `seated` fixes the keys and the promised salts of the seats, and every player is
    /// mailed the hashes.
    pub(crate) fn close(&mut self) -> Result<(), GameError> {
        let lines = seated_lines(self.game, &self.players)?;
        self.record(Kind::Seated, &lines)?;
        self.opened.retain(|seat, _| {
            let player = self.players.of(seat);
            player.is_some_and(|player| player.salt_hashes.contains_key(seat))
        });
        let owing = match wanted_of(self.game, &self.log, &self.players, &self.opened) {
            Wanted::Salts(owing) => owing,
            _ => vec![],
        };
        let invited = self.invited()?;
        for player in self.players.players.clone() {
            let letter = invited.table(&player, &lines, &owing)?;
            self.queue(&letter)?;
        }
        // If the GM has entered salts, they are opened later, after every player has been mailed the hashes.
        if self.opened.is_empty() {
            self.fix_salts()?;
        }
        Ok(())
    }

    /// Fixes all salts in the record `salts`, if none is missing; it names the round that the game is drawn with.
    pub(crate) fn fix_salts(&mut self) -> Result<(), GameError> {
        match wanted_of(self.game, &self.log, &self.players, &self.opened) {
            Wanted::Salts(owing) if owing.is_empty() => {}
            _ => return Ok(()),
        }
        let round = match self.game.file.dice {
            DiceLevel::Plain => None,
            DiceLevel::Drawn | DiceLevel::Beacon => {
                let round = draw_round(self.at.timestamp());
                Some(round.ok_or_else(|| {
                    GameError::NotNow(
                        "The beacon had not begun at that time: set the clock of this machine."
                            .to_owned(),
                    )
                })?)
            }
        };
        let mut lines = vec![
            pair("at", self.at.format("%Y-%m-%dT%H:%M:%SZ")),
            pair(
                "round",
                round.map_or_else(|| "none".to_owned(), |round| round.to_string()),
            ),
        ];
        let salts = self.opened.iter();
        lines.extend(salts.map(|(seat, salt)| pair(&format!("salt.{seat}"), salt)));
        self.record(Kind::Salts, &lines)?;
        if let Some(round) = round {
            let invited = self.invited()?;
            for player in self.players.players.clone() {
                let letter = invited.round(&player, &lines, round, out(round))?;
                self.queue(&letter)?;
            }
        }
        Ok(())
    }

    /// Commits the stage; returns what the game waits for now.
    pub(crate) fn commit(self) -> Result<Wanted, GameError> {
        let wanted = wanted_of(self.game, &self.log, &self.players, &self.opened);
        self.stage.commit(&self.game.disk, &self.game.layout)?;
        Ok(wanted)
    }
}
