//! The Fate deck and the Problem deck.

use super::{
    Table,
    names::FateCard,
    problems::Problem,
    state::{Pile, State},
};
use crate::engine::Play;

/// Turns up the top card of a deck; `None` if the deck is empty. Which of the shuffled cards it is, is drawn now
/// (ruling T2).
fn turn_up<T: Copy + Ord>(
    pile: &mut Pile<T>,
    table: &mut Table<'_>,
    label: &'static str,
) -> Play<Option<T>> {
    if pile.shuffled.is_empty() {
        return Ok((!pile.bottom.is_empty()).then(|| pile.bottom.remove(0)));
    }
    let many = u32::try_from(pile.shuffled.len()).expect("a deck has few cards");
    let at = table.pick(format_args!("{label}"), many)?;
    Ok(Some(pile.shuffled.remove(at)))
}

/// Draws a card of the Fate deck; it lies open until the duel, or all attacks of Time Waves, are over. If the deck is empty,
/// the open cards are shuffled first (ruling T3).
pub(super) fn draw_fate(state: &mut State, table: &mut Table<'_>) -> Play<FateCard> {
    if state.fate.cards() == 0 {
        let open = std::mem::take(&mut state.open_fate);
        state.fate.shuffle(open);
    }
    let card = turn_up(&mut state.fate, table, "fate")?.expect("the deck has 31 cards");
    state.open_fate.push(card);
    Ok(card)
}

/// Results: puts the open Fate cards on the bottom of the deck, or shuffles the deck if the FATE card is one of them.
pub(super) fn put_fate_back(state: &mut State) {
    let open = std::mem::take(&mut state.open_fate);
    if open.contains(&FateCard::Fate) {
        state.fate.shuffle(open);
    } else {
        state.fate.bottom.extend(open);
    }
}

/// Draws a card of the Problem deck; `None` if there is none.
pub(super) fn draw_problem(state: &mut State, table: &mut Table<'_>) -> Play<Option<Problem>> {
    turn_up(&mut state.problems, table, "problem")
}
