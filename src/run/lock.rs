//! Sittings with a beacon (fair1, section 7): the orders are locked first, and the dice come from a round of the beacon
//! that does not exist at the time of the lock.

use super::{
    execute::{Fixed, drawn, idle},
    play::play,
    publish::Publisher,
    request::{Due, RunOutcome},
    save::built_on,
};
use crate::{
    compose::{MailKind, ToPlayer},
    dice::{
        Name, Scripted, Signature, What, bind_salt,
        field::sha256,
        quicknet::{round_at, verify},
    },
    engine::{Overdue, SeatId},
    error::GameError,
    game_dir::{Ended, Locked, LockedGame, Position, TurnRecord, bytes, foot, number, seat_name},
    log::Kind,
    mail::{Settings, compose},
    orders::{OnFileSet, locked_set},
};
use chrono::{DateTime, Utc};
use std::fmt::Write as _;

/// Locks the orders of a sitting, names the round that its dice come from, and mails all players. `announce` writes the
/// records.
pub(crate) fn lock(
    game: &LockedGame,
    fixed: &Fixed<'_>,
    announce: impl FnOnce(&mut Publisher<'_>, Option<u64>) -> Result<(), GameError>,
) -> Result<RunOutcome, GameError> {
    // A run without dice shows if the sitting would add anything.
    let Fixed {
        turn,
        sitting,
        position,
        record,
        set,
        at,
        ..
    } = *fixed;
    let mut nothing = Scripted::new();
    let late = fixed.late.clone();
    let outcome = play(
        game,
        &game.log_end()?,
        turn,
        record,
        set,
        sitting,
        late,
        &mut nothing,
    )?;
    if let Some(seats) = idle(&outcome, record) {
        return Ok(RunOutcome::Nothing(Due::Waits(seats)));
    }
    let lead = i64::from(game.file.lead_minutes) * 60;
    let round = at.timestamp().checked_add(lead).and_then(round_at);
    let Some(round) = round else {
        return Err(GameError::NotNow(
            "The beacon had not begun at that time: set the clock of this machine.".to_owned(),
        ));
    };
    let locked = Locked {
        sitting,
        at,
        round,
        late_seats: fixed.late.seats.clone(),
        late_prompts: fixed.late.prompts.clone(),
        missed: fixed.missed.clone(),
        bots: fixed.bots.clone(),
        bots_play: fixed.late.bots.clone(),
    };
    let stage = format!("lock-{}", number(sitting));
    let mut publisher = Publisher::new(game, turn, sitting, stage)?;
    if sitting > game.file.keys {
        return Err(crate::game_dir::StoreError::NoKey(game.file.keys).into());
    }
    announce(&mut publisher, Some(round))?;
    let mut now = position.cloned().unwrap_or_else(|| {
        // The first sitting of the game is locked.
        Position::new(0, (0, 0), Ended::Waiting, at).by_this_program()
    });
    now.locked = Some(locked.clone());
    // Nothing is due until the dice are drawn.
    now.deadline = None;
    let mails = tell(&mut publisher, &locked, set)?;
    now.head = Some(publisher.log.head_field());
    now.checkpoint = publisher.checkpoint()?;
    now.files = built_on(&publisher.stage, turn, position);
    publisher.secret(&game.layout.position(), bytes("position", &now)?);
    game.commit(publisher.stage)?;
    Ok(RunOutcome::Locked {
        position: now,
        locked,
        mails,
    })
}

/// Draws the dice of a locked sitting with the signature of its round, and plays it. The caller must have verified the
/// files of the game.
///
/// # Errors
/// Returns [`GameError::NotNow`] if no sitting is locked, or the signature is not that of the round.
pub(crate) fn draw_locked(
    game: &LockedGame,
    position: &Position,
    record: &TurnRecord,
    signature: &Signature,
    now: DateTime<Utc>,
) -> Result<RunOutcome, GameError> {
    let Some(locked) = &position.locked else {
        return Err(GameError::NotNow(
            "No sitting is locked: nothing waits for the beacon.".to_owned(),
        ));
    };
    verify(locked.round, signature).map_err(|why| {
        GameError::NotNow(format!(
            "This does not count as round {} of the beacon: {why}.",
            locked.round
        ))
    })?;
    let set = locked_set(game, position.turn, locked.sitting, record)?;
    let fixed = Fixed {
        turn: position.turn,
        sitting: locked.sitting,
        // A game has no position before its first sitting.
        position: (position.sitting > 0).then_some(position),
        record,
        set: &set,
        late: Overdue {
            all: false,
            seats: locked.late_seats.clone(),
            prompts: locked.late_prompts.clone(),
            bots: locked.bots_play.clone(),
            said: None,
        },
        missed: locked.missed.clone(),
        bots: locked.bots.clone(),
        at: locked.at,
    };
    let round = Some((locked.round, *signature));
    drawn(game, &fixed, round, now, |_| Ok(()))
}

/// Puts one mail about the lock for every player into the outbox; returns the number of mails.
fn tell(
    publisher: &mut Publisher<'_>,
    locked: &Locked,
    set: &OnFileSet,
) -> Result<usize, GameError> {
    let game = publisher.game;
    let settings: Settings = game.mail_settings()?;
    let hashes = hashes(publisher, locked.sitting);
    let mut mails = 0;
    for player in game.players()?.players {
        let seats: Vec<SeatId> = game
            .seat_ids()
            .into_iter()
            .filter(|seat| player.seats.contains(seat))
            .collect();
        let Some(first) = seats.first() else { continue };
        let subject = format!(
            "{} Turn {}: sitting {} is locked",
            game.file.tag(),
            publisher.turn,
            locked.sitting
        );
        let text = text(publisher, locked, &hashes, &seats, set);
        let mail = ToPlayer {
            game,
            settings: &settings,
            player: &player,
            seat: first,
            kind: MailKind::Lock,
            number: 1,
            turn: publisher.turn,
            sitting: locked.sitting,
            position: None,
        };
        let letter = mail.letter(&subject, &text, locked.at)?;
        let name = format!("{}.eml", letter.key.stem());
        let path = game.layout.outbox().join(name);
        publisher.secret(&path, compose(&letter)?);
        mails += 1;
    }
    Ok(mails)
}

/// Returns the lines of a sitting's lock that bind the orders of the seats.
fn hashes(publisher: &Publisher<'_>, sitting: u32) -> Vec<(String, String)> {
    let mut locks = publisher.log.of(Kind::Lock);
    let lock = locks.find(|entry| entry.number("sitting") == Ok(sitting));
    let bound = |(key, _): &&(String, String)| {
        let starts = ["order.", "signature.", "standing.", "signed-standing."];
        starts.iter().any(|start| key.starts_with(start))
    };
    let entries = lock.map(|lock| lock.record.entries.iter().filter(bound).cloned());
    entries.into_iter().flatten().collect()
}

/// Returns the text of the mail about a lock to a player with these seats.
fn text(
    publisher: &Publisher<'_>,
    locked: &Locked,
    hashes: &[(String, String)],
    seats: &[SeatId],
    set: &OnFileSet,
) -> String {
    let out = locked.out().unwrap_or(locked.at);
    let mut text = format!(
        "The orders of sitting {} (turn {}) were locked at {}.\n\n\
         Its dice come from round {} of the public beacon drand quicknet, which\n\
         does not exist before {}.\n\n\
         Look for your orders below. If they are missing or differ, protest before that time:\n\
         until then it is unknown which player a mistake would help.\n",
        locked.sitting,
        publisher.turn,
        utc(locked.at),
        locked.round,
        utc(out),
    );
    text.push_str("\nWhat is locked, as it stands in the public log:\n\n");
    for (key, hash) in hashes {
        let _ = writeln!(text, "  {key}: {hash}");
    }
    let mut own = String::new();
    for seat in seats {
        let name = seat_name(seat);
        let order = set.orders.get(seat).map(|filed| filed.bytes.as_slice());
        let standing = set.standing.get(seat).map(Vec::as_slice);
        own += &by_hand(publisher, &What::Order(name.clone()), order);
        let layout = &publisher.game.layout;
        let folder = layout.sitting(publisher.turn, locked.sitting);
        let signature = |what: What| {
            let staged = publisher.stage.get(layout, &folder.join(what.file()));
            by_hand(publisher, &what, staged)
        };
        own += &signature(What::Signature(name.clone()));
        own += &by_hand(publisher, &What::Standing(name.clone()), standing);
        own += &signature(What::SignedStanding(name));
    }
    if own.is_empty() {
        text.push_str("\nNo orders of yours were on file.\n");
    } else {
        text.push_str(
            "\nTo check your own in a shell; the last hash of each line is the `sha256sum` of\n\
             your file as it was filed:\n",
        );
        text += &own;
    }
    text += &foot(publisher.game, &publisher.log.head_field());
    text
}

/// Returns the shell line that prints the commitment to a player's own file, with its nonce, which only this player is
/// told.
fn by_hand(publisher: &Publisher<'_>, what: &What, file: Option<&[u8]>) -> String {
    let Some(file) = file else {
        return String::new();
    };
    let (game, t): (&Name, u32) = (&publisher.draw.game, publisher.draw.sitting);
    let salt = bind_salt(&publisher.secret, what, t);
    format!(
        "\n  printf '%s\\n' fair1/bind {game} {what} {t} \\\n    {salt} \\\n    {} | sha256sum\n",
        sha256(file)
    )
}

fn utc(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%d %H:%M:%S UTC").to_string()
}
