//! One step before a game begins: the changes of players and salts, the records and the mails, committed together.

use super::{
    invitations::Invited,
    seated_record::seated_lines,
    wanted::{Wanted, genesis, opened, out, wanted_of},
};
use crate::{
    compose::{Earlier, MailKind, earlier},
    engine::SeatId,
    error::GameError,
    game_dir::{DiceLevel, LockedGame, Note, Player, Players, Secrecy, Stage, Who, bytes, list},
    log::{Deed, Kind, Log, NO_KEY, draw_round, pair, round_named},
    mail::{Letter, compose},
    run::whole,
};
use chrono::{DateTime, Utc};
use std::{collections::BTreeMap, path::PathBuf};

/// The changes of one step before a game begins; they are committed together or not at all.
pub(crate) struct Table<'a> {
    game: &'a LockedGame,
    at: DateTime<Utc>,
    log: Log,
    stage: Stage,
    /// The players.
    pub(crate) players: Players,
    opened: BTreeMap<SeatId, String>,
    /// Mails in the outbox to addresses that are not those of their seats' players any more.
    misdirected: Vec<PathBuf>,
}

impl<'a> Table<'a> {
    pub(crate) fn new(
        game: &'a LockedGame,
        log: Log,
        stage: &str,
        at: DateTime<Utc>,
    ) -> Result<Self, GameError> {
        whole(game, &log)?;
        let players = game.players()?;
        Ok(Self {
            game,
            at,
            opened: opened(game, &log, &players)?,
            log,
            stage: Stage::new(stage),
            players,
            misdirected: vec![],
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

    /// Publishes that a player who has taken over seats after the table was closed signs with no key: the log has that of
    /// the player before.
    pub(crate) fn forget_key(&mut self, player: &Player) -> Result<(), GameError> {
        if self.game.file.draw_seats {
            return Err(GameError::NotNow(
                "The key of the player who declined stands in the public log, and the draw of the seats deals with it: \
                 this player cannot be replaced before the game begins."
                    .to_owned(),
            ));
        }
        let turn = self.game.file.fork.as_ref().map_or(0, |fork| fork.turn);
        let text = format!(
            "{} has another player before the game begins, who signs with no key.",
            list(&player.seats)
        );
        let keys = player.seats.iter();
        let binds = keys.map(|seat| pair(&format!("key.{seat}"), NO_KEY));
        let note = Note::new(Deed::Replace, Who::Gm, (turn, self.at), text);
        let binds = binds.collect();
        self.note(&Note { binds, ..note })
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
            is_closed: self.log.of(Kind::Seated).next().is_some(),
        })
    }

    /// Queues the mail to a player with the anchor, the first record, and how to promise a salt.
    pub(crate) fn invite(
        &mut self,
        player: &Player,
        taken: &[SeatId],
        promised: &BTreeMap<SeatId, String>,
    ) -> Result<(), GameError> {
        let letter = self.invited()?.seat(player, taken, promised, 1, false)?;
        self.queue(&letter)
    }

    /// Returns the number of the next mail of a kind to a player, or `None` if one to their present address was sent or
    /// waits, as `is_enough` decides. Mails that wait for another address are removed with the commit.
    fn next_number(
        &mut self,
        player: &Player,
        kind: MailKind,
        is_enough: impl Fn(&Earlier) -> bool,
    ) -> Result<Option<u32>, GameError> {
        let mut last = 0;
        let mut is_there = false;
        for (n, seat) in player.seats.iter().enumerate() {
            for mail in earlier(self.game, seat, kind, player)? {
                if n == 0 {
                    last = last.max(mail.number);
                }
                is_there |= mail.is_to && is_enough(&mail);
                if !mail.is_to {
                    self.misdirected.extend(mail.waiting);
                }
            }
        }
        Ok((!is_there).then_some(last + 1))
    }

    /// Queues the invitation of a player once more, with the next number; `reminds` is true if the same person has been
    /// invited before. Returns false, and queues nothing, if one to the present address still waits in the outbox.
    pub(crate) fn invite_again(
        &mut self,
        player: &Player,
        reminds: bool,
    ) -> Result<bool, GameError> {
        let waits = |mail: &Earlier| mail.waiting.is_some();
        let Some(number) = self.next_number(player, MailKind::Seat, waits)? else {
            return Ok(false);
        };
        let invited = self.invited()?;
        let (seats, hashes) = (&player.seats, &player.salt_hashes);
        let letter = invited.seat(player, seats, hashes, number, reminds)?;
        self.queue(&letter)?;
        Ok(true)
    }

    /// Queues the mail with the hashes of all salts for a player, after the table was closed, unless it was sent to the
    /// present address or waits.
    pub(crate) fn mail_hashes(&mut self, player: &Player) -> Result<(), GameError> {
        let Some(seated) = self.log.of(Kind::Seated).next() else {
            return Ok(());
        };
        let lines = seated.record.entries.clone();
        let owing = match wanted_of(self.game, &self.log, &self.players, &self.opened) {
            Wanted::Salts(owing) => owing,
            _ => vec![],
        };
        if let Some(number) = self.next_number(player, MailKind::Table, |_| true)? {
            let letter = self.invited()?.table(player, &lines, &owing, number)?;
            self.queue(&letter)?;
        }
        Ok(())
    }

    /// Queues the mail with the salts and the round of the game for a player, after the record `salts`, unless it was
    /// sent to the present address or waits.
    pub(crate) fn mail_round(&mut self, player: &Player) -> Result<(), GameError> {
        let (Some(salts), Some(round)) = (self.log.of(Kind::Salts).next(), round_named(&self.log))
        else {
            return Ok(());
        };
        let lines = salts.record.entries.clone();
        if let Some(number) = self.next_number(player, MailKind::Round, |_| true)? {
            let invited = self.invited()?;
            let letter = invited.round(player, &lines, (round, out(round)), number)?;
            self.queue(&letter)?;
        }
        Ok(())
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
        for player in self.players.players.clone() {
            self.mail_hashes(&player)?;
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
        for player in self.players.players.clone() {
            self.mail_round(&player)?;
        }
        Ok(())
    }

    /// Commits the stage; returns what the game waits for now.
    pub(crate) fn commit(self) -> Result<Wanted, GameError> {
        let wanted = wanted_of(self.game, &self.log, &self.players, &self.opened);
        // Before the commit: no mail may go out to an address that was corrected. If the machine dies in between, the
        // step was not taken, and is taken again.
        for mail in &self.misdirected {
            self.game.disk.remove_mail(mail)?;
            let status = mail.with_extension("status.yaml");
            self.game.disk.remove_mail(&status)?;
        }
        self.game.commit(self.stage)?;
        Ok(wanted)
    }
}
