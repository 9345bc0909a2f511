//! Cashing Out: the trades, and the tokens that are given and retrieved for them.

use crate::{
    engine::{Answered, Asked, Choices, Idle, Line, Plan, Reply},
    rulesets::{
        kit::{Wanted, about, named, side},
        time_control::{
            asks::{self, Trades},
            cash_out::{Gain, Get, Give, Moment, Pay, Retrieve, Trade},
            diagnostics::Wrong,
            names::Color,
            orders::{CashOut, Orders},
            problems::Problem,
            restrictions::WORTH,
        },
    },
};
use serde::Deserialize as _;
use std::collections::BTreeMap;

/// The name of the list of what a player cashes out.
pub(super) const CASH_OUT: &str = "cash-out";

/// Returns the answer that a plan gives to one question of this section.
pub(super) fn answer(plan: &Plan<'_, Orders>, question: Trades, asked: &Asked<'_>) -> Reply {
    match question {
        Trades::CashOut => cash_out(plan, asked),
        Trades::Rescue => rescue(plan.orders),
        Trades::Spend => spend(plan, asked),
        Trades::Retrieve => retrieve(plan, asked),
        Trades::Contribute => contribute(plan, asked),
    }
}

/// Writes an answer into the order file. `made` has the places of all trades so far.
pub(super) fn write(
    orders: &mut Orders,
    made: &mut Vec<(List, usize)>,
    question: Trades,
    answer: &Answered,
) {
    match question {
        Trades::CashOut => made.extend(write_trade(orders, answer, List::CashOut)),
        Trades::Rescue => made.extend(write_trade(orders, answer, List::Rescue)),
        Trades::Spend => write_spent(orders, answer, made),
        Trades::Retrieve => write_retrieved(orders, answer, made),
        Trades::Contribute => {
            if answer.differs()
                && let (Some(by), Some(tokens)) = (answer.field("by"), answer.read::<Vec<u8>>())
            {
                orders.contribute.insert(by, tokens);
            }
        }
    }
}

impl CashOut {
    /// Returns the trade; `None` if the lists mix things.
    pub(in crate::rulesets::time_control) fn trade(&self) -> Option<Trade> {
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
    pub(in crate::rulesets::time_control) fn spent(&self) -> impl Iterator<Item = u8> {
        self.give.0.iter().filter_map(|pay| match pay {
            Pay::Token(token) => Some(*token),
            Pay::Agent(_) | Pay::Problem | Pay::Tokens => None,
        })
    }

    /// Returns the tokens that are retrieved.
    pub(in crate::rulesets::time_control) fn retrieved(&self) -> impl Iterator<Item = (Color, u8)> {
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
    let pays = match (trade, side(asked.seat)) {
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

/// A list of trades in an order file.
#[derive(Clone, Copy)]
pub(super) enum List {
    CashOut,
    Rescue,
}

impl List {
    /// Returns the lines of the list.
    fn of(self, orders: &mut Orders) -> &mut Vec<CashOut> {
        match self {
            Self::CashOut => orders.cash_out.get_or_insert_default(),
            Self::Rescue => &mut orders.rescue,
        }
    }
}

/// Cashing Out: returns a trade, whose tokens follow.
fn trade(answer: &Answered) -> Option<CashOut> {
    let Some(Trade::Trade { give, get }) = answer.read() else {
        return None;
    };
    Some(CashOut {
        give: Wanted(match give {
            Give::Agent(agent) => vec![Pay::Agent(agent)],
            Give::Tokens => vec![Pay::Tokens],
            Give::Problem => vec![Pay::Problem],
        }),
        get: Wanted(match get {
            Get::Agent(agent) => vec![Gain::Agent(agent)],
            Get::Tokens => vec![Gain::Tokens],
            Get::Solve(color, problem) => vec![Gain::Solve(color, problem)],
        }),
        at: answer.field("at"),
    })
}

/// Cashing Out: adds a trade to a list. Returns its place, unless nothing is traded.
fn write_trade(orders: &mut Orders, answer: &Answered, list: List) -> Option<(List, usize)> {
    let trade = trade(answer)?;
    let lines = list.of(orders);
    lines.push(trade);
    Some((list, lines.len() - 1))
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

/// Returns the line of a trade that is being made. `made` has the places of all trades so far: a rescue may come between a
/// trade of the other list and its tokens, so the last one that is this trade counts.
fn being_made<'o>(
    orders: &'o mut Orders,
    made: &[(List, usize)],
    trade: Trade,
) -> Option<&'o mut CashOut> {
    let fits = |(list, n): &&(List, usize)| {
        let line = list.of(orders).get(*n);
        line.and_then(CashOut::trade) == Some(trade)
    };
    let (list, n) = made.iter().rev().find(fits)?;
    list.of(orders).get_mut(*n)
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

/// Cashing Out Time Control Tokens: adds a token to what is given for the thing that the question names.
fn write_spent(orders: &mut Orders, answer: &Answered, made: &[(List, usize)]) {
    let give = Give::Tokens;
    if let (Some(token), Some(get)) = (answer.read(), answer.field("get"))
        && let Some(line) = being_made(orders, made, Trade::Trade { give, get })
    {
        line.give.0.retain(|pay| *pay != Pay::Tokens);
        line.give.0.push(Pay::Token(token));
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

/// Cashing Out: adds a token to what is retrieved for the thing that the question names.
fn write_retrieved(orders: &mut Orders, answer: &Answered, made: &[(List, usize)]) {
    let get = Get::Tokens;
    if let (Some(Retrieve::Token(color, token)), Some(give)) = (answer.read(), answer.field("give"))
        && let Some(line) = being_made(orders, made, Trade::Trade { give, get })
    {
        line.get.0.retain(|gain| *gain != Gain::Tokens);
        line.get.0.push(Gain::Token(color, token));
    }
}

/// Cashing Out Time Control Tokens: returns the tokens that the player adds, as far as they have them.
fn contribute(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    let by: Option<Color> = named(asked, "by");
    let listed = by.and_then(|by| Some((by, plan.orders.contribute.get(&by)?)));
    let Some((by, tokens)) = listed else {
        return Reply::Silent;
    };
    let Choices::SomeOf { of, .. } = asked.choices() else {
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

#[cfg(test)]
mod tests;
