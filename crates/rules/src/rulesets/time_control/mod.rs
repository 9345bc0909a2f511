//! Time Control: two to four players change each other's history with Agents and Time Waves; the last one who is left wins.
//!
//! One turn is one turn of the rulebook: Launch, Alert and Action Phase, then the Time Wave Turn. In the Action Phase all
//! players announce and interrupt; each files a sealed card, and the engine plays the cards against each other
//! (`engine::windows`). The component data is in `content/`; the results of Fate cards and the Problems are in no public
//! source and marked reconstructed there. Unclear rules are decided in `rulings.yaml`.

mod action_phase;
pub mod actions;
mod agent_duel;
mod ahead;
mod alert_phase;
mod announcement;
mod answer;
mod asks;
pub mod cash_out;
mod cashing_out;
mod check;
mod check_rules;
mod component_checks;
mod conditions;
pub mod content;
mod content_files;
mod control;
mod counted;
mod decks;
mod diagnostics;
pub mod duel;
pub mod effects;
pub mod facts;
mod fighting;
mod follow_trades;
mod hidden_rules;
mod interrupt_rules;
mod interrupted;
mod invariants;
mod launch_phase;
mod legal_actions;
mod live;
mod losing;
mod moving;
pub mod names;
pub mod options;
pub mod orders;
mod play_checks;
mod policy;
pub mod problems;
mod resolve_phase;
mod restrictions;
mod rule_checks;
mod setup;
pub mod state;
#[cfg(test)]
mod tests;
mod told;
mod unused;
mod view;
mod wave_attack;
mod waves;
mod worth;

pub use diagnostics::Wrong;
pub use options::Options;
pub use view::View;

use crate::yaml::Code;
use crate::{
    collect::Collect,
    rulesets::kit::{Claim, ContentFile, Effort, Listed, Seats, SideBySide, question},
};
use crate::{
    content::{InvalidContent, Library},
    dice::Dice,
    engine::{
        self, Ahead, Answered, AskKind, Asked, BotKind, Contradiction, Diagnostic, Entry, Flow,
        Illegal, Interrupted, InvalidState, Line, Moment, Plan, Play, Reply, Ruleset, Seat, SeatId,
        SetOff, ToldRoll, Unused, Viewer,
    },
};
use content::Content;
use facts::Fact;
use names::Color;
use orders::Orders;
use serde_json::Value;
use state::{State, Step};
use std::{borrow::Cow, collections::BTreeMap};

type Table<'a> = engine::Table<'a, Fact>;

/// The rules of Time Control, with their content.
#[derive(Debug)]
pub struct TimeControl {
    content: Content,
    seats: Seats<Color>,
}

impl TimeControl {
    /// Returns the content.
    pub fn content(&self) -> &Content {
        &self.content
    }

    fn seat(&self, color: Color) -> &SeatId {
        self.seats.id(color)
    }
}

impl Listed for TimeControl {
    const ID: &'static str = "time-control";
    const TITLE: &'static str = "Time Control";
    const EDITION: &'static str = "revised-2003";
    const ABOUT: &'static str = include_str!("about.txt");
    const COVER: &'static [u8] = include_bytes!("cover.png");
    const USUAL_OPTIONS: &'static [&'static str] = &["players=3"];
    const FILES: &'static [ContentFile] = content::FILES;
    const RULINGS: &'static str = include_str!("rulings.yaml");
    const CODES: &'static [Code] = diagnostics::CODES;
    const TALK: bool = true;

    fn new(library: &Library) -> Result<Self, InvalidContent> {
        Ok(Self {
            content: Content::read(library)?,
            seats: Seats::of(Color::ALL),
        })
    }

    fn claims(&self, part: usize, effort: Effort, jobs: SideBySide<'_>) -> Option<Vec<Claim>> {
        match part {
            0 => Some(self.component_checks()),
            1 => Some(self.played_checks(effort, jobs)),
            _ => None,
        }
    }
}

impl Ruleset for TimeControl {
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
        answer::answer(&self.content, plan, question(asked), asked)
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
        seat: &SeatId,
        orders: &Orders,
        view: &View,
        moments: &[Moment],
        over: bool,
    ) -> Vec<Unused> {
        unused::unused(seat, orders, view, moments, over)
    }

    fn interrupted(&self, facts: &[Fact], journal: &[Entry], over: bool) -> Vec<Interrupted> {
        interrupted::interrupted(facts, journal, over)
    }

    fn check(&self, view: &View, seat: &SeatId, plan: &Plan<'_, Orders>) -> Vec<Diagnostic> {
        self.look_through(view, seat, plan)
    }

    fn set_off(&self, view: &View, seat: &SeatId, orders: &Orders) -> Vec<SetOff> {
        self.set_off_by(view, seat, orders)
    }

    fn setup(&self, options: &Options, seats: &[Seat], table: &mut Table<'_>) -> Play<State> {
        self.set_up(options, seats, table)
    }

    /// Playing Time Control: plays one turn, the Time Agent Turn and the Time Wave Turn.
    fn turn(&self, state: &mut State, table: &mut Table<'_>) -> Play<Flow> {
        if state.winners.is_empty() {
            self.time_agent_turn(state, table)?;
            self.time_wave_turn(state, table)?;
            state.step = Step::Start;
            self.next_turn(state, table);
        }
        if state.winners.is_empty() {
            return Ok(Flow::Next);
        }
        let winners = state.winners.iter();
        Ok(Flow::Over {
            winners: winners.map(|color| self.seat(*color).clone()).collect(),
        })
    }

    fn view(&self, state: &State, _: &Viewer) -> View {
        state.clone()
    }

    /// Returns the players who are in the game.
    fn awaited(&self, state: &State) -> Option<Vec<SeatId>> {
        let living = state.living();
        Some(living.map(|color| self.seat(color).clone()).collect())
    }

    fn bots(&self) -> &'static [BotKind] {
        &[BotKind {
            name: "greedy",
            what: "creates Time Waves on the boards of others, takes those on its own apart, and attacks when it can win",
        }]
    }

    fn bot(&self, _: &str, view: &View, asked: &Asked<'_>) -> Option<Value> {
        self.think_little(view, asked)
    }

    /// Returns the number of Problems that each player has not got, out of ten: who is out has none.
    fn score(&self, view: &View) -> BTreeMap<SeatId, i64> {
        let points = |color: &Color| (self.seat(*color).clone(), self.standing(view, *color));
        view.players.keys().map(points).collect_map()
    }

    fn told_rolls(
        &self,
        before: Option<&View>,
        facts: &[Fact],
    ) -> Result<Vec<ToldRoll>, Contradiction> {
        self.draws_of(before, facts)
    }

    /// Returns the type of the Problems that put the last player out, or that the last turn was played.
    fn ending(&self, state: &State) -> Option<&'static str> {
        if state.winners.is_empty() {
            return None;
        }
        Some(state.last_out().map_or("last turn", |types| match types {
            [of] => of.name(),
            _ => "several types",
        }))
    }

    fn counted(&self, fact: &Fact) -> Vec<Cow<'static, str>> {
        let names = counted::counted(fact).into_iter();
        names.map(Cow::Borrowed).collect()
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
        // A view that was cut short in its file is no consistent state.
        self.possible(view).is_ok().then(|| view.clone())
    }

    fn worth(&self, state: &State, seat: &SeatId, _: i64) -> i64 {
        self.worth_to(state, seat)
    }

    fn policy(&self, view: &View, asked: &Asked<'_>) -> Option<Value> {
        self.think_little(view, asked)
    }

    /// Returns the answers of some two rounds.
    fn horizon(&self, ask: &str) -> usize {
        match ask.parse() {
            Ok(
                asks::Question::Launch
                | asks::Question::Act
                | asks::Question::Bid
                | asks::Question::ReDuel
                | asks::Question::Object
                | asks::Question::Control
                | asks::Question::Forced
                | asks::Question::Solve
                | asks::Question::CashOut,
            ) => 24,
            // Questions after each announcement, and those about each Agent, are answered at once.
            _ => 0,
        }
    }

    fn candidates(&self, view: &View, asked: &Asked<'_>) -> Vec<Value> {
        self.promising(view, asked)
    }
}
