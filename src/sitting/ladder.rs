//! The ladder: what becomes of seats whose orders do not come.

use super::{
    OnFileSet, Request, SittingError,
    away::is_away,
    due::{bots, is_fresh, lapsed, owing, step, unattended},
    note::{Note, Who},
};
use crate::{
    audit::Deed,
    engine::{Overdue, SeatId},
    store::{Game, Position, StandIn, Step, TurnRecord},
};
use std::collections::BTreeMap;

/// What a sitting does to the seats on the ladder.
#[derive(Debug, Default)]
pub(super) struct Climb {
    /// How many deadlines in a row each seat has let pass after it.
    pub missed: BTreeMap<SeatId, u32>,
    /// Seats that the GM has given to a bot, after it.
    pub bots: BTreeMap<SeatId, StandIn>,
    /// What is told of it.
    pub notes: Vec<Note>,
}

/// Where the seats stand after a sitting of this turn.
pub(super) fn climb(
    game: &Game,
    position: &Position,
    record: &TurnRecord,
    set: &OnFileSet,
    request: &Request,
) -> Result<Climb, SittingError> {
    let mut climb = Climb {
        missed: position.clock.missed.clone(),
        bots: position.clock.bots.clone(),
        notes: vec![],
    };
    // Whoever has sent something is back.
    for (seat, filed) in &set.orders {
        if !is_fresh(position, seat, filed) {
            continue;
        }
        let missed = climb.missed.remove(seat).is_some();
        if climb.bots.remove(seat).is_some() || missed {
            let text = format!("{seat} has sent orders, and its player plays it again.");
            if unattended(game, position).contains(seat) {
                climb.notes.push(note(position, request, Deed::Nmr, text));
            }
        }
    }
    let passed =
        lapsed(game, position, request.at) || (request.overdue && position.deadline.is_none());
    let deserted = unattended(game, position);
    let players = game.players()?;
    let due = position.deadline.unwrap_or(request.at);
    for seat in owing(game, position, record, set) {
        if !passed && !deserted.contains(&seat) {
            continue;
        }
        // A bot that the GM has set owes nothing; a caretaker of the ladder plays for a player who still does.
        if climb.bots.contains_key(&seat) {
            continue;
        }
        if let Some(player) = players.of(&seat)
            && !deserted.contains(&seat)
            && is_away(game, player, due)?
        {
            let text =
                format!("The player of {seat} had said to be away: this deadline is excused.");
            climb
                .notes
                .push(note(position, request, Deed::Excuse, text));
            continue;
        }
        let missed = climb.missed.entry(seat.clone()).or_default();
        let before = step(game, *missed);
        *missed = missed.saturating_add(1);
        let now = step(game, *missed);
        if now != before && now.is_some_and(Step::is_unattended) {
            let text = format!(
                "No orders of {seat} came at {}. {}",
                times(*missed),
                becomes(now, game.file.caretaker.as_deref())
            );
            climb.notes.push(note(position, request, Deed::Nmr, text));
        }
    }
    Ok(climb)
}

/// What is overdue: all that is asked of seats without the orders that the turn waits for, and the
/// prompts that are open. Whom a turn did not wait for is not late for what he is asked in it. Whom
/// nobody waits for any more always is, unless he has sent something.
pub(super) fn late(
    game: &Game,
    position: &Position,
    record: &TurnRecord,
    set: &OnFileSet,
    overdue: bool,
) -> Overdue {
    let mut seats = unattended(game, position);
    if !overdue {
        let owing = owing(game, position, record, set);
        seats.retain(|seat| owing.contains(seat) || !set.orders.contains_key(seat));
        return Overdue {
            seats,
            ..Overdue::default()
        };
    }
    seats.extend(record.awaited(game).iter().cloned());
    seats.retain(|seat| !set.orders.contains_key(seat));
    Overdue {
        seats,
        prompts: record.prompts.iter().map(|p| p.id.clone()).collect(),
        ..Overdue::default()
    }
}

/// What is overdue in a sitting, and what becomes of the seats whose orders did not come.
pub(super) fn lateness(
    game: &Game,
    position: &Position,
    record: &TurnRecord,
    set: &OnFileSet,
    overdue: bool,
    request: &Request,
) -> Result<(Overdue, Climb), SittingError> {
    let climb = climb(game, position, record, set, request)?;
    let late = Overdue {
        // Whoever comes to a caretaker by this very deadline is played by it at once.
        bots: bots(game, &climb.missed, &climb.bots),
        ..late(game, position, record, set, overdue)
    };
    Ok((late, climb))
}

fn note(position: &Position, request: &Request, what: Deed, text: String) -> Note {
    Note {
        what,
        who: Who::Desk,
        at: request.at,
        turn: position.turn,
        text,
        binds: vec![],
    }
}

fn times(missed: u32) -> String {
    match missed {
        1 => "the deadline".to_owned(),
        n => format!("{n} deadlines in a row"),
    }
}

/// What a step of the ladder means, for everybody to read.
fn becomes(step: Option<Step>, bot: Option<&str>) -> String {
    let rest = bot.map_or_else(
        || "defaults the rest".to_owned(),
        |bot| format!("the bot {bot} the rest, by what the seat may see"),
    );
    match step {
        Some(Step::Caretaker) => format!(
            "A caretaker plays it from now on, and nobody waits for it: its standing orders answer what they \
             cover, and {rest}. Its player has it back with the first order file that is sent."
        ),
        Some(Step::Vacant) => format!(
            "It is vacant, and nobody waits for it: its standing orders answer what they cover, and {rest}, \
             until somebody takes it. Its player has it back with the first order file that is sent."
        ),
        Some(Step::Substitute) => {
            "Its substitute takes it, or it is vacant where there is none.".to_owned()
        }
        Some(Step::Wait | Step::Default) | None => String::new(),
    }
}
