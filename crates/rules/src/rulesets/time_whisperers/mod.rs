//! The Time Whisperers: the ancient abstracts struggle for the phantom.
//!
//! One turn is one round of the rulebook, with a file for each phase; the first turn begins with the placement of the
//! Time Whisperers. The 24 gold powers are in `powers`. The rulebook holds all that is needed to play, so no data is
//! reconstructed; unclear rules are decided in `rulings.yaml`.

mod ahead;
mod answer;
mod asks;
mod card_play;
mod check;
pub mod content;
mod control;
mod diagnostics;
mod end_of_game;
pub mod facts;
mod gold_powers;
mod imagined;
mod invariants;
pub mod names;
pub mod orders;
mod powers;
pub mod readings;
mod round_reset;
mod scoring;
mod setup;
pub mod state;
#[cfg(test)]
mod tests;
mod unused;
pub mod view;

pub use diagnostics::{NotInHand, Wrong};
pub use setup::{Options, Placement};

use crate::yaml::Code;
use crate::{
    collect::Collect,
    rulesets::kit::{ContentFile, Listed, Seats, question},
};
use crate::{
    content::{InvalidContent, Library},
    dice::Dice,
    engine::{
        self, Ahead, Answered, AskKind, Asked, Diagnostic, Flow, Illegal, InvalidState, Line,
        Moment, Plan, Play, Reply, Ruleset, Seat, SeatId, Unused, Viewer,
    },
};
use content::Content;
use facts::{Fact, ScoringBy};
use names::Color;
use orders::Orders;
use powers::Window;
use state::{Phase, State};
use std::collections::BTreeMap;
use view::View;

type Table<'a> = engine::Table<'a, Fact>;

/// The rules of The Time Whisperers.
#[derive(Debug)]
pub struct TimeWhisperers {
    content: Content,
    seats: Seats<Color>,
}

impl TimeWhisperers {
    /// Returns the text that is printed on board and tiles.
    pub(crate) fn content(&self) -> &Content {
        &self.content
    }

    fn seat(&self, color: Color) -> &SeatId {
        self.seats.id(color)
    }

    /// Returns the function that makes the view of a player.
    fn eyes<'r>(&'r self, state: &'r State, color: Color) -> impl Fn() -> View + 'r {
        move || self.seen_by(state, &Viewer::Seat(self.seat(color).clone()))
    }

    /// Game overview: plays the phases of a round after card play.
    fn after_card_play(&self, state: &mut State, table: &mut Table<'_>) -> Play<Flow> {
        state.phase = Phase::Scoring;
        let keeper = self.score(state, table, ScoringBy::Phase)?;
        if state.round == state.rounds() {
            return Ok(self.end_of_game(state, table, keeper));
        }
        if !state.youth {
            self.gold_powers(state, table)?;
        }
        self.round_reset(state, table)?;
        Ok(Flow::Next)
    }
}

impl Listed for TimeWhisperers {
    const ID: &'static str = "time-whisperers";
    const TITLE: &'static str = "The Time Whisperers";
    const EDITION: &'static str = "2024";
    const ABOUT: &'static str = include_str!("about.txt");
    const COVER: &'static [u8] = include_bytes!("cover.png");
    const USUAL_OPTIONS: &'static [&'static str] = &["players=3"];
    const FILES: &'static [ContentFile] = content::FILES;
    const RULINGS: &'static str = include_str!("rulings.yaml");
    const CODES: &'static [Code] = diagnostics::CODES;

    fn new(library: &Library) -> Result<Self, InvalidContent> {
        Ok(Self {
            content: Content::read(library)?,
            seats: Seats::of(Color::ALL),
        })
    }
}

impl Ruleset for TimeWhisperers {
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
        self.seating(options)
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

    fn entries(&self, orders: &Orders) -> Vec<Line> {
        answer::entries(orders)
    }

    fn unused(
        &self,
        _: &SeatId,
        orders: &Orders,
        view: &View,
        moments: &[Moment],
        over: bool,
    ) -> Vec<Unused> {
        self.without_use(orders, view, moments, over)
    }

    fn check(&self, view: &View, seat: &SeatId, plan: &Plan<'_, Orders>) -> Vec<Diagnostic> {
        self.look_through(view, seat, plan)
    }

    fn setup(&self, options: &Options, seats: &[Seat], table: &mut Table<'_>) -> Play<State> {
        self.set_up(options, seats, table)
    }

    /// Game overview: plays one round of four phases; the last round ends after phase 2 (Youth game: three rounds of
    /// three phases).
    fn turn(&self, state: &mut State, table: &mut Table<'_>) -> Play<Flow> {
        if state.phase == Phase::Placement {
            self.place(state, table)?;
        }
        table.rule("Game overview");
        let round = state.round;
        table.tell_all(Fact::Round { round });
        self.decide(state, table, Window::BeforeCardPlay)?;
        self.card_play(state, table)?;
        self.after_card_play(state, table)
    }

    fn view(&self, state: &State, viewer: &Viewer) -> View {
        self.seen_by(state, viewer)
    }

    fn score(&self, view: &View) -> BTreeMap<SeatId, i64> {
        let players = view.players.iter();
        players
            .map(|(color, player)| (self.seat(*color).clone(), player.total.into()))
            .collect_map()
    }

    fn ahead(&self) -> Option<&dyn Ahead<View, State, Fact>> {
        Some(self)
    }

    fn invariants(&self, state: &State) -> Result<(), InvalidState> {
        self.consistent(state)
    }

    fn imagine(
        &self,
        view: &View,
        _: Option<&View>,
        _: &Viewer,
        dice: &mut dyn Dice,
    ) -> Option<State> {
        imagined::imagined(view, dice)
    }

    /// Returns more answers than a game has: it is played to its end.
    fn horizon(&self, _: &str) -> usize {
        10_000
    }
}
