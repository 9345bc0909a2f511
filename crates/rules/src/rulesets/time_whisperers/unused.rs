//! The reasons why lines of an order file were not used, for those lines that answer questions at any time.

#[cfg(test)]
mod tests;

use super::{
    TimeWhisperers,
    asks::{self, YesNo},
    names::Power,
    orders::{Orders, PowerOrder, When},
    powers::{Window, is_decided},
    state::{Face, Phase},
    view::View,
};
use crate::{
    collect::Collect,
    engine::{By, Came, Fields, Line, Moment, Unused},
};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeSet;

fn value(answer: impl Serialize) -> Value {
    serde_json::to_value(answer).expect("an answer is plain data")
}

/// The data from which the reasons for one seat are found.
struct Round<'a> {
    rules: &'a TimeWhisperers,
    view: &'a View,
    moments: &'a [Moment],
    over: bool,
}

impl TimeWhisperers {
    /// Returns the lines about gold powers, and the lists of gifts and of powers to activate, each with the reason
    /// why it has not been used.
    pub(super) fn without_use(
        &self,
        orders: &Orders,
        view: &View,
        moments: &[Moment],
        over: bool,
    ) -> Vec<Unused> {
        let round = Round {
            rules: self,
            view,
            moments,
            over,
        };
        let powers = orders.powers.iter().flatten().enumerate();
        let mut unused: Vec<Unused> = powers
            .map(|(n, order)| round.power(Line::nth("powers", n), order))
            .collect();
        if !orders.gift.is_empty() {
            unused.push(round.gift());
        }
        if !orders.activate.is_empty() {
            unused.push(round.activate());
        }
        unused
    }
}

impl Round<'_> {
    fn phase(&self) -> Phase {
        // The view of a round that is over shows the next one.
        if self.over {
            Phase::Over
        } else {
            self.view.phase
        }
    }

    fn is_last(&self) -> bool {
        self.view.round == self.view.rounds
    }

    fn of<'m>(&'m self, ask: &'m str) -> impl Iterator<Item = &'m Moment> {
        self.moments.iter().filter(move |moment| moment.ask == ask)
    }

    fn power(&self, line: Line, order: &PowerOrder) -> Unused {
        let printed = &self.rules.content().powers[order.power() as usize];
        let pending = self.may_come(order);
        let why = if pending {
            format!("{} is used {}", printed.name, printed.when)
        } else {
            self.why_not(&line, order, &printed.name)
        };
        Unused { line, why, pending }
    }

    /// Checks whether the question that a line answers may still come in this round.
    fn may_come(&self, order: &PowerOrder) -> bool {
        let power = order.power();
        let windows = match order {
            PowerOrder::StolenAction(_) => &[Window::BetweenPlays][..],
            PowerOrder::Thief(_) => &[Window::BeforeCardPlay],
            _ => &[
                Window::BeforeCardPlay,
                Window::BetweenPlays,
                Window::BeforeScoring,
                Window::Scoring,
                Window::BeforeGoldPowers,
            ],
        };
        let in_time = |window: &Window| match (window, self.phase()) {
            (_, Phase::Placement | Phase::BeforeCardPlay) => true,
            (Window::BeforeCardPlay, _) => false,
            (_, Phase::CardPlay) => true,
            (Window::BetweenPlays, _) => false,
            (_, Phase::Scoring) => true,
            (Window::BeforeScoring | Window::Scoring, _) => false,
            (Window::BeforeGoldPowers, phase) => phase == Phase::GoldPowers,
        };
        let comes = |window: &Window| !(self.is_last() && *window == Window::BeforeGoldPowers);
        // A tile that was used in the scoring by an opponent's Zodiac is turned up again (ruling C13).
        let used = order.scoring().is_none() && self.has_used(power);
        !used
            && windows
                .iter()
                .any(|window| is_decided(power, *window) && comes(window) && in_time(window))
    }

    /// Checks whether the tile of a power is flipped.
    fn has_used(&self, power: Power) -> bool {
        let mut own = self.view.players.values().filter(|p| p.hand.is_some());
        own.any(|player| match player.mimicked {
            Some(mimicked) if mimicked.power == power => mimicked.face == Face::Used,
            _ => player.powers.get(&power) == Some(&Face::Used),
        })
    }

    fn why_not(&self, line: &Line, order: &PowerOrder, name: &str) -> String {
        let fits = |moment: &&Moment| match order.scoring() {
            Some(scoring) => moment.about.get("scoring") == Some(&value(scoring)),
            None => order.when().is_none_or(|when| when.fits(&moment.about)),
        };
        // An entry without fields holds for the whole round and not for one moment of it.
        let whole =
            |moment: &&Moment| matches!(moment.came, Came::LeftOut(_)) && moment.about.is_empty();
        let ask = order.ask();
        let fitting: Vec<&Moment> = self.of(ask).filter(|m| fits(m) || whole(m)).collect();
        let answered = fitting.iter().find_map(|moment| match &moment.came {
            Came::Answered { value, by } => Some(decided(line, order, name, value, by)),
            Came::LeftOut(_) => None,
        });
        if let Some(why) = answered {
            return why;
        }
        let mut reasons: Vec<&str> = vec![];
        for moment in &fitting {
            if let Came::LeftOut(why) = &moment.came
                && !reasons.contains(&why.as_str())
            {
                reasons.push(why);
            }
        }
        if !reasons.is_empty() {
            return reasons.join("; ");
        }
        if self.of(ask).next().is_some() {
            let about: Vec<&Fields> = self.of(ask).map(|moment| &moment.about).collect();
            return match order.scoring() {
                Some(_) => "no Zodiac scored in this round (Zodiac)".to_owned(),
                None => never(&order.when().unwrap_or_default(), &about),
            };
        }
        if order.power() == Power::Agent && self.is_last() && self.has(Power::Agent) {
            return "the last round ends before phase 3 (Game overview)".to_owned();
        }
        format!(
            "you did not own {name}, and no Mimic brought it in (Rules for using gold powers 2)"
        )
    }

    fn has(&self, power: Power) -> bool {
        let mut own = self.view.players.values().filter(|p| p.hand.is_some());
        own.any(|player| player.powers.contains_key(&power))
    }

    /// Thief: returns the reason for the gift, if no question about it used the line.
    fn gift(&self) -> Unused {
        let pending = matches!(self.phase(), Phase::Placement | Phase::BeforeCardPlay)
            && self.of(asks::Gift.name()).next().is_none();
        let why = if pending {
            "an action card is given when an opponent uses the Thief (Thief)"
        } else if self.of(asks::Gift.name()).next().is_some() {
            "none of these cards was in your hand (Thief)"
        } else {
            "no opponent used the Thief in this round (Thief)"
        };
        Unused {
            line: "gift".into(),
            why: why.to_owned(),
            pending,
        }
    }

    /// Phase 4.4: returns the reason for the power to activate, if no question about it used the line.
    fn activate(&self) -> Unused {
        let mut moments = self.of(asks::Activate.name());
        let no_more = !self.over && self.is_last() || self.view.phase == Phase::Over;
        let why = match moments.next().map(|moment| &moment.came) {
            Some(Came::Answered { .. }) => "you owned none of these gold powers (Phase 4.4)",
            Some(Came::LeftOut(why)) => why,
            None if self.view.youth => "the youth game has no gold powers (Youth game)",
            None if no_more => "the last round ends before phase 4 (Game overview)",
            None => "a gold power is activated in phase 4 (Phase 4.4)",
        };
        Unused {
            line: "activate".into(),
            why: why.to_owned(),
            pending: !self.over && !no_more && !self.view.youth,
        }
    }
}

/// Returns the reason why a line did not answer a question that it fitted.
fn decided(line: &Line, order: &PowerOrder, name: &str, answer: &Value, by: &By) -> String {
    let passed = *answer == value(YesNo::Pass);
    match by {
        By::Order(other) | By::Forced(Some(other)) if other.line != *line && !passed => {
            let (list, n) = other.line.0.split_once('/').unwrap_or((&other.line.0, ""));
            let n = n.parse().map_or(0, |n: usize| n + 1);
            format!("{name} was used by the line {list} {n}")
        }
        By::Order(_) | By::Forced(_) => {
            format!("{name} was decided on before this line stood in your orders")
        }
        By::Standing => format!("{name} was decided on by a standing order"),
        By::Bot(_) => format!("{name} was decided on by the bot that plays for you"),
        By::Nmr => format!("{name} was decided on by the deadline, before this line came"),
        By::Passed => match order {
            PowerOrder::Phoenix(back) => {
                format!(
                    "{} was not among your cards on the table (Phoenix)",
                    back.take
                )
            }
            _ => format!("the moment for {name} was over before this line came"),
        },
    }
}

/// Returns the conditions of a `when` that were not met at any of some moments.
fn never(when: &When, moments: &[&Fields]) -> String {
    let met = |field: &str, wanted: &Value| {
        let mut moments = moments.iter();
        moments.any(|about| about.get(field) == Some(wanted))
    };
    let Value::Object(wanted) = value(when) else {
        unreachable!("a `when` is a mapping");
    };
    let unmet: BTreeSet<&str> = wanted
        .iter()
        .filter(|(field, wanted)| !met(field, wanted))
        .map(|(field, _)| field.as_str())
        .collect_set();
    let words = |field: &str| match field {
        "play" => when.play.map(|play| format!("play {play} did not come")),
        "card" => when
            .card
            .map(|card| format!("{card} was never the card you had played last")),
        "whisperer" => when
            .whisperer
            .map(|number| format!("your number {number} was never the activated one")),
        "side" => when
            .side
            .map(|side| format!("the activated one never showed its {} side", side.name())),
        _ => when
            .age
            .map(|age| format!("the activated one never stood in the {}", age.name())),
    };
    let unmet: Vec<String> = unmet.into_iter().filter_map(words).collect();
    if unmet.is_empty() {
        "the conditions of its `when` were never met together".to_owned()
    } else {
        format!("its `when`: {}", unmet.join(", "))
    }
}
