use crate::{
    engine::Answered,
    rulesets::time_control::{answer::written, cash_out::Pay, orders::CashOut},
};
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
