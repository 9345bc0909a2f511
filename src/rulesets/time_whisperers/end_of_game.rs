//! End of game.

use super::{
    Table, TimeWhisperers,
    facts::{Fact, WonBy},
    names::{Color, Side},
    state::{Phase, Player, State},
};
use crate::engine::{Audience, Flow};
use std::cmp::Reverse;

impl TimeWhisperers {
    /// End of game: the most victory points; then the highest total gold strength on the board, the
    /// fewest cards in the last round, and dark control of the phantom's age; then those who are still
    /// tied share the victory (ruling C26).
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
            best(&mut left, |color| gold_on_board(player(color)));
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
        let vp = vp.map(|(color, player)| (*color, player.total())).collect();
        let winners = left.iter().map(|color| self.seat(*color).clone()).collect();
        let fact = Fact::GameOver {
            vp,
            by,
            winners: left,
        };
        table.tell(Audience::All, fact);
        Flow::Over { winners }
    }
}

/// Keeps those who have the most of something.
fn best<T: Ord>(left: &mut Vec<Color>, of: impl Fn(Color) -> T) {
    let most = left.iter().map(|color| of(*color)).max();
    left.retain(|color| Some(of(*color)) == most);
}

/// The strength of all Time Whisperers that show gold, as they stand after the last scoring (ruling
/// C33).
fn gold_on_board(player: &Player) -> u32 {
    let gold = player
        .whisperers
        .iter()
        .filter(|(_, w)| w.side == Side::Gold);
    gold.map(|(number, w)| w.strength(*number)).sum()
}
