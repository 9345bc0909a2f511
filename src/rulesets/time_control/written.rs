//! Writes answers as an order file: the inverse of [`answer`](super::answer).

use super::{
    action_phase::Said,
    actions::{Action, Deed, Purpose},
    announcement::{Done, Line, Order},
    asks::Question,
    cash_out::{Gain, Get, Give, Pay, Retrieve, Solves, Trade},
    conditions::{Aim, When, Who},
    duel::{Aid, Part},
    names::{Agent, Bid, Color, Side, Zone},
    orders::{CashOut, DuelPlan, Fight, Help, Interrupt, Objections, Orders, ReDuel},
};
use crate::{
    engine::{Answered, Intent},
    rulesets::kit::Wanted,
};

/// Returns an order file that gives these answers.
pub(super) fn written(answers: &[Answered]) -> Orders {
    let mut orders = Orders::default();
    let mut made = vec![];
    for answer in answers {
        let Ok(question) = answer.ask.parse() else {
            continue;
        };
        match question {
            Question::Launch => launch(&mut orders, answer),
            Question::Act => {
                let lines = orders.actions.get_or_insert_default();
                lines.extend(answer.read().map(|said| line(said).unwrap_or(Line::Wait)));
            }
            Question::Force => {
                if let Some(line) = answer.read().and_then(line) {
                    orders.actions.get_or_insert_default().push(line);
                }
            }
            Question::React => orders.interrupts.extend(interrupt(answer)),
            Question::Object => object(&mut orders, answer),
            Question::Bid | Question::ReDuel => duel(&mut orders, answer),
            Question::Help => orders.help.extend(help(answer)),
            // Time Control that is used for nothing takes a line, too, if it is won again later.
            Question::Control => {
                let line = answer.read().and_then(purpose);
                orders.control.push(line.unwrap_or(Line::Wait));
            }
            Question::Forced => {
                let action = answer.read().map(|action| act(action, false));
                orders.forced.extend(action);
            }
            Question::Resolve => orders.resolve.extend(answer.read::<Side>()),
            Question::Solve => orders.solve.extend(answer.read::<Solves>()),
            // The highest token is given to an Agent of which the file says nothing.
            Question::Defend => {
                if answer.differs()
                    && let (Some(agent), Some(bid)) = (answer.field("agent"), answer.read::<Bid>())
                {
                    orders.defend.insert(agent, bid);
                }
            }
            Question::CashOut => made.extend(cash_out(&mut orders, answer, List::CashOut)),
            Question::Rescue => made.extend(cash_out(&mut orders, answer, List::Rescue)),
            Question::Spend => spend(&mut orders, answer, &made),
            Question::Retrieve => retrieve(&mut orders, answer, &made),
            Question::Contribute => {
                if answer.differs()
                    && let (Some(by), Some(tokens)) = (answer.field("by"), answer.read::<Vec<u8>>())
                {
                    orders.contribute.insert(by, tokens);
                }
            }
        }
    }
    if let Some(lines) = &mut orders.actions {
        let last = lines.iter().rposition(|line| *line != Line::Wait);
        lines.truncate(last.map_or(0, |last| last + 1));
    }
    let last = orders.control.iter().rposition(|line| *line != Line::Wait);
    orders.control.truncate(last.map_or(0, |last| last + 1));
    orders
}

fn launch(orders: &mut Orders, answer: &Answered) {
    if let (Some(agent), Some(zone)) = (answer.field::<Agent>("agent"), answer.read::<Zone>())
        && zone != Zone::Today
    {
        orders.launch.insert(agent, zone);
    }
}

/// Returns the line of an action.
fn act(action: Action, claim: bool) -> Line {
    let order = Order {
        agent: action.agent,
        deed: Done::Deed(action.deed),
    };
    Line::Act { order, claim }
}

/// Returns the line of what a player has Time Control for.
fn purpose(purpose: Purpose) -> Option<Line> {
    match purpose {
        Purpose::Nothing => None,
        Purpose::Act(action) => Some(act(action, false)),
        Purpose::Force(color) => Some(Line::Force(color)),
    }
}

/// The Action Phase: returns the line of an announcement. A pass is the end of the list.
fn line(said: Said) -> Option<Line> {
    match said {
        Intent::Pass | Intent::Claim(Purpose::Nothing) => None,
        Intent::Act(action) => Some(act(action, false)),
        Intent::Claim(Purpose::Act(action)) => Some(act(action, true)),
        Intent::Claim(Purpose::Force(color)) => Some(Line::Force(color)),
    }
}

/// Returns the condition that fits what a prompt is about.
fn condition(answer: &Answered) -> When {
    let by: Option<Color> = answer.field("by");
    When {
        player: by.map(|color| Wanted(vec![Who::Color(color)])),
        does: answer.field("does").map(|does| Wanted(vec![does])),
        agent: answer.field("agent").map(|agent| Wanted(vec![agent])),
        target: match answer.field::<Action>("action").map(|action| action.deed) {
            Some(Deed::Attack(target)) => Some(Aim::Agent(target)),
            _ => answer.field("forced").map(Aim::Color),
        },
        at: answer.field("at").map(|at| Wanted(vec![at])),
        time: answer.field("time"),
    }
}

/// "Before you do that": returns a rule that is used once.
fn interrupt(answer: &Answered) -> Option<Interrupt> {
    let then = line(answer.read()?)?;
    Some(Interrupt {
        when: condition(answer),
        then,
        once: true,
    })
}

/// Time Control Duel: adds a condition for an objection.
fn object(orders: &mut Orders, answer: &Answered) {
    if answer.read() != Some(true) {
        return;
    }
    let conditions = orders.objections.get_or_insert(Objections::If(vec![]));
    if let Objections::If(conditions) = conditions {
        conditions.push(condition(answer));
    }
}

/// Duels: adds a token, or the call for a re-duel, to the plan for the part of the player.
fn duel(orders: &mut Orders, answer: &Answered) {
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

/// Rendering Aid/Committing Sabotage: returns the line for an Agent.
fn help(answer: &Answered) -> Option<Help> {
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

/// A list of trades in an order file.
#[derive(Clone, Copy)]
enum List {
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

/// Cashing Out: adds a trade to a list. Returns its place, unless nothing is traded.
fn cash_out(orders: &mut Orders, answer: &Answered, list: List) -> Option<(List, usize)> {
    let trade = trade(answer)?;
    let lines = list.of(orders);
    lines.push(trade);
    Some((list, lines.len() - 1))
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

/// Cashing Out Time Control Tokens: adds a token to what is given for the thing that the question names.
fn spend(orders: &mut Orders, answer: &Answered, made: &[(List, usize)]) {
    let give = Give::Tokens;
    if let (Some(token), Some(get)) = (answer.read(), answer.field("get"))
        && let Some(line) = being_made(orders, made, Trade::Trade { give, get })
    {
        line.give.0.retain(|pay| *pay != Pay::Tokens);
        line.give.0.push(Pay::Token(token));
    }
}

/// Cashing Out: adds a token to what is retrieved for the thing that the question names.
fn retrieve(orders: &mut Orders, answer: &Answered, made: &[(List, usize)]) {
    let get = Get::Tokens;
    if let (Some(Retrieve::Token(color, token)), Some(give)) = (answer.read(), answer.field("give"))
        && let Some(line) = being_made(orders, made, Trade::Trade { give, get })
    {
        line.get.0.retain(|gain| *gain != Gain::Tokens);
        line.get.0.push(Gain::Token(color, token));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    /// Returns an answer to a question.
    fn said(ask: &str, about: &Value, value: Value) -> Answered {
        Answered {
            ask: ask.to_owned(),
            about: serde_json::from_value(about.clone()).expect("fields"),
            default: value.clone(),
            value,
            forced: false,
        }
    }

    /// The tokens of a trade go to its own line, also if a line of the other list names tokens, too.
    #[test]
    fn tokens_go_to_the_trade_that_is_being_made() {
        let solve = json!({"solve": ["green", "no-wheel"]});
        let agent = json!({"agent": "green-agent-1"});
        let trade = |give: &Value, get: &Value| json!({"trade": {"give": give, "get": get}});
        let (problem, tokens) = (json!("problem"), json!("tokens"));
        let orders = written(&[
            said("cash-out", &json!({"at": "start"}), trade(&agent, &tokens)),
            said(
                "retrieve",
                &json!({"left": 20, "give": agent}),
                json!("green/19"),
            ),
            // The Problem that is drawn for the next trade has to be solved before its tokens come back.
            said(
                "cash-out",
                &json!({"at": "waves"}),
                trade(&problem, &tokens),
            ),
            said("rescue", &json!({}), trade(&tokens, &solve)),
            said("spend", &json!({"needed": 20, "get": solve}), json!(12)),
            said("spend", &json!({"needed": 8, "get": solve}), json!(8)),
            said(
                "retrieve",
                &json!({"left": 20, "give": "problem"}),
                json!("orange/4"),
            ),
        ]);
        let written = serde_json::to_value(&orders).expect("plain data");
        let expected = json!({
            "cash-out": [
                {"give": "green-agent-1", "get": "green/19", "at": "start"},
                {"give": "problem", "get": "orange/4", "at": "waves"},
            ],
            "rescue": [{"give": [12, 8], "get": "green/no-wheel"}],
        });
        assert_eq!(written["cash-out"], expected["cash-out"]);
        assert_eq!(written["rescue"], expected["rescue"]);
        let mut trades = orders.cash_out.iter().flatten().chain(&orders.rescue);
        assert!(trades.all(|line| line.trade().is_some()));
    }

    /// A trade that came to nothing gets no token of a later one for the same thing.
    #[test]
    fn of_two_trades_for_the_same_thing_the_later_one_gets_the_tokens() {
        let solve = json!({"solve": ["green", "no-wheel"]});
        let trade = json!({"trade": {"give": "tokens", "get": solve}});
        let orders = written(&[
            said("cash-out", &json!({"at": "start"}), trade.clone()),
            said("rescue", &json!({}), trade),
            said("spend", &json!({"needed": 20, "get": solve}), json!(20)),
        ]);
        let given = |lines: &[CashOut]| -> Vec<Pay> {
            lines.iter().flat_map(|line| line.give.0.clone()).collect()
        };
        assert_eq!(given(&orders.cash_out.unwrap_or_default()), [Pay::Tokens]);
        assert_eq!(given(&orders.rescue), [Pay::Token(20)]);
    }
}
