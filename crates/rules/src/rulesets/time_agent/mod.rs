//! Time Agent: six galactic races reshape the past.
//!
//! One turn is one round of the rulebook, with a file for each phase. The rules are those of the game's rules folder.
//! The component data is in `content/`; data that no source gives is marked reconstructed there. Unclear rules are
//! decided in `rulings.yaml`.

mod ahead;
mod alter;
mod answer;
mod asks;
mod board;
mod bot;
mod cell;
mod check;
mod check_status;
mod combat;
mod component_checks;
pub mod content;
mod content_files;
mod cut;
mod diagnostics;
pub mod facts;
mod headquarters;
mod imagined;
mod income;
mod invariants;
mod movement;
pub mod names;
mod odds;
pub mod orders;
mod paths;
mod pictures;
pub mod places;
mod player_order;
mod points;
mod search;
mod seating;
mod setup;
mod shares;
pub mod state;
#[cfg(test)]
mod tests;
mod told;
pub mod units;
pub mod view;

pub use board::Board;
pub use cell::Cell;
pub use diagnostics::Wrong;
pub use setup::Options;

use crate::rulesets::kit::{Claim, ContentFile, Effort, Listed, Seats, SideBySide, question, side};
use crate::yaml::Code;
use crate::{collect::Collect, drawing::Picture};
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
use names::Race;
use orders::Orders;
use serde_json::Value;
use state::{Phase, State};
use std::{collections::BTreeMap, ops::ControlFlow};
use view::View;

type Table<'a> = engine::Table<'a, Fact>;

/// The rules of Time Agent, with their content.
#[derive(Debug)]
pub struct TimeAgent {
    content: Content,
    seats: Seats<Race>,
}

impl TimeAgent {
    /// Returns the printed content.
    pub fn content(&self) -> &Content {
        &self.content
    }

    fn seat(&self, race: Race) -> &SeatId {
        self.seats.id(race)
    }

    /// Returns a function that builds the present view of a race's player, for a bot that answers in their place.
    fn eyes<'r>(&'r self, state: &'r State, race: Race) -> impl Fn() -> View + 'r {
        move || self.seen_by(state, &Viewer::Seat(self.seat(race).clone()))
    }

    /// 9: plays one race's player turn.
    fn player_turn(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        race: Race,
    ) -> Play<ControlFlow<()>> {
        state.phase = Phase::PlayerTurn(race);
        table.rule("9");
        table.tell_all(Fact::PlayerTurn { race });
        if self.movement(state, table, race)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        let declared = self.check_status(state, table, race)?;
        let found = self.search(state, table, race, &declared)?;
        self.combat(state, table, race, &declared, &found)?;
        if self.alter(state, table, race, declared)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        self.update_points(state, table, "9.7");
        Ok(ControlFlow::Continue(()))
    }
}

impl Listed for TimeAgent {
    const ID: &'static str = "time-agent";
    const TITLE: &'static str = "Time Agent";
    const EDITION: &'static str = "1992";
    const ABOUT: &'static str = include_str!("about.txt");
    const COVER: &'static [u8] = include_bytes!("cover.png");
    const USUAL_OPTIONS: &'static [&'static str] = &["scenario=six"];
    const FILES: &'static [ContentFile] = content_files::FILES;
    const RULINGS: &'static str = include_str!("rulings.yaml");
    const CODES: &'static [Code] = diagnostics::CODES;
    const PICTURES: &'static [Picture] = pictures::PICTURES;
    /// 11.1 lets players trade information.
    const TALK: bool = true;

    fn new(library: &Library) -> Result<Self, InvalidContent> {
        Ok(Self {
            content: Content::read(library)?,
            seats: Seats::of(Race::ALL),
        })
    }

    fn claims(&self, part: usize, effort: Effort, jobs: SideBySide<'_>) -> Option<Vec<Claim>> {
        self.component_checks(part, effort, jobs)
    }
}

impl Ruleset for TimeAgent {
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
        self.usual_seats(options)
    }

    fn seating(&self, options: &Options, hands: &[Vec<SeatId>]) -> Result<Vec<Seat>, Illegal> {
        self.seated(options, hands)
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

    fn check(&self, view: &View, seat: &SeatId, plan: &Plan<'_, Orders>) -> Vec<Diagnostic> {
        self.look_through(view, seat, plan)
    }

    fn setup(&self, _: &Options, seats: &[Seat], table: &mut Table<'_>) -> Play<State> {
        self.set_up(seats, table)
    }

    /// 4: plays one round.
    fn turn(&self, state: &mut State, table: &mut Table<'_>) -> Play<Flow> {
        table.rule("4");
        let round = state.round;
        table.tell_all(Fact::Round { round });
        Self::receive_income(state, table);
        Self::reset_time_machines(state);
        self.determine_player_order(state, table)?;
        let order = state.order.clone();
        self.headquarters_phase(state, table, &order)?;
        for race in order {
            if self.player_turn(state, table, race)?.is_break() {
                return Ok(self.game_over(state, table));
            }
        }
        // The used machines no longer matter, and a view should not show them.
        Self::reset_time_machines(state);
        state.round += 1;
        state.phase = Phase::RoundStart;
        Ok(Flow::Next)
    }

    fn view(&self, state: &State, viewer: &Viewer) -> View {
        self.seen_by(state, viewer)
    }

    fn bots(&self) -> &'static [BotKind] {
        bot::BOTS
    }

    fn bot(&self, bot: &str, view: &View, asked: &Asked<'_>) -> Option<Value> {
        bot::answer(self, bot, view, asked)
    }

    fn policy(&self, view: &View, asked: &Asked<'_>) -> Option<Value> {
        Some(bot::careless(self, view, asked).unwrap_or_else(|| (asked.default)()))
    }

    fn candidates(&self, view: &View, asked: &Asked<'_>) -> Vec<Value> {
        bot::candidates(self, view, asked)
    }

    /// The way to the end of Time Travel takes several answers, and the players of a search that plays on do not think of
    /// the end.
    fn settled(&self, aim: i64) -> bool {
        aim > 0
    }

    fn unsearched(&self, view: &View, asked: &Asked<'_>) -> Option<Value> {
        bot::unsearched(self, view, asked)
    }

    fn aim(&self, view: &View, seat: &SeatId) -> i64 {
        side(seat).map_or(0, |race| bot::aim(self, view, race))
    }

    fn worth(&self, state: &State, seat: &SeatId, aim: i64) -> i64 {
        side(seat).map_or(0, |race| {
            let view = self.view(state, &Viewer::Seat(seat.clone()));
            bot::worth(self, state, &view, race, aim)
        })
    }

    /// Returns the answers that are looked ahead: the search weighs the moves and the alterations of a player turn. What a
    /// headquarters spends shows its worth only later than a search can see, and whether to oppose or to fight is easily
    /// told.
    fn horizon(&self, ask: &str) -> usize {
        match ask.parse() {
            Ok(asks::Question::Move | asks::Question::Alter) => 9,
            _ => 0,
        }
    }

    fn score(&self, view: &View) -> BTreeMap<SeatId, i64> {
        let vp = view.sides.iter().map(|(race, side)| (*race, side.vp));
        vp.map(|(race, vp)| (self.seat(race).clone(), vp.into()))
            .collect_map()
    }

    fn told_rolls(&self, _: Option<&View>, facts: &[Fact]) -> Result<Vec<ToldRoll>, Contradiction> {
        self.rolls_of(facts)
    }

    fn ending(&self, state: &State) -> Option<&'static str> {
        Some(self.cut(state).name())
    }

    fn odds(&self, by: &[String], against: &[String]) -> Option<Result<Vec<Odds>, Illegal>> {
        Some(self.odds_of(by, against))
    }

    fn odds_seen(&self, view: &View, seat: &SeatId) -> Vec<Odds> {
        self.odds_beside(view, seat)
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
        later: Option<&View>,
        _: &Viewer,
        dice: &mut dyn Dice,
    ) -> Option<State> {
        self.imagined_at_random(view, later, dice)
    }
}
