//! The gold powers that may be used between two plays.

use super::{left_open, power_lines, programme::head, value};
use crate::{
    engine::{Answered, Asked, Fields, Plan, Reply},
    rulesets::time_whisperers::{
        asks::{self, BetweenPlays, Choice, Question, YesNo},
        orders::{Between, Entry, InPlay, Orders, PowerOrder, TakeBack, When},
    },
};
use serde_json::Value;

/// Returns the answer for a power that may be used between two plays: that of the first line that fits the moment.
pub(super) fn answer(
    plan: &Plan<'_, Orders>,
    of: BetweenPlays,
    question: Question,
    asked: &Asked<'_>,
) -> Reply {
    let fits = |when: &When| when.fits(asked.about());
    for (line, order) in power_lines(plan) {
        match (of, order) {
            (BetweenPlays::Axis, PowerOrder::Axis(use_it))
            | (BetweenPlays::StolenAction, PowerOrder::StolenAction(use_it))
            | (BetweenPlays::Tyrant, PowerOrder::Tyrant(use_it))
            | (BetweenPlays::Zodiac, PowerOrder::Zodiac(use_it))
                if fits(&use_it.when) =>
            {
                return Reply::say(line, value(YesNo::Use));
            }
            (BetweenPlays::Mutants, PowerOrder::Mutants(use_it)) if fits(&use_it.when) => {
                return Reply::by_the_way(line, YesNo::Use, vec![]);
            }
            (BetweenPlays::Phoenix, PowerOrder::Phoenix(TakeBack { take, when })) if fits(when) => {
                let take = Choice::Use(*take);
                if asks::Phoenix.why_not(asked, &take).is_none() {
                    return asks::Phoenix.say(line, &take);
                }
            }
            _ => {}
        }
    }
    stopped(plan, question)
}

/// Returns the line for a power that is used between two plays. It names the play unless it was used at once.
pub(super) fn line(question: BetweenPlays, answer: &Answered, at_once: bool) -> Option<PowerOrder> {
    let each = question == BetweenPlays::Mutants;
    let when = if at_once && !each {
        When::default()
    } else {
        When {
            play: answer.field("play"),
            ..When::default()
        }
    };
    if question == BetweenPlays::Phoenix {
        let Choice::Use(take) = answer.read()? else {
            return None;
        };
        return Some(PowerOrder::Phoenix(TakeBack { take, when }));
    }
    if answer.read() != Some(YesNo::Use) {
        return None;
    }
    let between = Between { when };
    Some(match question {
        BetweenPlays::Axis => PowerOrder::Axis(between),
        BetweenPlays::Mutants => PowerOrder::Mutants(between),
        BetweenPlays::StolenAction => PowerOrder::StolenAction(between),
        BetweenPlays::Tyrant => PowerOrder::Tyrant(between),
        BetweenPlays::Zodiac => PowerOrder::Zodiac(between),
        BetweenPlays::Phoenix => return None,
    })
}

/// Returns a hold if the next entry of the programme is a `hold`: it stops before the powers that may be used there.
fn stopped(plan: &Plan<'_, Orders>, question: Question) -> Reply {
    match head(plan) {
        Some((line, Entry::Hold)) => Reply::hold(line),
        _ => left_open(plan, question),
    }
}

impl InPlay {
    /// Checks whether a question is about this play.
    pub(super) fn fits(self, about: &Fields) -> bool {
        let play = self.play.map(|play| play.get().into());
        play.is_none() || about.get("play") == play.as_ref()
    }
}

impl When {
    /// Checks whether a question is about such a moment.
    pub(in crate::rulesets::time_whisperers) fn fits(&self, about: &Fields) -> bool {
        let is = |field: &str, wanted: Option<Value>| match wanted {
            None => true,
            wanted => about.get(field) == wanted.as_ref(),
        };
        is("play", self.play.map(|play| play.get().into()))
            && is("card", self.card.map(value))
            && is("whisperer", self.whisperer.map(value))
            && is("side", self.side.map(value))
            && is("age", self.age.map(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulesets::time_whisperers::asks::BETWEEN_PLAYS;
    use serde_json::json;

    /// The fields of a moment between two plays are those that a `when` may name.
    #[test]
    fn a_moment_has_the_fields_of_a_when() {
        let moment = json!({"play": 3, "card": 2, "whisperer": 2, "side": "gold", "age": "dusk"});
        let when: When = serde_json::from_value(moment.clone()).expect("a moment");
        let Value::Object(fields) = moment else {
            unreachable!("a mapping was written");
        };
        let listed = BETWEEN_PLAYS.iter().map(|(name, _)| *name);
        assert!(fields.keys().eq(listed));
        assert!(when.fits(&fields.into_iter().collect()));
    }
}
