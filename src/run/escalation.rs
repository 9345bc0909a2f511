//! The ladder: what becomes of seats whose orders do not come.

use super::{
    due::{bots, is_fresh, lapsed, owing, played_by, step, unattended},
    request::Request,
};
use crate::{
    engine::{Overdue, Prompt, SeatId},
    error::SittingError,
    game_dir::{Clockwork, Game, Note, Position, Step, TurnRecord, Who, is_away},
    log::{Attendance, Deed, PlayedBy},
    orders::OnFileSet,
};

/// What a sitting does to the seats on the ladder.
#[derive(Debug, Default)]
pub(crate) struct Climb {
    /// Where the seats stand after it.
    pub clock: Clockwork,
    /// What is told of it.
    pub notes: Vec<Note>,
}

/// Where the seats stand after a sitting of this turn.
pub(crate) fn climb(
    game: &Game,
    position: &Position,
    record: &TurnRecord,
    set: &OnFileSet,
    request: &Request,
) -> Result<Climb, SittingError> {
    let mut clock = Clockwork {
        missed: position.clock.missed.clone(),
        bots: position.clock.bots.clone(),
        ..Clockwork::default()
    };
    let mut notes = vec![];
    let note = |what, text: String| Note::new(what, Who::Desk, (position.turn, request.at), text);
    // A seat that has sent something is its player's again.
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
    let players = game.players()?;
    let due = position.deadline.unwrap_or(request.at);
    for seat in owing(game, position, record, set) {
        if !passed && !deserted.contains(&seat) {
            continue;
        }
        // A bot that the GM has set owes nothing; a caretaker of the ladder plays for a player who still does.
        if clock.bots.contains_key(&seat) {
            continue;
        }
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

/// Counts a deadline that a seat has let pass; says what becomes of the seat where the game does not wait for it
/// any more.
pub fn missed_one(game: &Game, clock: &mut Clockwork, seat: &SeatId) -> Option<String> {
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

/// What is on file of one seat when a sitting is locked, beside what was at the sitting before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sent {
    /// No orders.
    Nothing,
    /// The very orders of the sitting before in the same turn.
    Same,
    /// Others.
    News,
}

/// What a sitting takes as late (fair1, section 6): the seats that their players do not play and that have sent
/// nothing since the sitting before; and where the deadline has passed, the seats without orders that the turn
/// waits for, and the prompts that are open. A seat that the turn did not wait for is not late for what it is
/// asked in it.
pub(crate) fn late(
    absent: impl IntoIterator<Item = SeatId>,
    (awaited, prompts): (&[SeatId], &[Prompt]),
    overdue: bool,
    sent: impl Fn(&SeatId) -> Sent,
) -> Overdue {
    let absent = absent.into_iter().filter(|seat| sent(seat) != Sent::News);
    let mut late = Overdue {
        seats: absent.collect(),
        ..Overdue::default()
    };
    if overdue {
        let without = awaited.iter().filter(|seat| sent(seat) == Sent::Nothing);
        late.seats.extend(without.cloned());
        late.prompts = prompts.iter().map(|prompt| prompt.id.clone()).collect();
    }
    late
}

/// The seats that their players do not play.
pub(crate) fn absent(attendance: &Attendance, seats: &[SeatId]) -> Vec<SeatId> {
    let absent = seats
        .iter()
        .filter(|seat| attendance.of(seat.as_str()) != PlayedBy::Player);
    absent.cloned().collect()
}

/// What is overdue in a sitting, and what becomes of the seats whose orders did not come.
pub(crate) fn lateness(
    game: &Game,
    position: &Position,
    record: &TurnRecord,
    set: &OnFileSet,
    overdue: bool,
    request: &Request,
) -> Result<(Overdue, Climb), SittingError> {
    let climb = climb(game, position, record, set, request)?;
    // A seat that comes to a caretaker by this very deadline is played by it at once.
    let mut absent = game.seat_ids();
    absent.retain(|seat| played_by(game, &climb.clock, seat) != PlayedBy::Player);
    let sent = |seat: &SeatId| match set.orders.get(seat) {
        None => Sent::Nothing,
        Some(filed)
            if position.sat_in == position.turn
                && position.used.get(seat) == Some(&filed.digest) =>
        {
            Sent::Same
        }
        Some(_) => Sent::News,
    };
    let asked = (record.awaited(game), &*record.prompts);
    let late = Overdue {
        bots: bots(game, &climb.clock.missed, &climb.clock.bots),
        ..late(absent, asked, overdue, sent)
    };
    Ok((late, climb))
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
