//! The reasons why lines of an order file were not used, for the sections that answer questions as they come.

use super::{
    asks::Question,
    conditions::{Event, When, field},
    interrupted::title,
    names::{Agent, Color},
    orders::{DuelPlan, Objections, Orders},
    state::Step,
    view::View,
};
use crate::{
    engine::{By, Came, Fields, Line, Moment, SeatId, Unused},
    rulesets::kit::side,
};
use serde_json::Value;

/// Returns the lines that have answered no question, each with the reason why.
pub(super) fn unused(
    seat: &SeatId,
    orders: &Orders,
    view: &View,
    moments: &[Moment],
    over: bool,
) -> Vec<Unused> {
    let Some(own) = side::<Color>(seat) else {
        return vec![];
    };
    let mut card = Card {
        moments,
        step: (!over).then_some(view.step),
        unused: vec![],
    };
    for (n, rule) in orders.interrupts.iter().enumerate() {
        card.interrupt(own, n, &rule.when);
    }
    match &orders.objections {
        Some(Objections::Always) => card.objection(own, "objections".into(), &When::default()),
        Some(Objections::If(conditions)) => {
            for (n, when) in conditions.iter().enumerate() {
                card.objection(own, Line::nth("objections", n), when);
            }
        }
        Some(Objections::Never) | None => {}
    }
    for (n, plan) in orders.duels.iter().enumerate() {
        card.duel(n, plan);
    }
    for (n, help) in orders.help.iter().enumerate() {
        let agent = help.agent;
        let reasons = Reasons {
            waits: "it waits for a duel of other Agents".to_owned(),
            never: format!("no duel of others was fought where {agent} was Alert"),
            unfit: format!("no duel where {agent} was fitted its condition"),
            unable: "this was not possible when it fitted",
        };
        let here = |about: &Fields| field(about, "agent") == Some(agent);
        let fits = |about: &Fields| help.fits(Some(own), about);
        card.add(Line::nth("help", n), Question::Help, &here, &fits, reasons);
    }
    card.lists(orders);
    for agent in orders.defend.keys() {
        let reasons = Reasons {
            waits: "it waits for the Time Wave Attack Phase".to_owned(),
            never: format!("no Time Wave attacked {agent}"),
            unfit: String::new(),
            unable: "the token was not there to give",
        };
        let here = |about: &Fields| field::<Agent>(about, "agent") == Some(*agent);
        let line = Line(format!("defend/{agent}"));
        card.add(line, Question::Defend, &here, &here, reasons);
    }
    for by in orders.contribute.keys() {
        let reasons = Reasons {
            waits: format!("it waits until {} cashes out tokens", title(*by)),
            never: format!("{} cashed out no tokens", title(*by)),
            unfit: String::new(),
            unable: "the tokens were not there to give",
        };
        let here = |about: &Fields| field::<Color>(about, "by") == Some(*by);
        let line = Line(format!("contribute/{by}"));
        card.add(line, Question::Contribute, &here, &here, reasons);
    }
    card.unused
}

/// The reasons of one line.
struct Reasons {
    /// What the line waits for, while its question can still come.
    waits: String,
    /// The reason if no question of its kind came.
    never: String,
    /// The reason if none of them fitted it.
    unfit: String,
    /// The reason if its answer was not possible at any question that fitted.
    unable: &'static str,
}

/// The questions of a turn that concern one player, and the lines that answered none of them.
struct Card<'a> {
    moments: &'a [Moment],
    /// The step of the turn; `None` if it is over.
    step: Option<Step>,
    unused: Vec<Unused>,
}

impl Card<'_> {
    /// Checks whether a question of this kind may still come in this turn.
    fn may_come(&self, question: Question) -> bool {
        let Some(step) = self.step else {
            return false;
        };
        match question {
            Question::React
            | Question::Object
            | Question::Bid
            | Question::Help
            | Question::Control
            | Question::Forced => {
                matches!(step, Step::Start | Step::Before(_) | Step::Window(_))
            }
            Question::Resolve | Question::Solve => !matches!(step, Step::Resolved | Step::Attack),
            Question::Contribute | Question::Rescue => step != Step::Attack,
            _ => true,
        }
    }

    /// Adds a line, unless it has answered a question. `here` selects the questions of its kind that are about its subject, and
    /// `fits` those that it was written for.
    fn add(
        &mut self,
        line: Line,
        question: Question,
        here: &dyn Fn(&Fields) -> bool,
        fits: &dyn Fn(&Fields) -> bool,
        reasons: Reasons,
    ) {
        let of_kind = self.moments.iter();
        let of_kind = of_kind.filter(|moment| moment.ask == question.name());
        let all: Vec<&Moment> = of_kind.filter(|moment| here(&moment.about)).collect();
        let fitting: Vec<&Moment> = { all.iter().copied() }
            .filter(|moment| fits(&moment.about))
            .collect();
        if fitting.iter().any(|moment| used(&line, moment)) {
            return;
        }
        let pending = self.may_come(question);
        let why = if pending {
            reasons.waits
        } else if fitting.is_empty() {
            let asked = |moment: &&Moment| matches!(moment.came, Came::Answered { .. });
            if all.iter().any(asked) {
                reasons.unfit
            } else {
                left_out(&all).unwrap_or(reasons.never)
            }
        } else {
            let answered = fitting.iter().find_map(|moment| answered(&line, moment));
            answered
                .or_else(|| left_out(&fitting))
                .unwrap_or_else(|| format!("{}, or it came later than that", reasons.unable))
        };
        self.unused.push(Unused { line, why, pending });
    }

    /// "Before you do that": adds a rule that has interrupted nothing.
    fn interrupt(&mut self, own: Color, n: usize, when: &When) {
        let reasons = Reasons {
            waits: "it waits for an announcement that fits".to_owned(),
            never: "no other player announced anything".to_owned(),
            unfit: "nothing that was announced fitted it".to_owned(),
            unable: "its own action was not possible when it fitted",
        };
        let fits = |about: &Fields| Event::asked(about).is_some_and(|event| when.fits(own, &event));
        let line = Line::nth("interrupts", n);
        self.add(line, Question::React, &|_| true, &fits, reasons);
    }

    /// Time Control Duel: adds a condition by which no objection was made.
    fn objection(&mut self, own: Color, line: Line, when: &When) {
        let reasons = Reasons {
            waits: "it waits for a claim that fits".to_owned(),
            never: "no other player claimed Time Control".to_owned(),
            unfit: "no claim fitted it".to_owned(),
            unable: "an objection was not possible when it fitted",
        };
        let fits = |about: &Fields| Event::asked(about).is_some_and(|event| when.fits(own, &event));
        self.add(line, Question::Object, &|_| true, &fits, reasons);
    }

    /// Duels: adds a plan that was used in no duel.
    fn duel(&mut self, n: usize, plan: &DuelPlan) {
        let parts = plan.within.as_ref().map(|parts| {
            let names: Vec<&str> = parts.0.iter().map(|part| part.name()).collect();
            names.join(" or ")
        });
        let unfit = match (parts, plan.agent) {
            (None, None) => "it is for another duel than yours".to_owned(),
            (Some(parts), None) => format!("you were in no duel as {parts}"),
            (None, Some(agent)) => format!("{agent} was in no duel"),
            (Some(parts), Some(agent)) => format!("{agent} was in no duel as {parts}"),
        };
        let unfit = match plan.number {
            Some(number) => format!("{unfit} with the number {number}"),
            None => unfit,
        };
        let reasons = Reasons {
            waits: "it waits for a duel that fits".to_owned(),
            never: "you were in no duel".to_owned(),
            unfit,
            unable: "no token of it could be played",
        };
        let line = Line::nth("duels", n);
        let fits = |about: &Fields| plan.fits(about);
        self.add(line, Question::Bid, &|_| true, &fits, reasons);
    }

    /// Adds the lines of the sections that have no conditions.
    fn lists(&mut self, orders: &Orders) {
        let any = |_: &Fields| true;
        for n in 0..orders.control.len() {
            let reasons = Reasons {
                waits: "it waits for a claim that you win by an objection".to_owned(),
                never: "you won no Time Control by an objection".to_owned(),
                unfit: String::new(),
                unable: "it was not possible when you won Time Control",
            };
            let line = Line::nth("control", n);
            self.add(line, Question::Control, &any, &any, reasons);
        }
        for n in 0..orders.resolve.len() {
            let reasons = Reasons {
                waits: "it waits for a Time Wave in your Today".to_owned(),
                never: "no Time Wave in your Today had both Create and Solve tokens".to_owned(),
                unfit: String::new(),
                unable: "it was not possible",
            };
            let line = Line::nth("resolve", n);
            self.add(line, Question::Resolve, &any, &any, reasons);
        }
        let whole = [
            (
                "forced",
                orders.forced.is_empty(),
                Question::Forced,
                Reasons {
                    waits: "it waits until another player forces you to act".to_owned(),
                    never: "no other player forced you to act".to_owned(),
                    unfit: String::new(),
                    unable: "none of these actions was possible when you were forced",
                },
            ),
            (
                "solve",
                orders.solve.is_empty(),
                Question::Solve,
                Reasons {
                    waits: "it waits for a pair of Solve tokens".to_owned(),
                    never: "you resolved no pair of Solve tokens".to_owned(),
                    unfit: String::new(),
                    unable: "none of these Problems was there to solve",
                },
            ),
            (
                "rescue",
                orders.rescue.is_empty(),
                Question::Rescue,
                Reasons {
                    waits: "it waits for a Problem that puts you out of the game".to_owned(),
                    never: "no Problem put you out of the game".to_owned(),
                    unfit: String::new(),
                    unable: "none of these trades was possible then",
                },
            ),
        ];
        for (section, empty, question, reasons) in whole {
            if !empty {
                self.add(section.into(), question, &any, &any, reasons);
            }
        }
    }
}

/// Checks whether a line has given the answer to a question, alone or as a part of its list.
fn used(line: &Line, moment: &Moment) -> bool {
    let Came::Answered { value, by } = &moment.came else {
        return false;
    };
    let (By::Order(order) | By::Forced(Some(order))) = by else {
        return false;
    };
    // An objection is the answer of all conditions together.
    let objects = line.list() == Some(order.line.0.as_str()) && *value == Value::Bool(true);
    order.line == *line || objects
}

/// Returns the reason why something else answered a question that a line fitted; `None` if nothing else did.
fn answered(line: &Line, moment: &Moment) -> Option<String> {
    let Came::Answered { by, .. } = &moment.came else {
        return None;
    };
    match by {
        By::Order(order) | By::Forced(Some(order)) if order.line != *line => {
            let (list, n) = order.line.0.split_once('/')?;
            let n: usize = n.parse().ok()?;
            Some(format!("{list} {} was used", n + 1))
        }
        By::Order(_) | By::Forced(_) | By::Passed => None,
        By::Standing => Some("a standing order answered".to_owned()),
        By::Bot(_) => Some("the bot that plays for you answered".to_owned()),
        By::Nmr => Some("the deadline had passed".to_owned()),
    }
}

/// Returns the reasons why the rules left questions out; `None` if there are none.
fn left_out(moments: &[&Moment]) -> Option<String> {
    let mut reasons: Vec<&str> = vec![];
    for moment in moments {
        if let Came::LeftOut(why) = &moment.came
            && !reasons.contains(&why.as_str())
        {
            reasons.push(why);
        }
    }
    (!reasons.is_empty()).then(|| reasons.join("; "))
}
