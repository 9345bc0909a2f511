//! The preview: a player's orders, and supposed orders of others, are executed on the player's own view, once for each
//! counter that can come out of the bag.

use super::{
    Table, TimePirates,
    facts::Fact,
    names::{Color, Player},
    state::{Phase, State, Step as TurnStep, Stock, Turn},
    view::View,
};
use crate::{
    engine::{Ahead, Cast, Chance, Draw, Drawn, Play, SeatId, Step},
    rulesets::kit::side,
};
use std::ops::ControlFlow;

fn player_of(view: &View, seat: &SeatId) -> Option<Player> {
    let player: Player = side(seat)?;
    view.sides.contains_key(&player).then_some(player)
}

/// Checks whether players without orders have World Scoring Markers. Their colors are chosen in secret when a Week ends.
fn others_choose(view: &View, cast: &Cast) -> bool {
    let others = view.sides.iter().filter(|(other, _)| !plays(cast, **other));
    let mut markers = others.flat_map(|(_, side)| side.markers.keys());
    markers.any(|marker| marker.color == Color::World)
}

fn plays(cast: &Cast, player: Player) -> bool {
    let mut seats = cast.supposed.iter().chain([&cast.own]);
    seats.any(|seat| side(seat) == Some(player))
}

/// Returns the players whose parts a preview plays, in the order of their turns from the turn that is going on; in
/// Preparation the order in which they place their Time Travelers.
fn in_order(state: &State, cast: &Cast) -> Vec<Player> {
    let mut order = match state.phase {
        Phase::Turn(turn) => {
            let mut order = vec![turn.player];
            order.extend(state.others(turn.player));
            order
        }
        Phase::Placement | Phase::Over => state.order.iter().rev().copied().collect(),
    };
    order.retain(|player| plays(cast, *player));
    order
}

fn count<T>(stock: &Stock<T>) -> i64 {
    stock.values().copied().map(i64::from).sum()
}

impl TimePirates {
    /// Plays the rest of a turn, from the point that it has reached.
    fn resume(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        mut turn: Turn,
    ) -> Play<ControlFlow<()>> {
        match turn.step {
            TurnStep::Start => return self.player_turn(state, table, turn),
            TurnStep::Restocking(epoch) => {
                if self.restock(state, table, turn.player, epoch)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                turn.left = super::playing::ACTIONS_AFTER_RESTOCKING;
            }
            TurnStep::Discarding => self.discard_to_police(state, table, turn.player)?,
            TurnStep::Actions => {}
        }
        turn.step = TurnStep::Actions;
        state.phase = Phase::Turn(turn);
        self.perform_actions(state, table, turn)?;
        Ok(ControlFlow::Continue(()))
    }
}

impl Ahead<View, State, Fact> for TimePirates {
    fn imagine(&self, view: &View, seat: &SeatId, _: &Drawn) -> Option<State> {
        let player = player_of(view, seat)?;
        let state = Self::state_of(view);
        // A view that was cut short in its file is no consistent state, so it cannot be previewed.
        self.consistent(&state).ok()?;
        match state.phase {
            Phase::Over => None,
            Phase::Placement if state.side(player).at.is_some() => None,
            Phase::Placement | Phase::Turn(_) => Some(state),
        }
    }

    /// Executes Preparation or Playing the Game for the players of the cast, from the point that the turn has reached:
    /// the turn of each, clockwise, as if the players between them had none.
    fn play(
        &self,
        state: &mut State,
        cast: &Cast,
        own_done: &dyn Fn(&State),
        table: &mut Table<'_>,
    ) -> Play<()> {
        for player in in_order(state, cast) {
            match state.phase {
                Phase::Turn(turn) => {
                    let turn = if turn.player == player {
                        turn
                    } else {
                        Turn::of(player)
                    };
                    state.phase = Phase::Turn(turn);
                    if self.resume(state, table, turn)?.is_break() {
                        return Ok(());
                    }
                }
                Phase::Placement if state.side(player).at.is_some() => {}
                Phase::Placement => self.place_time_traveler(state, table, player)?,
                Phase::Over => return Ok(()),
            }
            if side(&cast.own) == Some(player) {
                own_done(state);
            }
        }
        Ok(())
    }

    /// Returns the view with the turn of that player.
    fn as_supposed(&self, view: &View, other: &SeatId) -> Option<View> {
        let player = player_of(view, other)?;
        let Phase::Turn(turn) = view.phase else {
            return None;
        };
        (turn.player != player).then(|| View {
            phase: Phase::Turn(Turn::of(player)),
            ..view.clone()
        })
    }

    /// Returns false if the turn of another player of the cast comes before.
    fn stands_as_seen(&self, view: &View, cast: &Cast, other: &SeatId) -> bool {
        let first = in_order(&Self::state_of(view), cast).first().copied();
        matches!(view.phase, Phase::Placement) || first == side(other)
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

    /// Returns the step for a fact about a player of the cast, or about the bag and the Week.
    fn step(&self, view: &View, cast: &Cast, rule: &str, fact: &Fact) -> Option<Step> {
        let shown = match fact {
            Fact::Placed { player, .. }
            | Fact::Restocks { player, .. }
            | Fact::Took { player, .. }
            | Fact::Moved { player, .. }
            | Fact::Sold { player, .. }
            | Fact::Atomic { player, .. }
            | Fact::Exchanged { player, .. }
            | Fact::Assigned { player, .. } => plays(cast, *player),
            // The majorities are open while other players still choose the colors of their World markers.
            Fact::Scored { player, .. } => plays(cast, *player) && !others_choose(view, cast),
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

    fn beyond(&self, view: &View, cast: &Cast) -> Vec<String> {
        let open = others_choose(view, cast);
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
