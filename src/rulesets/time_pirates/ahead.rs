//! The preview: a player's orders are executed on their own view, once for each counter that can come out of the bag.

use super::{
    Table, TimePirates,
    facts::Fact,
    names::{Color, Player},
    state::{Phase, State, Step as TurnStep, Stock, Turn},
    view::View,
};
use crate::{
    engine::{Ahead, Chance, Draw, Drawn, Play, SeatId, Step},
    rulesets::kit::side,
};

fn player_of(view: &View, seat: &SeatId) -> Option<Player> {
    let player: Player = side(seat)?;
    view.sides.contains_key(&player).then_some(player)
}

/// Checks whether other players have World Scoring Markers. Their colors are chosen in secret when a Week ends.
fn others_choose(view: &View, player: Player) -> bool {
    let others = view.sides.iter().filter(|(other, _)| **other != player);
    let mut markers = others.flat_map(|(_, side)| side.markers.keys());
    markers.any(|marker| marker.color == Color::World)
}

fn count<T>(stock: &Stock<T>) -> i64 {
    stock.values().copied().map(i64::from).sum()
}

impl Ahead<View, State, Fact> for TimePirates {
    fn imagine(&self, view: &View, seat: &SeatId, _: &Drawn) -> Option<State> {
        let player = player_of(view, seat)?;
        let mut state = Self::state_of(view);
        // A view that was cut short in its file is no consistent state, so it cannot be previewed.
        self.consistent(&state).ok()?;
        match state.phase {
            Phase::Over => return None,
            Phase::Placement if state.side(player).at.is_some() => return None,
            Phase::Turn(turn) if turn.player != player => {
                state.phase = Phase::Turn(Turn::of(player));
            }
            Phase::Placement | Phase::Turn(_) => {}
        }
        Some(state)
    }

    /// Executes Preparation or Playing the Game for one player, from the point that the turn has reached.
    fn play(&self, state: &mut State, seat: &SeatId, table: &mut Table<'_>) -> Play<()> {
        let mut turn = match state.phase {
            Phase::Turn(turn) => turn,
            Phase::Placement | Phase::Over => {
                let player = side(seat).expect("a seat is named after its player");
                return self.place_time_traveler(state, table, player);
            }
        };
        match turn.step {
            TurnStep::Start => return self.player_turn(state, table, turn).map(drop),
            TurnStep::Restocking(epoch) => {
                if self.restock(state, table, turn.player, epoch)?.is_break() {
                    return Ok(());
                }
                turn.left = super::playing::ACTIONS_AFTER_RESTOCKING;
            }
            TurnStep::Discarding => self.discard_to_police(state, table, turn.player)?,
            TurnStep::Actions => {}
        }
        turn.step = TurnStep::Actions;
        state.phase = Phase::Turn(turn);
        self.perform_actions(state, table, turn)
    }

    /// Restocking Artifacts: returns one way for each kind of counter, because counters of one kind are not told apart.
    /// After the end of a Week the counters in the bag would be drawn again without end, so the preview stops there.
    fn ways(&self, view: &View, state: &State, label: &str, sides: u32, _: &Drawn) -> Draw {
        let total: u32 = state.bag.values().sum();
        if !label.starts_with("bag/") || total != sides {
            return Draw::even(label, sides);
        }
        if state.week > view.week {
            return Draw {
                label: label.to_owned(),
                ways: vec![],
            };
        }
        let mut first = 1;
        let ways = state.bag.values().filter_map(|n| {
            let chance = Chance::of((*n).into(), total.into())?;
            let face = first;
            first += n;
            Some((face, chance))
        });
        Draw {
            label: label.to_owned(),
            ways: ways.collect(),
        }
    }

    fn step(&self, view: &View, seat: &SeatId, rule: &str, fact: &Fact) -> Option<Step> {
        let own = player_of(view, seat)?;
        let shown = match fact {
            Fact::Placed { player, .. }
            | Fact::Restocks { player, .. }
            | Fact::Took { player, .. }
            | Fact::Moved { player, .. }
            | Fact::Sold { player, .. }
            | Fact::Atomic { player, .. }
            | Fact::Exchanged { player, .. }
            | Fact::Assigned { player, .. } => *player == own,
            // The majorities are open while other players still choose the colors of their World markers.
            Fact::Scored { player, .. } => *player == own && !others_choose(view, own),
            Fact::Drew { .. }
            | Fact::Police { .. }
            | Fact::WeekEnds { .. }
            | Fact::Returned { .. }
            | Fact::Lost { .. } => true,
            Fact::Stocked { .. }
            | Fact::FirstPlayer { .. }
            | Fact::Turn { .. }
            | Fact::GameOver { .. } => false,
        };
        shown.then(|| Step::told(rule, fact))
    }

    fn beyond(&self, view: &View, seat: &SeatId) -> Vec<String> {
        let open = player_of(view, seat).is_some_and(|own| others_choose(view, own));
        let points = "your points, if the Week ends: others choose what their World Scoring Markers count as";
        open.then(|| points.to_owned()).into_iter().collect()
    }

    fn purse(&self, state: &State, seat: &SeatId) -> Vec<(&'static str, i64)> {
        let player = side::<Player>(seat);
        let Some(side) = player.and_then(|player| state.sides.get(&player)) else {
            return vec![];
        };
        vec![
            ("counters", count(&side.artifacts)),
            ("markers", count(&side.markers)),
        ]
    }
}
