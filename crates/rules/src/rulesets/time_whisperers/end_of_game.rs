//! End of game.

use super::{
    Table, TimeWhisperers,
    control::gold,
    facts::{Fact, WonBy},
    names::{Age, Color, Side},
    readings::LastGold,
    state::{Phase, State},
};
use crate::{collect::Collect, engine::Flow};
use std::cmp::Reverse;

impl TimeWhisperers {
    /// End of game: returns the winners: those with the most victory points. Ties are broken by the highest total gold
    /// strength on the board, the fewest cards in the last round, and dark control of the phantom's age; those who are
    /// still tied share the victory (ruling C26).
    pub(super) fn end_of_game(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        keeper: Option<Color>,
    ) -> Flow {
        state.phase = Phase::Over;
        table.rule("End of game");
        let mut left = state.colors();
        let player = |color: Color| state.player(color);
        best(&mut left, |color| player(color).total());
        let mut by = WonBy::VictoryPoints;
        if left.len() > 1 {
            by = WonBy::GoldStrength;
            best(&mut left, |color| last_gold(state, color));
        }
        if left.len() > 1 {
            by = WonBy::FewestCards;
            best(&mut left, |color| Reverse(player(color).cards_played()));
        }
        if left.len() > 1 {
            by = WonBy::PhantomAge;
            best(&mut left, |color| keeper == Some(color));
        }
        if left.len() > 1 {
            by = WonBy::Shared;
        }
        let vp = state.players.iter();
        let vp = vp
            .map(|(color, player)| (*color, player.total()))
            .collect_map();
        let winners = left.iter().map(|color| self.seat(*color).clone()).collect();
        table.tell_all(Fact::GameOver {
            vp,
            by,
            winners: left,
        });
        Flow::Over { winners }
    }
}

/// Keeps those who have the most of something.
fn best<T: Ord>(left: &mut Vec<Color>, of: impl Fn(Color) -> T) {
    let most = left.iter().map(|color| of(*color)).max();
    left.retain(|color| Some(of(*color)) == most);
}

/// Returns the total gold strength on the board as it stands after the last scoring: of the Time Whisperers that show
/// gold, or as phase 3 would count it (ruling C33).
fn last_gold(state: &State, color: Color) -> u32 {
    let player = state.player(color);
    match state.readings.last_gold {
        LastGold::Board => {
            let whisperers = player.whisperers.iter();
            let gold = whisperers.filter(|(_, w)| w.side == Side::Gold);
            gold.map(|(number, w)| w.strength(*number)).sum()
        }
        LastGold::Phase3 => Age::ALL.iter().map(|age| gold(player, *age)).sum(),
    }
}
