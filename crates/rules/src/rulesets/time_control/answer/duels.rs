//! Duels: the plans for the own ones, and the help in those of others.

use super::own;
use crate::{
    engine::{Answered, Asked, Fields, Line, Plan, Reply},
    rulesets::{
        kit::{Wanted, about},
        time_control::{
            asks::{self, Duels, Question},
            conditions::{Aim, field},
            duel::{Aid, Part},
            names::{Agent, Bid, Color},
            orders::{DuelPlan, Fight, Help, Orders, ReDuel},
        },
    },
};

/// Returns the answer that a plan gives to one question of this section.
pub(super) fn answer(plan: &Plan<'_, Orders>, question: Duels, asked: &Asked<'_>) -> Reply {
    let orders = plan.orders;
    match question {
        Duels::Bid => bid(orders, asked),
        Duels::ReDuel => re_duel(orders, asked),
        Duels::Help => help(orders, asked),
    }
}

/// Writes an answer into the order file.
pub(super) fn write(orders: &mut Orders, question: Duels, answer: &Answered) {
    match question {
        Duels::Bid | Duels::ReDuel => write_plan(orders, answer),
        Duels::Help => orders.help.extend(helps(answer)),
    }
}

impl DuelPlan {
    /// Checks whether the plan is for the duel that the fields of a prompt describe.
    pub(in crate::rulesets::time_control) fn fits(&self, about: &Fields) -> bool {
        let part: Option<Part> = field(about, "part");
        let parts = self.within.as_ref();
        part.is_some_and(|part| parts.is_none_or(|parts| parts.0.contains(&part)))
            && (self.agent.is_none() || self.agent == field(about, "agent"))
            && (self.number.is_none() || self.number == field(about, "number"))
    }
}

impl Help {
    /// Checks whether the line is for the Agent and the duel that the fields of a prompt describe.
    pub(in crate::rulesets::time_control) fn fits(
        &self,
        own: Option<Color>,
        about: &Fields,
    ) -> bool {
        let agent = |name: &str| field::<Agent>(about, name);
        let fits = |aim: Option<Aim>, who: Option<Agent>| match aim {
            None | Some(Aim::Any) => true,
            Some(Aim::Mine) => who.map(|agent| agent.color) == own,
            Some(Aim::Color(color)) => who.is_some_and(|agent| agent.color == color),
            Some(Aim::Agent(agent)) => who == Some(agent),
        };
        Some(self.agent) == agent("agent")
            && fits(self.when.attacker, agent("attacker"))
            && fits(self.when.defender, agent("defender"))
    }
}

/// Returns the plan for a duel, with its line.
fn duel_plan<'o>(orders: &'o Orders, asked: &Asked<'_>) -> Option<(Line, &'o DuelPlan)> {
    let n = (orders.duels.iter()).position(|plan| plan.fits(asked.about()))?;
    Some((Line::nth("duels", n), &orders.duels[n]))
}

/// Duel Value: returns the first token of the plan that can be played, or else the lowest one.
fn bid(orders: &Orders, asked: &Asked<'_>) -> Reply {
    let Some((line, plan)) = duel_plan(orders, asked) else {
        return Reply::Silent;
    };
    let legal = |bid: &&Bid| asks::Bid.why_not(asked, bid).is_none();
    match plan.bids.iter().find(legal) {
        Some(bid) => asks::Bid.by_the_way(line, bid),
        None if orders.live.has(Question::Bid.part()) => Reply::Silent,
        None => match asked.one_of::<Bid>().first() {
            Some(lowest) => asks::Bid.by_the_way(line, lowest),
            None => Reply::Silent,
        },
    }
}

/// Re-Duel Round: returns whether the plan calls for another round.
fn re_duel(orders: &Orders, asked: &Asked<'_>) -> Reply {
    let Some((line, plan)) = duel_plan(orders, asked) else {
        return Reply::Silent;
    };
    let calls = match plan.re_duel {
        None if orders.live.has(Question::ReDuel.part()) => return Reply::Silent,
        None => false,
        Some(re_duel) => match re_duel {
            ReDuel::Never => false,
            ReDuel::Always => true,
            ReDuel::Round(round) => about(asked, "round") == Some(round),
            ReDuel::Within(points) => about::<u32>(asked, "behind").is_some_and(|b| b <= points),
        },
    };
    asks::ReDuel.by_the_way(line, &calls)
}

/// Duels: adds a token, or the call for a re-duel, to the plan for the part of the player.
fn write_plan(orders: &mut Orders, answer: &Answered) {
    let Some(part) = answer.field::<Part>("part") else {
        return;
    };
    let agent: Option<Agent> = answer.field("agent");
    let number: Option<u16> = answer.field("number");
    let of_part = |plan: &DuelPlan| {
        plan.agent == agent
            && plan.number == number
            && plan
                .within
                .as_ref()
                .is_some_and(|parts| parts.0.contains(&part))
    };
    let n = orders.duels.iter().position(of_part).unwrap_or_else(|| {
        orders.duels.push(DuelPlan {
            within: Some(Wanted(vec![part])),
            agent,
            number,
            bids: vec![],
            re_duel: None,
        });
        orders.duels.len() - 1
    });
    let plan = &mut orders.duels[n];
    match answer.read::<Bid>() {
        Some(bid) if !plan.bids.contains(&bid) => plan.bids.push(bid),
        None if answer.read() == Some(true) => {
            plan.re_duel = Some(answer.field("round").map_or(ReDuel::Always, ReDuel::Round));
        }
        Some(_) | None => {}
    }
}

/// Rendering Aid/Committing Sabotage: returns what an Agent does in a duel.
fn help(orders: &Orders, asked: &Asked<'_>) -> Reply {
    let own = own(asked.seat);
    let found = orders
        .help
        .iter()
        .position(|help| help.fits(own, asked.about()));
    match found {
        Some(n) => asks::Help.by_the_way(Line::nth("help", n), &orders.help[n].does),
        None => Reply::Silent,
    }
}

/// Rendering Aid/Committing Sabotage: returns the line for an Agent.
fn helps(answer: &Answered) -> Option<Help> {
    let does: Aid = answer.read()?;
    if does == Aid::None {
        return None;
    }
    Some(Help {
        when: Fight {
            attacker: answer.field("attacker").map(Aim::Agent),
            defender: answer.field("defender").map(Aim::Agent),
        },
        agent: answer.field("agent")?,
        does,
    })
}
