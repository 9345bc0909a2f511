//! Time Pirates: two to six players gather artifacts in seven Epochs that the Time Police patrol.
//!
//! One turn is one player's turn; the placing of the Time Travelers is a turn of its own before them.
//! The rules are the designers'. The component data is in `content/`; data that no source gives is marked reconstructed
//! there. Unclear rules are decided in `rulings.yaml`.

pub mod actions;
mod ahead;
mod answer;
mod asks;
mod bag;
mod check;
pub mod content;
mod diagnostics;
pub mod facts;
mod invariants;
pub mod names;
pub mod options;
pub mod orders;
mod playing;
mod policy;
mod restocking;
mod scoring;
mod selling;
mod setup;
pub mod state;
#[cfg(test)]
mod tests;
mod time_police;
mod told;
pub mod view;

pub use diagnostics::Wrong;
pub use options::{Options, SetsOfJokers, WorldMarkers};

use crate::yaml::Code;
use crate::{
    collect::Collect,
    rulesets::kit::{ContentFile, Listed, Seats, question, side},
};
use crate::{
    content::{InvalidContent, Library},
    dice::Dice,
    engine::{
        self, Ahead, Answered, AskKind, Asked, Contradiction, Diagnostic, Flow, Illegal,
        InvalidState, Line, Odds, Plan, Play, Reply, Ruleset, Seat, SeatId, ToldRoll, Viewer,
    },
};
use content::Content;
use facts::Fact;
use names::Player;
use orders::Orders;
use serde_json::Value;
use state::{Phase, State, Turn};
use std::collections::BTreeMap;
use view::View;

type Table<'a> = engine::Table<'a, Fact>;

/// The rules of Time Pirates, with their content.
#[derive(Debug)]
pub struct TimePirates {
    content: Content,
    seats: Seats<Player>,
}

impl TimePirates {
    /// Returns the printed content.
    pub fn content(&self) -> &Content {
        &self.content
    }

    fn seat(&self, player: Player) -> &SeatId {
        self.seats.id(player)
    }
}

impl Listed for TimePirates {
    const ID: &'static str = "time-pirates";
    const TITLE: &'static str = "Time Pirates";
    const EDITION: &'static str = "designers";
    const ABOUT: &'static str = include_str!("about.txt");
    const COVER: &'static [u8] = include_bytes!("cover.png");
    const USUAL_OPTIONS: &'static [&'static str] = &["players=4"];
    const FILES: &'static [ContentFile] = content::FILES;
    const RULINGS: &'static str = include_str!("rulings.yaml");
    const CODES: &'static [Code] = diagnostics::CODES;

    fn new(library: &Library) -> Result<Self, InvalidContent> {
        Ok(Self {
            content: Content::read(library)?,
            seats: Seats::of(Player::ALL),
        })
    }
}

impl Ruleset for TimePirates {
    type Options = Options;
    type State = State;
    type Fact = Fact;
    type View = View;
    type Orders = Orders;

    fn id(&self) -> &'static str {
        Self::ID
    }

    fn asks(&self) -> &'static [AskKind] {
        asks::Question::LIST
    }

    fn seats(&self, options: &Options) -> Result<Vec<Seat>, Illegal> {
        self.seating(*options)
    }

    fn answer(&self, plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
        answer::answer(plan, question(asked), asked)
    }

    fn written(&self, answers: &[Answered]) -> Orders {
        answer::written(answers)
    }

    fn lines(&self, orders: &Orders) -> Vec<Line> {
        answer::lines(orders)
    }

    fn check(&self, view: &View, seat: &SeatId, plan: &Plan<'_, Orders>) -> Vec<Diagnostic> {
        self.look_through(view, seat, plan)
    }

    fn setup(&self, options: &Options, seats: &[Seat], table: &mut Table<'_>) -> Play<State> {
        self.set_up(*options, seats, table)
    }

    /// The end of Preparation, then Playing the Game: plays one turn of one player, clockwise, until the last Week
    /// ends.
    fn turn(&self, state: &mut State, table: &mut Table<'_>) -> Play<Flow> {
        match state.phase {
            Phase::Placement => {
                self.place_time_travelers(state, table)?;
                return Ok(Flow::Next);
            }
            Phase::Turn(turn) => {
                if self.player_turn(state, table, turn)?.is_continue() {
                    let next = state.others(turn.player)[0];
                    state.phase = Phase::Turn(Turn::of(next));
                    return Ok(Flow::Next);
                }
            }
            Phase::Over => {}
        }
        let winners = self.game_end(state, table);
        let winners = winners.into_iter().map(|player| self.seat(player).clone());
        Ok(Flow::Over {
            winners: winners.collect(),
        })
    }

    fn view(&self, state: &State, _: &Viewer) -> View {
        self.seen(state)
    }

    /// Returns the seats whose orders the turn waits for: all for the placing of the Time Travelers, then only the
    /// player whose turn it is.
    fn awaited(&self, state: &State) -> Option<Vec<SeatId>> {
        match state.phase {
            Phase::Turn(turn) => Some(vec![self.seat(turn.player).clone()]),
            Phase::Placement | Phase::Over => None,
        }
    }

    /// Returns true if a Week has ended: the other turns concern the player whose turn it was.
    fn ends_round(&self, facts: &[Fact]) -> bool {
        facts
            .iter()
            .any(|fact| matches!(fact, Fact::WeekEnds { .. }))
    }

    fn score(&self, view: &View) -> BTreeMap<SeatId, i64> {
        let sides = view.sides.iter();
        sides
            .map(|(player, side)| (self.seat(*player).clone(), side.points.into()))
            .collect_map()
    }

    fn told_rolls(
        &self,
        before: Option<&View>,
        facts: &[Fact],
    ) -> Result<Vec<ToldRoll>, Contradiction> {
        self.rolls_of(before, facts)
    }

    fn odds_seen(&self, view: &View, _: &SeatId) -> Vec<Odds> {
        bag::odds(view)
    }

    fn ahead(&self) -> Option<&dyn Ahead<View, State, Fact>> {
        Some(self)
    }

    fn invariants(&self, state: &State) -> Result<(), InvalidState> {
        self.consistent(state)
    }

    /// Returns the state that the view shows, because no part of it is hidden from any player.
    fn imagine(
        &self,
        view: &View,
        _: Option<&View>,
        _: &Viewer,
        _: &mut dyn Dice,
    ) -> Option<State> {
        let state = Self::state_of(view);
        // A view that was cut short in its file is no consistent state.
        self.consistent(&state).is_ok().then_some(state)
    }

    fn worth(&self, state: &State, seat: &SeatId, _: i64) -> i64 {
        side(seat).map_or(0, |player| self.worth_to(state, player))
    }

    fn policy(&self, view: &View, asked: &Asked<'_>) -> Option<Value> {
        self.think_little(view, asked)
    }

    /// Returns the answers of some three turns.
    fn horizon(&self, _: &str) -> usize {
        18
    }
}
