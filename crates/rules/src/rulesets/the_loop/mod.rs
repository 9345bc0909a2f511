//! The LOOP: one to four players save the universe from Dr. Faux, or lose together.
//!
//! One turn is one player's turn, from its Action Phase to the Faux Phase of the next player, so that each player plans on
//! the board that they see. The first Faux Phase belongs to the set-up. Only the base mode is played: the rules of the other
//! modes, with their components, are in a booklet that is not public. The component data is in `content/`; data that no
//! source gives is marked reconstructed there. Unclear rules are decided in `rulings.yaml`.

mod ability;
mod actions;
mod ahead;
mod answer;
pub mod artifacts;
mod asks;
mod board;
mod cards;
mod check;
mod clones;
mod component_checks;
pub mod content;
mod content_files;
mod counted;
mod danger;
mod diagnostics;
mod effects;
pub mod facts;
mod faux_phase;
mod invariants;
mod missions;
pub mod names;
pub mod options;
pub mod orders;
mod pieces;
mod places;
mod policy;
mod refresh;
mod resolving;
mod rule_checks;
mod setup;
pub mod state;
#[cfg(test)]
mod tests;
mod told;
pub mod view;

pub use diagnostics::Wrong;
pub use options::{Difficulty, Machine, Options};

use crate::rulesets::kit::{Claim, ContentFile, Effort, Listed, Seats, SideBySide, question};
use crate::yaml::Code;
use crate::{
    content::{InvalidContent, Library},
    dice::Dice,
    engine::{
        self, Ahead, Answered, AskKind, Asked, BotKind, Contradiction, Diagnostic, Flow, Illegal,
        InvalidState, Line, Odds, Plan, Play, Reply, Ruleset, Seat, SeatId, ToldRoll, Viewer,
    },
};
use content::Content;
use facts::Fact;
use names::Agent;
use orders::Orders;
use serde_json::Value;
use setup::Offers;
use state::{End, Phase, State};
use std::borrow::Cow;
use view::View;

type Table<'a> = engine::Table<'a, Fact>;

/// The rules of The LOOP, with their content.
#[derive(Debug)]
pub struct TheLoop {
    content: Content,
    seats: Seats<Agent>,
}

impl TheLoop {
    /// Returns the content.
    pub fn content(&self) -> &Content {
        &self.content
    }

    fn seat(&self, agent: Agent) -> &SeatId {
        self.seats.id(agent)
    }

    /// Player Turns: plays the phases II, III and IV of a turn. Afterwards the game may be won.
    fn until_refresh(&self, state: &mut State, table: &mut Table<'_>, agent: Agent) -> Play<()> {
        // Such a state comes from a view that was seen during the reward, never from a checkpoint.
        if !state.reward.is_empty() {
            return self.choose_rewards(state, table, agent);
        }
        self.action_phase(state, table, agent)?;
        self.acquire_artifact(state, table, agent)?;
        self.complete_mission(state, table, agent)
    }
}

impl Listed for TheLoop {
    const ID: &'static str = "the-loop";
    const TITLE: &'static str = "The LOOP";
    const EDITION: &'static str = "base-mode";
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
            seats: Seats::of(Agent::ALL),
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

impl Ruleset for TheLoop {
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

    /// Setup: returns two for one player alone, who holds two Agents (ruling E22).
    fn seats_each(&self, options: &Options) -> usize {
        match options.players {
            1 => options.agents_at_table(),
            _ => 1,
        }
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
        self.set_up(options, seats, table)
    }

    /// Player Turns: plays one turn from its Action Phase on, and the Faux Phase of the next.
    fn turn(&self, state: &mut State, table: &mut Table<'_>) -> Play<Flow> {
        if let Some(agent) = state.turn().map(|turn| turn.agent) {
            self.until_refresh(state, table, agent)?;
            if state.turn().is_some() {
                self.refresh(state, table, agent)?;
            }
            self.faux_phase(state, table, Offers::Asked)?;
        }
        Ok(match state.phase {
            Phase::Turn(_) => Flow::Next,
            Phase::Over(End::Victory) => Flow::Over {
                winners: state.order.iter().map(|a| self.seat(*a).clone()).collect(),
            },
            Phase::Over(_) => Flow::Over { winners: vec![] },
        })
    }

    fn view(&self, state: &State, _: &Viewer) -> View {
        state.clone()
    }

    /// Returns the seat whose turn it is.
    fn awaited(&self, state: &State) -> Option<Vec<SeatId>> {
        let turn = state.turn()?;
        Some(vec![self.seat(turn.agent).clone()])
    }

    /// Returns true if a Cycle has ended, a Mission was completed, a Vortex was placed or the game is over: the other turns
    /// concern the player whose turn comes next.
    fn ends_round(&self, facts: &[Fact]) -> bool {
        facts.iter().any(|fact| {
            matches!(
                fact,
                Fact::NewCycle { .. }
                    | Fact::Completed { .. }
                    | Fact::Vortex { .. }
                    | Fact::GameOver { .. }
            )
        })
    }

    fn bots(&self) -> &'static [BotKind] {
        &[BotKind {
            name: "greedy",
            what: "uses each card where it does most now, and ends its turns at Missions that are full",
        }]
    }

    fn bot(&self, _: &str, view: &View, asked: &Asked<'_>) -> Option<Value> {
        self.think_little(view, asked)
    }

    fn told_rolls(
        &self,
        before: Option<&View>,
        facts: &[Fact],
    ) -> Result<Vec<ToldRoll>, Contradiction> {
        self.rolls_of(before, facts)
    }

    fn ending(&self, state: &State) -> Option<&'static str> {
        match state.phase {
            Phase::Turn(_) => None,
            Phase::Over(End::Victory) => Some("victory"),
            Phase::Over(End::SecondVortex(_)) => Some("second vortex"),
            Phase::Over(End::FourthVortex(_)) => Some("fourth vortex"),
            Phase::Over(End::OutOfTime) => Some("out of time"),
        }
    }

    fn counted(&self, fact: &Fact) -> Vec<Cow<'static, str>> {
        counted::counted(fact).into_iter().map(Cow::Owned).collect()
    }

    fn odds_seen(&self, view: &View, _: &SeatId) -> Vec<Odds> {
        self.danger_as_odds(view)
    }

    /// Returns the same odds as for a seat, because no part of the view is hidden from any reader.
    fn odds_for_all(&self, view: &View) -> Vec<Odds> {
        self.danger_as_odds(view)
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
        self.consistent(view).is_ok().then(|| view.clone())
    }

    /// Returns the worth of a position to the team.
    fn worth(&self, state: &State, _: &SeatId, _: i64) -> i64 {
        self.worth_to_all(state)
    }

    fn policy(&self, view: &View, asked: &Asked<'_>) -> Option<Value> {
        self.think_little(view, asked)
    }

    /// Returns the answers of some two turns.
    fn horizon(&self, _: &str) -> usize {
        24
    }
}
