//! About Problem Cards: the rules of Problems, in the one place where they are read.
//!
//! Each rule of a card is a [`Restriction`]. [`Restrictions`] gathers those of all Problems of a player, and where two are
//! about the same thing the greater one counts. The phases ask it and know no card.

use super::{
    TimeControl,
    actions::Does,
    cash_out::Get,
    names::{Color, Specialty, Zone},
    problems::{Problem, ProblemType},
    state::State,
};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The rule of a Problem card. It holds for the player who has the card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Restriction {
    /// Agents can not do this.
    Forbids(Does),
    /// Agents that do this are busied.
    Busies(Does),
    /// Agents of this kind have no specialty.
    NoSpecialty(Specialty),
    /// At most so many Agents are launched in a turn.
    Launches(u8),
    /// Agents are launched at most as far as this Zone.
    DeepestLaunch(Zone),
    /// At most so many Agents on the own board are flipped to Alert in a turn.
    Alerts(u8),
    /// Agents have so many points less in duels of Agents.
    DuelPenalty(u8),
    /// Agents have so many points less against Time Waves.
    WavePenalty(u8),
    /// Agents do not interrupt.
    NoInterrupts,
    /// Agents neither render aid nor commit sabotage.
    NoHelp,
    /// The player draws no Fate cards in duels of their own.
    NoFate,
    /// The player plays no token above this.
    HighestToken(u8),
    /// The player calls for no Re-Duel.
    NoReDuels,
    /// The player does not take Time Control.
    NoClaims,
    /// The player does not object to claims.
    NoObjections,
    /// The player does not force others.
    NoForcing,
    /// The player gives no Agents when they cash out.
    NoAgentTrades,
    /// Cashing out takes tokens worth so many points.
    Pays(u8),
    /// Cashing out retrieves tokens worth at most so many points.
    Retrieves(u8),
    /// Time Waves on the own board grow by so many tokens.
    Growth(u8),
}

/// The rules of all Problems of a player; where two are about the same thing, the greater restriction counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Restrictions {
    forbidden: BTreeMap<Does, Problem>,
    busying: BTreeMap<Does, Problem>,
    without_specialty: BTreeMap<Specialty, Problem>,
    barred: BTreeMap<Right, Problem>,
    /// The Launch Phase: the most Agents that are launched.
    pub launches: u8,
    /// The Launch Phase: the Problem that limits their number.
    pub launches_by: Option<Problem>,
    /// The Launch Phase: the lowest Zone to which they go.
    pub deepest_launch: Zone,
    /// The Alert Phase: the most Agents of the board that are flipped.
    pub alerts: u8,
    /// The Alert Phase: the Problem that limits their number.
    pub alerts_by: Option<Problem>,
    /// Agent Duel: the points that are taken off.
    pub duel_penalty: Option<Penalty>,
    /// Wave Attack Duel: the points that are taken off.
    pub wave_penalty: Option<Penalty>,
    /// Duel Value: the highest token.
    pub highest_token: u8,
    /// Cashing Out: the points of the tokens that are given.
    pub pays: u8,
    /// Cashing Out: the points of the tokens that are retrieved.
    pub retrieves: u8,
    /// The Grow Phase: the tokens that are added.
    pub growth: u8,
}

/// Points that a Problem takes off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Penalty {
    /// The points.
    pub points: u8,
    /// The Problem.
    pub problem: Problem,
}

impl Penalty {
    /// Returns the greater one of a penalty and that of another Problem; of two equal ones the first.
    fn greater(so_far: Option<Self>, points: u8, problem: Problem) -> Self {
        match so_far {
            Some(first) if first.points >= points => first,
            _ => Self { points, problem },
        }
    }
}

/// A right that a Problem can take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Right {
    /// "Before you do that".
    Interrupt,
    /// Rendering Aid/Committing Sabotage.
    Help,
    /// FATE.
    Fate,
    /// Re-Duel Round.
    ReDuel,
    /// Time Control Duel: a claim.
    Claim,
    /// Time Control Duel: an objection.
    Object,
    /// The Action Phase: forcing another player.
    Force,
    /// Cashing Out Agents: giving an Agent.
    GiveAgents,
}

/// Cashing Out: the Duel Points that things are worth.
pub(crate) const WORTH: u8 = 20;

impl Restrictions {
    /// Returns the basic rules: no restriction.
    pub(crate) fn none() -> Self {
        Self {
            forbidden: BTreeMap::new(),
            busying: BTreeMap::new(),
            without_specialty: BTreeMap::new(),
            barred: BTreeMap::new(),
            launches: u8::MAX,
            launches_by: None,
            deepest_launch: Zone::PreHistory,
            alerts: u8::MAX,
            alerts_by: None,
            duel_penalty: None,
            wave_penalty: None,
            highest_token: u8::MAX,
            pays: WORTH,
            retrieves: WORTH,
            growth: 1,
        }
    }

    /// About Problem Cards: adds the rule of a card, unless a greater restriction is there.
    fn add(&mut self, problem: Problem, rule: Restriction) {
        let right = match rule {
            Restriction::NoInterrupts => Some(Right::Interrupt),
            Restriction::NoHelp => Some(Right::Help),
            Restriction::NoFate => Some(Right::Fate),
            Restriction::NoReDuels => Some(Right::ReDuel),
            Restriction::NoClaims => Some(Right::Claim),
            Restriction::NoObjections => Some(Right::Object),
            Restriction::NoForcing => Some(Right::Force),
            Restriction::NoAgentTrades => Some(Right::GiveAgents),
            _ => None,
        };
        if let Some(right) = right {
            self.barred.entry(right).or_insert(problem);
        }
        match rule {
            Restriction::Forbids(does) => {
                self.forbidden.entry(does).or_insert(problem);
            }
            Restriction::Busies(does) => {
                self.busying.entry(does).or_insert(problem);
            }
            Restriction::NoSpecialty(specialty) => {
                self.without_specialty.entry(specialty).or_insert(problem);
            }
            Restriction::Launches(most) => {
                if most < self.launches {
                    self.launches = most;
                    self.launches_by = Some(problem);
                }
            }
            Restriction::DeepestLaunch(zone) => self.deepest_launch = self.deepest_launch.min(zone),
            Restriction::Alerts(most) => {
                if most < self.alerts {
                    self.alerts = most;
                    self.alerts_by = Some(problem);
                }
            }
            Restriction::DuelPenalty(points) => {
                self.duel_penalty = Some(Penalty::greater(self.duel_penalty, points, problem));
            }
            Restriction::WavePenalty(points) => {
                self.wave_penalty = Some(Penalty::greater(self.wave_penalty, points, problem));
            }
            Restriction::HighestToken(most) => self.highest_token = self.highest_token.min(most),
            Restriction::Pays(points) => self.pays = self.pays.max(points),
            Restriction::Retrieves(most) => self.retrieves = self.retrieves.min(most),
            Restriction::Growth(tokens) => self.growth = self.growth.max(tokens),
            Restriction::NoInterrupts
            | Restriction::NoHelp
            | Restriction::NoFate
            | Restriction::NoReDuels
            | Restriction::NoClaims
            | Restriction::NoObjections
            | Restriction::NoForcing
            | Restriction::NoAgentTrades => {}
        }
    }

    /// Returns the Problem that forbids this; `None` if none does.
    pub(crate) fn forbids(&self, does: Does) -> Option<Problem> {
        self.forbidden.get(&does).copied()
    }

    /// Returns the Problem that takes this right; `None` if none does.
    pub(crate) fn bars(&self, right: Right) -> Option<Problem> {
        self.barred.get(&right).copied()
    }

    /// Returns the Problem that busies Agents that do this; `None` if none does.
    pub(crate) fn busied_by(&self, does: Does) -> Option<Problem> {
        self.busying.get(&does).copied()
    }

    /// Checks whether Agents of this kind have their specialty.
    pub(crate) fn allows(&self, specialty: Specialty) -> bool {
        !self.without_specialty.contains_key(&specialty)
    }

    /// Returns the Problem that takes this specialty; `None` if none does.
    pub(crate) fn takes(&self, specialty: Specialty) -> Option<Problem> {
        self.without_specialty.get(&specialty).copied()
    }
}

impl TimeControl {
    /// About Problem Cards: returns the rules of a player's Problems.
    pub(crate) fn restrictions(&self, state: &State, color: Color) -> Restrictions {
        self.rules_of(state.player(color).problems.clone())
    }

    /// About Problem Cards: gathers the rules of some cards. Of equal rules the card that is first in [`Problem::ALL`] is named,
    /// in any order of the cards.
    fn rules_of(&self, mut problems: Vec<Problem>) -> Restrictions {
        problems.sort_unstable();
        let mut all = Restrictions::none();
        for problem in problems {
            if let Some(rule) = self.content.problem(problem).rule {
                all.add(problem, rule);
            }
        }
        all
    }

    /// Create: returns the rules of a player's Problems for cashing out something. The rule of a Problem that was drawn in this
    /// Resolve Phase does not count for the trade that solves it (ruling D22).
    pub(crate) fn rules_of_trade(&self, state: &State, color: Color, get: Get) -> Restrictions {
        let mut problems = state.player(color).problems.clone();
        if let Get::Solve(of, problem) = get
            && of == color
            && state.fresh.contains(&(color, problem))
            && let Some(at) = problems.iter().rposition(|other| *other == problem)
        {
            problems.remove(at);
        }
        self.rules_of(problems)
    }

    /// Cashing Out: returns the points that a player pays in tokens for something.
    pub(crate) fn pays(&self, state: &State, color: Color, get: Get) -> u8 {
        self.rules_of_trade(state, color, get).pays
    }

    /// Cashing Out Agents: checks whether a player can give an Agent for something.
    pub(crate) fn gives_agents(&self, state: &State, color: Color, get: Get) -> bool {
        let rules = self.rules_of_trade(state, color, get);
        rules.bars(Right::GiveAgents).is_none()
    }

    /// Losing: returns how many Problems of a type a player has.
    pub(crate) fn problems_of(&self, state: &State, color: Color, of: ProblemType) -> usize {
        let problems = state.player(color).problems.iter();
        let counts = |problem: &&Problem| self.content.problem(**problem).types.contains(&of);
        problems.filter(counts).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The greater restriction counts, in either order of the cards.
    #[test]
    fn of_two_restrictions_the_greater_one_counts() {
        let (one, other) = (Problem::GuildsRule, Problem::NoPrinting);
        for rules in [[30, 25], [25, 30]] {
            let mut all = Restrictions::none();
            all.add(one, Restriction::Pays(rules[0]));
            all.add(other, Restriction::Pays(rules[1]));
            assert_eq!(all.pays, 30);
        }
        let mut all = Restrictions::none();
        all.add(one, Restriction::HighestToken(15));
        all.add(other, Restriction::HighestToken(18));
        all.add(other, Restriction::DeepestLaunch(Zone::Yesteryear));
        assert_eq!(
            (all.highest_token, all.deepest_launch),
            (15, Zone::Yesteryear)
        );
    }

    /// A limit or a penalty is told with the Problem that makes it, and not with one that is milder or came later.
    #[test]
    fn limits_and_penalties_name_the_greater_problem() {
        let (great, mild) = (Problem::WorldAtWar, Problem::NoTheatre);
        let rules = [
            (great, Restriction::DuelPenalty(5)),
            (mild, Restriction::DuelPenalty(2)),
            (great, Restriction::WavePenalty(4)),
            (mild, Restriction::WavePenalty(4)),
            (great, Restriction::Alerts(2)),
            (mild, Restriction::Alerts(4)),
            (great, Restriction::Busies(Does::Move)),
            (mild, Restriction::Busies(Does::Move)),
        ];
        let mut all = Restrictions::none();
        for (problem, rule) in rules {
            all.add(problem, rule);
        }
        let named = |penalty: Option<Penalty>| penalty.map(|penalty| penalty.problem);
        assert_eq!(named(all.duel_penalty), Some(great));
        assert_eq!(named(all.wave_penalty), Some(great));
        assert_eq!(all.alerts_by, Some(great));
        assert_eq!(all.busied_by(Does::Move), Some(great));
        assert_eq!(all.busied_by(Does::Snap), None);
        // A greater one that comes later takes the place of the milder one.
        let mut all = Restrictions::none();
        for (problem, rule) in rules.into_iter().take(2).rev() {
            all.add(problem, rule);
        }
        assert_eq!(named(all.duel_penalty), Some(great));
    }
}
