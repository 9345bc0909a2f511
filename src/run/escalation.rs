//! Escalation: the consequences for seats whose orders do not come.

use super::{
    due::{bots, is_fresh, lapsed, owing, played_by, step, unattended},
    request::Request,
};
use crate::{
    engine::{Overdue, SeatId},
    error::GameError,
    game_dir::{ClockState, Game, Note, Position, Step, TurnRecord, Who, is_away},
    log::{Deed, PlayedBy},
    orders::{self, OnFileSet},
};
use std::collections::BTreeMap;

/// The effect of a sitting on the escalation of all seats.
#[derive(Debug, Default)]
pub(crate) struct Climb {
    /// The missed deadlines and the bots of the seats after the sitting.
    pub clock: ClockState,
    /// The notes that publish the changes.
    pub notes: Vec<Note>,
}

/// Computes the escalation of the seats after a sitting of this turn.
pub(crate) fn climb(
    game: &Game,
    position: &Position,
    record: &TurnRecord,
    set: &OnFileSet,
    request: &Request,
) -> Result<Climb, GameError> {
    let mut clock = ClockState {
        missed: position.clock.missed.clone(),
        bots: position.clock.bots.clone(),
        ..ClockState::default()
    };
    let mut notes = vec![];
    let note = |what, text: String| Note::new(what, Who::Desk, (position.turn, request.at), text);
    // A seat with new orders is played by its player again.
    for (seat, filed) in &set.orders {
        if !is_fresh(position, seat, filed) {
            continue;
        }
        let before = played_by(game, &clock, seat);
        clock.missed.remove(seat);
        clock.bots.remove(seat);
        if before != PlayedBy::Player {
            let text = format!("{seat} has sent orders, and its player plays it again.");
            notes.push(note(Deed::Nmr, text).of_seat(seat, Some(PlayedBy::Player)));
        }
    }
    let passed =
        lapsed(game, position, request.at) || (request.overdue && position.deadline.is_none());
    let deserted = unattended(game, position);
    let mut owing = owing(game, position, record, set);
    owing.retain(|seat| passed || deserted.contains(seat));
    // A bot that the GM has set owes nothing; the player behind a caretaker still does.
    owing.retain(|seat| !clock.bots.contains_key(seat));
    if owing.is_empty() {
        return Ok(Climb { clock, notes });
    }
    let players = game.players()?;
    let due = position.deadline.unwrap_or(request.at);
    for seat in owing {
        if let Some(player) = players.of(&seat)
            && !deserted.contains(&seat)
            && is_away(game, player, due)?
        {
            let text =
                format!("The player of {seat} had said to be away: this deadline is excused.");
            notes.push(note(Deed::Excuse, text).of_seat(&seat, None));
            continue;
        }
        let text = missed_one(game, &mut clock, &seat);
        notes.extend(text.map(|text| {
            note(Deed::Nmr, text).of_seat(&seat, Some(played_by(game, &clock, &seat)))
        }));
    }
    Ok(Climb { clock, notes })
}

/// Counts a deadline that a seat has missed. If the game no longer waits for the seat from now on, returns the text of
/// the note about it.
pub fn missed_one(game: &Game, clock: &mut ClockState, seat: &SeatId) -> Option<String> {
    let missed = clock.missed.entry(seat.clone()).or_default();
    let before = step(game, *missed);
    *missed = missed.saturating_add(1);
    let now = step(game, *missed);
    (now != before && now.is_some_and(Step::is_unattended)).then(|| {
        format!(
            "No orders of {seat} came at {}. {}",
            times(*missed),
            becomes(now, game.file.caretaker.as_deref())
        )
    })
}

/// Returns what is overdue in a sitting, and the escalation of the seats whose orders did not come.
pub(crate) fn lateness(
    game: &Game,
    position: &Position,
    record: &TurnRecord,
    set: &OnFileSet,
    overdue: bool,
    request: &Request,
) -> Result<(Overdue, Climb), GameError> {
    let climb = climb(game, position, record, set, request)?;
    // If this deadline hands a seat to a caretaker, the caretaker plays it in this sitting.
    let mut absent = game.seat_ids();
    absent.retain(|seat| played_by(game, &climb.clock, seat) != PlayedBy::Player);
    let asked = (
        record.awaited(&*game.rules, || game.seat_ids()),
        &*record.prompts,
    );
    let none = BTreeMap::new();
    let used = if position.sat_in == position.turn {
        &position.used
    } else {
        &none
    };
    let late = Overdue {
        bots: bots(game, &climb.clock.missed, &climb.clock.bots),
        ..orders::overdue(absent, asked, overdue, set, used)
    };
    Ok((late, climb))
}

fn times(missed: u32) -> String {
    match missed {
        1 => "the deadline".to_owned(),
        n => format!("{n} deadlines in a row"),
    }
}

/// Returns the public sentence about an escalation level.
fn becomes(step: Option<Step>, bot: Option<&str>) -> String {
    let rest = bot.map_or_else(
        || "defaults the rest".to_owned(),
        |bot| format!("the bot {bot} the rest, by what the seat may see"),
    );
    match step {
        Some(Step::Caretaker) => format!(
            "A caretaker plays it from now on, and the game does not wait for it: its standing orders answer what they \
             cover, and {rest}. Its player has it back with the first order file that is sent."
        ),
        Some(Step::Vacant) => format!(
            "It is vacant, and the game does not wait for it: its standing orders answer what they cover, and {rest}, \
             until another player takes it. Its player has it back with the first order file that is sent."
        ),
        Some(Step::Substitute) => {
            "Its substitute takes it, or it is vacant where there is none.".to_owned()
        }
        Some(Step::Wait | Step::Default) | None => String::new(),
    }
}
