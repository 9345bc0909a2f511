//! The answers that an order file gives to the questions of the rules.

use super::{
    action_phase::Said,
    actions::{Action, Purpose},
    asks::{self, Question},
    cash_out::{Gain, Get, Give, Moment, Pay, Retrieve, Trade},
    conditions::{Event, field},
    content::Content,
    diagnostics::Wrong,
    duel::Part,
    names::{Agent, Bid, Color, Zone},
    orders::{self, Aim, CashOut, DuelPlan, Help, Objections, Orders, ReDuel},
    problems::Problem,
    restrictions::WORTH,
};
use crate::{
    engine::{Asked, Choices, Fields, Idle, Intent, Line, Plan, Reply, SeatId},
    rulesets::kit::{about, named, side},
};
use serde::Deserialize as _;
use std::collections::BTreeMap;

/// The name of the list of a player's announcements.
pub(super) const ACTIONS: &str = "actions";
/// The name of the list of what a player cashes out.
pub(super) const CASH_OUT: &str = "cash-out";

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
        if *order == orders::Line::Hold {
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
        Some((line, orders::Line::Force(color))) => {
            asks::Force.say(line, &Intent::Claim(Purpose::Force(*color)))
        }
        Some(_) => asks::Force.by_the_way(ACTIONS, &Intent::Pass),
        None => Reply::Silent,
    }
}

/// Returns what a line announces; `None` if it attacks the attacker and there is none.
pub(super) fn said(line: &orders::Line, attacker: Option<Agent>) -> Option<Said> {
    Some(match line {
        orders::Line::Hold | orders::Line::Wait => Intent::Pass,
        orders::Line::Force(color) => Intent::Claim(Purpose::Force(*color)),
        orders::Line::Act { order, claim } => {
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
    let (Some(color), Some(event)) = (own(asked.seat), Event::asked(asked.about)) else {
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
        Event::asked(asked.about),
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
    let n = (orders.duels.iter()).position(|plan| plan.fits(asked.about))?;
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
        .position(|help| help.fits(own, asked.about));
    match found {
        Some(n) => asks::Help.by_the_way(Line::nth("help", n), &orders.help[n].does),
        None => Reply::Silent,
    }
}

/// The Action Phase: returns what a player does with Time Control: the first line that is legal. Each line is used once.
fn control(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    for (line, order) in plan.left("control", &plan.orders.control) {
        let purpose = match order {
            orders::Line::Hold | orders::Line::Wait => Some(Purpose::Nothing),
            orders::Line::Force(color) => Some(Purpose::Force(*color)),
            orders::Line::Act { order, .. } => order.action(None).map(Purpose::Act),
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
    let action = |line: &orders::Line| match line {
        orders::Line::Act { order, .. } => order.action(None),
        orders::Line::Hold | orders::Line::Wait | orders::Line::Force(_) => None,
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

impl CashOut {
    /// Returns the trade; `None` if the lists mix things.
    pub(super) fn trade(&self) -> Option<Trade> {
        let tokens = |pay: &Pay| matches!(pay, Pay::Token(_));
        let give = match &self.give.0[..] {
            [Pay::Agent(agent)] => Give::Agent(*agent),
            [Pay::Problem] => Give::Problem,
            [Pay::Tokens] => Give::Tokens,
            pays if pays.iter().all(tokens) => Give::Tokens,
            _ => return None,
        };
        let token = |gain: &Gain| matches!(gain, Gain::Token(..));
        let get = match &self.get.0[..] {
            [Gain::Agent(agent)] => Get::Agent(*agent),
            [Gain::Solve(color, problem)] => Get::Solve(*color, *problem),
            [Gain::Tokens] => Get::Tokens,
            gains if gains.iter().all(token) => Get::Tokens,
            _ => return None,
        };
        Some(Trade::Trade { give, get })
    }

    /// Returns the tokens that are given.
    pub(super) fn spent(&self) -> impl Iterator<Item = u8> {
        self.give.0.iter().filter_map(|pay| match pay {
            Pay::Token(token) => Some(*token),
            Pay::Agent(_) | Pay::Problem | Pay::Tokens => None,
        })
    }

    /// Returns the tokens that are retrieved.
    pub(super) fn retrieved(&self) -> impl Iterator<Item = (Color, u8)> {
        self.get.0.iter().filter_map(|gain| match gain {
            Gain::Token(color, token) => Some((*color, *token)),
            Gain::Agent(_) | Gain::Solve(..) | Gain::Tokens => None,
        })
    }
}

/// Cashing Out: returns the first line that is possible now. A line whose tokens are not worth enough buys nothing; it fails when
/// no later moment can be meant.
fn cash_out(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    let orders = plan.orders;
    let now: Option<Moment> = named(asked, "at");
    let mut failed = vec![];
    for (line, entry) in plan.left(CASH_OUT, orders.cash_out.iter().flatten()) {
        if entry.at.is_some() && entry.at != now {
            continue;
        }
        let Some(trade) = entry.trade() else {
            continue;
        };
        if let Some(wrong) = too_few(entry, trade, asked) {
            // A line without a moment is tried until the last one of the turn.
            if entry.at.is_some() || now == Some(Moment::Resolved) {
                failed.push(Idle::failed(line, wrong));
            }
            continue;
        }
        if asks::CashOut.why_not(asked, &trade).is_none() {
            return asks::CashOut.say_after(line, &trade, failed);
        }
    }
    if failed.is_empty() {
        Reply::Silent
    } else {
        Reply::by_the_way(CASH_OUT, Trade::None, failed)
    }
}

/// Cashing Out Time Control Tokens: returns the reason why the listed tokens buy nothing; for `tokens` the player is asked which.
fn too_few(entry: &CashOut, trade: Trade, asked: &Asked<'_>) -> Option<Wrong> {
    let points: u32 = entry.spent().map(u32::from).sum();
    let fresh: Option<BTreeMap<Problem, u8>> = about(asked, "fresh");
    let pays = match (trade, own(asked.seat)) {
        (
            Trade::Trade {
                get: Get::Solve(color, problem),
                ..
            },
            Some(own),
        ) if color == own => fresh.and_then(|fresh| fresh.get(&problem).copied()),
        _ => None,
    };
    let pays = pays.or_else(|| about(asked, "pays"))?;
    (points > 0 && points < u32::from(pays)).then_some(Wrong::TooFewPoints { points, pays })
}

/// Cashing Out: returns the first possible trade against a Problem that would put the player out of the game.
fn rescue(orders: &Orders) -> Reply {
    let trades: Vec<Trade> = orders.rescue.iter().filter_map(CashOut::trade).collect();
    asks::Rescue.prefer("rescue", &trades)
}

/// Returns the trade that is being made, with its line: the last one of the list that is used up and fits, or else one of
/// `rescue`.
fn trade_made<'o>(
    plan: &Plan<'o, Orders>,
    fits: impl Fn(&Trade) -> bool,
    paid: impl Fn(&CashOut) -> bool,
) -> Option<(Line, &'o CashOut)> {
    let orders = plan.orders;
    let of = |entry: &CashOut| entry.trade().is_some_and(|trade| fits(&trade));
    let listed = orders.cash_out.iter().flatten().enumerate();
    let listed = listed.map(|(n, entry)| (Line::nth(CASH_OUT, n), entry));
    let made = listed
        .filter(|(line, entry)| plan.spent(&line.0) && of(entry) && paid(entry))
        .last();
    let rescue = || {
        let n = orders.rescue.iter().position(of)?;
        Some((Line::nth("rescue", n), &orders.rescue[n]))
    };
    made.or_else(rescue)
}

/// Cashing Out Time Control Tokens: returns the next token of the trade.
fn spend(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    let wanted: Option<Get> = about(asked, "get");
    let fits = |trade: &Trade| matches!(trade, Trade::Trade { give: Give::Tokens, get } if Some(*get) == wanted);
    // A line of the list that failed, because its tokens are worth too little, is used up, too.
    let pays: u32 = about(asked, "pays").unwrap_or(u32::from(WORTH));
    let paid = |entry: &CashOut| {
        let points: u32 = entry.spent().map(u32::from).sum();
        points == 0 || points >= pays
    };
    let Some((line, entry)) = trade_made(plan, fits, paid) else {
        return Reply::Silent;
    };
    let legal = |token: &u8| asks::Spend.why_not(asked, token).is_none();
    match entry.spent().find(legal) {
        Some(token) => asks::Spend.by_the_way(line, &token),
        None => Reply::Silent,
    }
}

/// Cashing Out: returns the next token that is retrieved, or the end of a list of them.
fn retrieve(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    let given: Option<Give> = about(asked, "give");
    let fits = |trade: &Trade| matches!(trade, Trade::Trade { give, get: Get::Tokens } if Some(*give) == given);
    let Some((line, entry)) = trade_made(plan, fits, |_| true) else {
        return Reply::Silent;
    };
    if entry.retrieved().next().is_none() {
        return Reply::Silent;
    }
    let mut wanted = entry
        .retrieved()
        .map(|(color, token)| Retrieve::Token(color, token));
    let legal = |token: &Retrieve| asks::Retrieve.why_not(asked, token).is_none();
    let next = wanted.find(legal).unwrap_or(Retrieve::Done);
    asks::Retrieve.by_the_way(line, &next)
}

/// Cashing Out Time Control Tokens: returns the tokens that the player adds, as far as they have them.
fn contribute(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    let by: Option<Color> = named(asked, "by");
    let listed = by.and_then(|by| Some((by, plan.orders.contribute.get(&by)?)));
    let Some((by, tokens)) = listed else {
        return Reply::Silent;
    };
    let Choices::SomeOf { of, .. } = (asked.choices)() else {
        return Reply::Silent;
    };
    let line = format!("contribute/{by}");
    let have: Vec<u8> = of
        .iter()
        .filter_map(|token| u8::deserialize(token).ok())
        .collect();
    let mut added: Vec<u8> = tokens
        .iter()
        .copied()
        .filter(|token| have.contains(token))
        .collect();
    added.sort_unstable();
    added.dedup();
    // Once for each player, so that nothing is given away that was not meant.
    if plan.spent(&line) {
        return Reply::Silent;
    }
    asks::Contribute.say(line, &added)
}
