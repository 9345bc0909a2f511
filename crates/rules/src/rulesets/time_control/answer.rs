//! The answers that an order file gives to the questions of the rules, and the order file that gives answers: both directions
//! of a section stand together, in the file of the section.

mod announcements;
mod duels;
mod interrupts;
mod launches;
mod trades;
mod waves;

pub(super) use announcements::said;

use super::{
    asks::{Question, Section},
    content::Content,
    names::Color,
    orders::{Objections, Orders},
};
use crate::{
    engine::{Answered, Asked, Line, Plan, Reply, SeatId},
    rulesets::kit::side,
};
use trades::CASH_OUT;

/// The name of the list of a player's announcements.
const ACTIONS: &str = "actions";

/// Returns the answer that a plan gives to one question. In a part of the turn that is played live, the player is asked where
/// the plan says nothing.
pub(super) fn answer(
    content: &Content,
    plan: &Plan<'_, Orders>,
    question: Question,
    asked: &Asked<'_>,
) -> Reply {
    let reply = match question.section() {
        Section::Launches(question) => launches::answer(content, plan, question, asked),
        Section::Announcements(question) => announcements::answer(plan, question, asked),
        Section::Interrupts(question) => interrupts::answer(plan, question, asked),
        Section::Duels(question) => duels::answer(plan, question, asked),
        Section::Waves(question) => waves::answer(plan, question, asked),
        Section::Trades(question) => trades::answer(plan, question, asked),
    };
    match reply {
        Reply::Silent if plan.orders.live.has(question.part()) => Reply::Wake,
        reply => reply,
    }
}

/// Returns an order file that gives these answers.
pub(super) fn written(answers: &[Answered]) -> Orders {
    let mut orders = Orders::default();
    let mut made = vec![];
    for answer in answers {
        let Ok(question) = answer.ask.parse::<Question>() else {
            continue;
        };
        match question.section() {
            Section::Launches(question) => launches::write(&mut orders, question, answer),
            Section::Announcements(question) => announcements::write(&mut orders, question, answer),
            Section::Interrupts(question) => interrupts::write(&mut orders, question, answer),
            Section::Duels(question) => duels::write(&mut orders, question, answer),
            Section::Waves(question) => waves::write(&mut orders, question, answer),
            Section::Trades(question) => trades::write(&mut orders, &mut made, question, answer),
        }
    }
    announcements::without_last_waits(&mut orders);
    orders
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

fn own(seat: &SeatId) -> Option<Color> {
    side(seat)
}
