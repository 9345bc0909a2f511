//! The answers that an order file gives to the questions of the rules.

use super::{
    action_phase::Said,
    actions::{Action, Purpose},
    announcement,
    asks::{self, Question},
    conditions::{Aim, Event, field},
    content::Content,
    diagnostics::Wrong,
    duel::Part,
    names::{Agent, Bid, Color, Zone},
    orders::{DuelPlan, Help, Objections, Orders, ReDuel},
    trades_answered::{CASH_OUT, cash_out, contribute, rescue, retrieve, spend},
};
use crate::{
    engine::{Asked, Fields, Idle, Intent, Line, Plan, Reply, SeatId},
    rulesets::kit::{about, named, side},
};

/// The name of the list of a player's announcements.
pub(super) const ACTIONS: &str = "actions";

/// Returns the answer that a plan gives to one question. In a part of the turn that is played live, the player is asked where
/// the plan says nothing.
pub(super) fn answer(
    content: &Content,
    plan: &Plan<'_, Orders>,
    question: Question,
    asked: &Asked<'_>,
) -> Reply {
    let orders = plan.orders;
    let reply = match question {
        Question::Launch => launch(content, orders, asked),
        Question::Act => action(plan),
        Question::Force => force(plan),
        Question::React => interrupt(plan, asked),
        Question::Object => object(orders, asked),
        Question::Bid => bid(orders, asked),
        Question::ReDuel => re_duel(orders, asked),
        Question::Help => help(orders, asked),
        Question::Control => control(plan, asked),
        Question::Forced => forced(orders),
        Question::Resolve => resolve(plan),
        Question::Solve => asks::Solve.prefer("solve", &orders.solve),
        Question::Defend => defend(orders, asked),
        Question::CashOut => cash_out(plan, asked),
        Question::Rescue => rescue(orders),
        Question::Spend => spend(plan, asked),
        Question::Retrieve => retrieve(plan, asked),
        Question::Contribute => contribute(plan, asked),
    };
    match reply {
        Reply::Silent if orders.live.has(question) => Reply::Wake,
        reply => reply,
    }
}

/// Returns the lines that are executed one after another.
pub(super) fn lines(orders: &Orders) -> Vec<Line> {
    let launch = orders.launch.keys();
    let launch = launch.map(|agent| Line(format!("launch/{agent}")));
    let actions = Line::all(ACTIONS, orders.actions.as_ref().map_or(0, Vec::len));
    let cash_out = Line::all(CASH_OUT, orders.cash_out.as_ref().map_or(0, Vec::len));
    launch.chain(actions).chain(cash_out).collect()
}

/// Returns all lines that are lost if a new file leaves them out: those of the queues, and those that answer questions as they
/// come.
pub(super) fn entries(orders: &Orders) -> Vec<Line> {
    // Every section is named here, so that a new one does not compile until it is listed.
    let Orders {
        launch: _,
        actions: _,
        interrupts,
        objections,
        duels,
        help,
        control,
        forced,
        resolve,
        solve,
        defend,
        cash_out: _,
        rescue,
        contribute,
        live: _,
    } = orders;
    let mut all = lines(orders);
    match objections {
        Some(Objections::Always | Objections::Never) => all.push("objections".into()),
        Some(Objections::If(conditions)) => all.extend(Line::all("objections", conditions.len())),
        None => {}
    }
    let lists = [
        ("interrupts", interrupts.len()),
        ("duels", duels.len()),
        ("help", help.len()),
        ("control", control.len()),
        ("forced", forced.len()),
        ("resolve", resolve.len()),
        ("solve", solve.len()),
        ("rescue", rescue.len()),
    ];
    for (section, len) in lists {
        all.extend(Line::all(section, len));
    }
    all.extend(defend.keys().map(|agent| Line(format!("defend/{agent}"))));
    all.extend(contribute.keys().map(|by| Line(format!("contribute/{by}"))));
    all
}

/// The Launch Phase: returns where an Agent is launched. A plan for the turn launches no others.
fn launch(content: &Content, orders: &Orders, asked: &Asked<'_>) -> Reply {
    let Some(agent) = named::<Agent>(asked, "agent") else {
        return Reply::Silent;
    };
    match orders.launch.get(&agent) {
        Some(zone) => {
            let line = Line(format!("launch/{agent}"));
            match asks::Launch.why_not(asked, zone) {
                None => {
                    let beyond = beyond(content, orders, asked, (agent, *zone));
                    asks::Launch.say_after(line, zone, beyond)
                }
                Some(why) => {
                    Reply::by_the_way("launch", Zone::Today, vec![Idle::failed(line, why)])
                }
            }
        }
        None if orders.actions.is_some() => Reply::rest(ACTIONS, Zone::Today),
        None if !orders.launch.is_empty() => Reply::rest("launch", Zone::Today),
        None => Reply::Silent,
    }
}

/// The Launch Phase: returns the lines of the Agents that are not asked about after this launch, because it is the last one that a
/// Problem allows.
fn beyond(
    content: &Content,
    orders: &Orders,
    asked: &Asked<'_>,
    (last, zone): (Agent, Zone),
) -> Vec<Idle> {
    let (Some(problem), Some(most)) = (named(asked, "problem"), about(asked, "most")) else {
        return vec![];
    };
    if zone == Zone::Today || about::<u8>(asked, "left") != Some(1) {
        return vec![];
    }
    let later = orders.launch.iter().filter(|(agent, zone)| {
        agent.color == last.color && **agent > last && **zone != Zone::Today
    });
    later
        .map(|(agent, _)| {
            let line = Line(format!("launch/{agent}"));
            let problem = content.name(problem);
            Idle::failed(line, Wrong::TooManyLaunches { problem, most })
        })
        .collect()
}

/// The Action Phase: returns the announcement of the line at the head of the queue. If it is not possible when it is reached, the
/// player is asked, or the line is left out, as the order file says (ruling D1).
fn action(plan: &Plan<'_, Orders>) -> Reply {
    let Some(actions) = &plan.orders.actions else {
        return Reply::Silent;
    };
    let mut done = vec![];
    for (line, order) in plan.left(ACTIONS, actions) {
        if *order == announcement::Line::Hold {
            return Reply::Hold { line, done };
        }
        match said(order, None) {
            Some(said) => return asks::Act.say_after(line, &said, done),
            None => done.push(Idle::because(line, Wrong::NoAttacker)),
        }
    }
    // Live, the end of the list is no pass.
    if plan.orders.live.has(Question::Act) {
        return Reply::Silent;
    }
    Reply::by_the_way(ACTIONS, Said::Pass, done)
}

/// The Action Phase: returns the claim to force another player, if the line at the head of the queue is one. The lines of
/// Agents, none of which can act, wait.
fn force(plan: &Plan<'_, Orders>) -> Reply {
    let mut left = plan.left(ACTIONS, plan.orders.actions.iter().flatten());
    match left.next() {
        Some((line, announcement::Line::Force(color))) => {
            asks::Force.say(line, &Intent::Claim(Purpose::Force(*color)))
        }
        Some(_) => asks::Force.by_the_way(ACTIONS, &Intent::Pass),
        None => Reply::Silent,
    }
}

/// Returns what a line announces; `None` if it attacks the attacker and there is none.
pub(super) fn said(line: &announcement::Line, attacker: Option<Agent>) -> Option<Said> {
    Some(match line {
        announcement::Line::Hold | announcement::Line::Wait => Intent::Pass,
        announcement::Line::Force(color) => Intent::Claim(Purpose::Force(*color)),
        announcement::Line::Act { order, claim } => {
            let action = order.action(attacker)?;
            if *claim {
                Intent::Claim(Purpose::Act(action))
            } else {
                Intent::Act(action)
            }
        }
    })
}

fn own(seat: &SeatId) -> Option<Color> {
    side(seat)
}

/// "Before you do that": returns what the first rule says whose condition fits and whose action is legal.
fn interrupt(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    let (Some(color), Some(event)) = (own(asked.seat), Event::asked(asked.about())) else {
        return Reply::Silent;
    };
    for (line, rule) in plan.left("interrupts", &plan.orders.interrupts) {
        if !rule.when.fits(color, &event) {
            continue;
        }
        let Some(said) = said(&rule.then, event.agent) else {
            continue;
        };
        if said == Said::Pass || asks::React.why_not(asked, &said).is_some() {
            continue;
        }
        return if rule.once {
            asks::React.say(line, &said)
        } else {
            asks::React.by_the_way(line, &said)
        };
    }
    Reply::Silent
}

/// Time Control Duel: returns whether the player objects to a claim.
fn object(orders: &Orders, asked: &Asked<'_>) -> Reply {
    let objects = match (
        &orders.objections,
        own(asked.seat),
        Event::asked(asked.about()),
    ) {
        (Some(Objections::Always), ..) => true,
        (Some(Objections::Never), ..) => false,
        (Some(Objections::If(conditions)), Some(color), Some(event)) => {
            let fits = conditions.iter().any(|when| when.fits(color, &event));
            if !fits && orders.live.has(Question::Object) {
                return Reply::Silent;
            }
            fits
        }
        _ => return Reply::Silent,
    };
    asks::Object.by_the_way("objections", &objects)
}

impl DuelPlan {
    /// Checks whether the plan is for the duel that the fields of a prompt describe.
    pub(super) fn fits(&self, about: &Fields) -> bool {
        let part: Option<Part> = field(about, "part");
        let parts = self.within.as_ref();
        part.is_some_and(|part| parts.is_none_or(|parts| parts.0.contains(&part)))
            && (self.agent.is_none() || self.agent == field(about, "agent"))
            && (self.number.is_none() || self.number == field(about, "number"))
    }
}

impl Help {
    /// Checks whether the line is for the Agent and the duel that the fields of a prompt describe.
    pub(super) fn fits(&self, own: Option<Color>, about: &Fields) -> bool {
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
        None if orders.live.has(Question::Bid) => Reply::Silent,
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
        None if orders.live.has(Question::ReDuel) => return Reply::Silent,
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

/// The Action Phase: returns what a player does with Time Control: the first line that is legal. Each line is used once.
fn control(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    for (line, order) in plan.left("control", &plan.orders.control) {
        let purpose = match order {
            announcement::Line::Hold | announcement::Line::Wait => Some(Purpose::Nothing),
            announcement::Line::Force(color) => Some(Purpose::Force(*color)),
            announcement::Line::Act { order, .. } => order.action(None).map(Purpose::Act),
        };
        if let Some(purpose) = purpose
            && asks::Control.why_not(asked, &purpose).is_none()
        {
            return asks::Control.say(line, &purpose);
        }
    }
    Reply::Silent
}

/// The Action Phase: returns the first legal action of those that a player would be forced to.
fn forced(orders: &Orders) -> Reply {
    let action = |line: &announcement::Line| match line {
        announcement::Line::Act { order, .. } => order.action(None),
        announcement::Line::Hold | announcement::Line::Wait | announcement::Line::Force(_) => None,
    };
    let actions: Vec<Action> = orders.forced.iter().filter_map(action).collect();
    asks::Forced.prefer("forced", &actions)
}

/// The Resolve Phase: returns which tokens are resolved next. Each word stands for a pair, or for the single token that is left.
fn resolve(plan: &Plan<'_, Orders>) -> Reply {
    match plan.left("resolve", &plan.orders.resolve).next() {
        Some((line, side)) => asks::Resolve.say(line, side),
        None => Reply::Silent,
    }
}

/// Wave Attack Duel: returns the token of an Agent.
fn defend(orders: &Orders, asked: &Asked<'_>) -> Reply {
    let agent: Option<Agent> = named(asked, "agent");
    match agent.and_then(|agent| Some((agent, orders.defend.get(&agent)?))) {
        Some((agent, bid)) if asks::Defend.why_not(asked, bid).is_none() => {
            asks::Defend.by_the_way(format!("defend/{agent}"), bid)
        }
        _ => Reply::Silent,
    }
}
