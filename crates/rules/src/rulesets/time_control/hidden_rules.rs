//! The check of an order file: rules, plans and lines that are never used, because an earlier one is used for all that they are
//! for, or because nothing that they are for can happen.

use super::{
    TimeControl, Wrong,
    actions::Does,
    conditions::{Aim, Event, When, Who},
    duel::Part,
    names::Color,
    orders::{DuelPlan, Help, Interrupt},
    state::State,
};
use crate::{engine::Line, rulesets::kit::Wanted};

/// Checks whether a list leaves out nothing that another one names; no list names all.
fn holds<T: PartialEq>(wide: Option<&Wanted<T>>, narrow: Option<&Wanted<T>>) -> bool {
    match (wide, narrow) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(wide), Some(narrow)) => narrow.0.iter().all(|one| wide.0.contains(one)),
    }
}

impl Aim {
    /// Returns the color of what is aimed at; `None` for anything.
    fn color(self, own: Color) -> Option<Color> {
        match self {
            Self::Any => None,
            Self::Mine => Some(own),
            Self::Color(color) => Some(color),
            Self::Agent(agent) => Some(agent.color),
        }
    }
}

/// Checks whether an aim takes in all that another one does; no aim is any.
fn takes_in(wide: Option<Aim>, narrow: Option<Aim>, own: Color) -> bool {
    match (wide, narrow) {
        (None | Some(Aim::Any), _) => true,
        (Some(_), None | Some(Aim::Any)) => false,
        (Some(Aim::Agent(one)), narrow) => narrow == Some(Aim::Agent(one)),
        (Some(wide), Some(narrow)) => wide.color(own) == narrow.color(own),
    }
}

impl When {
    /// Checks whether all that fits another condition fits this one.
    fn covers(&self, other: &Self, own: Color) -> bool {
        let players = self.player.as_ref();
        (players.is_some_and(|who| who.0.contains(&Who::Any))
            || holds(players, other.player.as_ref()))
            && holds(self.does.as_ref(), other.does.as_ref())
            && takes_in(self.target, other.target, own)
            && holds(self.agent.as_ref(), other.agent.as_ref())
            && holds(self.at.as_ref(), other.at.as_ref())
            && (self.time.is_none() || self.time == other.time)
    }
}

/// "Before you do that": returns the earlier rule that is used for all that a rule is for, with the same action.
pub(super) fn hiding_interrupt(
    own: Color,
    earlier: &[(Line, &Interrupt)],
    rule: &Interrupt,
) -> Option<Wrong> {
    let hides =
        |one: &Interrupt| !one.once && one.then == rule.then && one.when.covers(&rule.when, own);
    let by = earlier.iter().find(|(_, one)| hides(one));
    by.map(|(line, _)| Wrong::Hidden { by: line.clone() })
}

/// Duels: returns the earlier plan that is used for each part for which a plan is.
pub(super) fn hiding_plan(earlier: &[DuelPlan], plan: &DuelPlan) -> Option<Wrong> {
    let hides = |one: &DuelPlan, part: &Part| {
        one.within
            .as_ref()
            .is_none_or(|parts| parts.0.contains(part))
            && (one.agent.is_none() || one.agent == plan.agent)
            && (one.number.is_none() || one.number == plan.number)
    };
    let parts = plan.within.as_ref().map_or(Part::ALL, |parts| &parts.0);
    let by = |part: &Part| earlier.iter().position(|one| hides(one, part));
    let first = by(parts.first()?)?;
    let all = parts.iter().all(|part| by(part).is_some());
    all.then(|| Wrong::Hidden {
        by: Line::nth("duels", first),
    })
}

/// Rendering Aid/Committing Sabotage: returns the reason why a line is never used, with the entry that it is in.
pub(super) fn idle_help(
    own: Color,
    earlier: &[Help],
    help: &Help,
) -> Option<(&'static str, Wrong)> {
    let (attacker, defender) = (help.when.attacker, help.when.defender);
    if [attacker, defender].contains(&Some(Aim::Agent(help.agent))) {
        return Some(("agent", Wrong::HelpsItself(help.agent)));
    }
    let color = |aim: Option<Aim>| aim.and_then(|aim| aim.color(own));
    if color(attacker).is_some() && color(attacker) == color(defender) {
        return Some(("if", Wrong::NoSuchDuel));
    }
    let hides = |one: &Help| {
        one.agent == help.agent
            && takes_in(one.when.attacker, attacker, own)
            && takes_in(one.when.defender, defender, own)
    };
    let by = Line::nth("help", earlier.iter().position(hides)?);
    Some(("if", Wrong::Hidden { by }))
}

impl TimeControl {
    /// Time Control Duel: checks whether others could ever make a claim that a condition is about.
    pub(super) fn ever_claimed(&self, state: &State, own: Color, when: &When) -> bool {
        let forces = |by: Color, forced: Color| Event {
            by,
            does: Some(Does::Force),
            agent: None,
            target: None,
            board: Some(forced),
            at: None,
            time: None,
        };
        let living: Vec<Color> = state.living().collect();
        let forced = || {
            let pairs = living
                .iter()
                .flat_map(|by| living.iter().map(|forced| (*by, *forced)));
            pairs
                .filter(|(by, forced)| by != forced)
                .any(|(by, forced)| when.time != Some(0) && when.fits(own, &forces(by, forced)))
        };
        self.ever_fits(state, own, when) || forced()
    }
}
