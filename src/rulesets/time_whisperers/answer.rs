//! The answers that an order file gives to the questions of the rules.

use super::{
    card_play::Laid,
    diagnostics::Wrong,
    names::{Action, Age, Card, Color, Number, Power, WhichScoring},
    orders::{Entry, InPlay, Orders, PowerOrder, TakeBack, When, Which},
    powers::{Choice, SCORING, Wormholed, YesNo, offer},
    setup::Placing,
};
use crate::engine::{AskKind, Asked, Fields, Idle, Line, Plan, Reply, reads};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

type Cards = BTreeMap<Color, Laid>;
type Gifts = BTreeMap<Color, Action>;

/// The kinds of ask of a round.
pub(super) const ASKS: &[AskKind] = &[
    AskKind::of::<Placing>(
        "place",
        "which Time Whisperer to place (Setup 5)",
        &[("age", reads::<Age>)],
    ),
    AskKind::of::<Choice<Power>>("mimic", "whether to use the Mimic, and on what", &[]),
    AskKind::of::<Choice<Wormholed>>("wormhole", "whether to use the Wormhole, and how", &[]),
    AskKind::of::<YesNo>("thief", "whether to use the Thief", &[]),
    AskKind::of::<Action>(
        "gift",
        "which action card to give to the Thief",
        &[("thief", reads::<Color>)],
    ),
    AskKind::of::<Color>(
        "steal",
        "whose card the Thief steals",
        &[("gifts", reads::<Gifts>)],
    ),
    AskKind::of::<Choice<Age>>("witch", "whether to use the Witch, and where", &[]),
    AskKind::of::<Vec<Power>>("alliance", "which powers the Alliance activates", &[]),
    AskKind::of::<YesNo>("medusa", "whether to use Medusa", &[]),
    offer::<YesNo>("axis", "whether to use the Axis"),
    offer::<YesNo>("psychic", "whether to use the Psychic in the next play"),
    offer::<YesNo>(
        "multiverse",
        "whether to use the Multiverse in the next play",
    ),
    offer::<YesNo>("mutants", "whether to use the Mutants"),
    offer::<Choice<Card>>("phoenix", "whether to use the Phoenix, and for which card"),
    offer::<YesNo>(
        "stolen-action",
        "whether to apply the Thief's stolen action",
    ),
    offer::<YesNo>("tyrant", "whether to use the Tyrant"),
    offer::<YesNo>("zodiac", "whether to use the Zodiac"),
    AskKind::of::<Laid>(
        "card",
        "which card to play (Phase 1)",
        &[("play", reads::<u32>)],
    ),
    AskKind::of::<Card>(
        "psychic-card",
        "which card the Psychic plays, after seeing the others'",
        &[("play", reads::<u32>), ("seen", reads::<Cards>)],
    ),
    AskKind::of::<Card>(
        "keep",
        "which of its two cards the Multiverse plays",
        &[("play", reads::<u32>), ("seen", reads::<Cards>)],
    ),
    AskKind::of::<Choice<Age>>("tornado", "whether to use the Tornado, and where", SCORING),
    AskKind::of::<Choice<Number>>("titan", "whether to use the Titan, and for whom", SCORING),
    AskKind::of::<Choice<[Age; 2]>>("uniter", "whether to use the Uniter, and where", SCORING),
    AskKind::of::<YesNo>(
        "assassin",
        "whether to use the Assassin",
        &[
            ("scoring", reads::<WhichScoring>),
            ("age", reads::<Age>),
            ("victims", reads::<Vec<Victim>>),
        ],
    ),
    AskKind::of::<Choice<[Age; 2]>>("agent", "whether to use the Agent, and where", &[]),
    AskKind::of::<Power>(
        "activate",
        "which gold power to activate (Phase 4)",
        &[("round", reads::<u8>)],
    ),
];

/// A Time Whisperer that the Assassin would eliminate.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "it is read to see whether it can be read")]
struct Victim {
    color: Color,
    whisperer: Number,
}

/// Returns the answer that a plan gives to one question.
pub(super) fn answer(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    match asked.kind {
        "place" => place(plan),
        "card" | "psychic-card" => card(plan, asked),
        "psychic" | "multiverse" => next_play(plan, asked),
        "keep" => keep(plan, asked),
        "axis" | "mutants" | "phoenix" | "stolen-action" | "tyrant" | "zodiac" => {
            between_plays(plan, asked)
        }
        "gift" => prefer("gift", &plan.orders.gift),
        "steal" => steal(plan, asked),
        "activate" => prefer("activate", &plan.orders.activate),
        "mimic" | "wormhole" | "thief" | "witch" | "alliance" | "medusa" | "tornado" | "titan"
        | "uniter" | "assassin" | "agent" => once_a_round(plan, asked),
        kind => unreachable!("the rules never ask `{kind}`"),
    }
}

/// Returns the lines that are executed one after another.
pub(super) fn lines(orders: &Orders) -> Vec<Line> {
    let placement = (0..orders.placement.len()).map(|n| Line::nth("placement", n));
    let programme = (0..orders.programme.len()).map(|n| Line::nth("programme", n));
    placement.chain(programme).collect()
}

/// The lines that are lost if a new file leaves them out: also those about gold powers, which are then not used.
pub(super) fn entries(orders: &Orders) -> Vec<Line> {
    let mut entries = lines(orders);
    let powers = orders.powers.as_ref().map_or(0, Vec::len);
    entries.extend((0..powers).map(|n| Line::nth("powers", n)));
    entries
}

fn value(answer: impl Serialize) -> Value {
    serde_json::to_value(answer).expect("an answer is plain data")
}

/// Returns a list of preferences as an answer; an empty list gives no answer.
fn prefer(line: impl Into<Line>, wanted: &[impl Serialize]) -> Reply {
    if wanted.is_empty() {
        return Reply::Silent;
    }
    Reply::Prefer {
        line: line.into(),
        values: wanted.iter().map(value).collect(),
    }
}

/// Setup 5: returns the answer of the next line of the placement.
fn place(plan: &Plan<'_, Orders>) -> Reply {
    let placement = &plan.orders.placement;
    match plan.head("placement", placement.len()) {
        None => Reply::Silent,
        Some(n) => {
            let orders = placement[n];
            let placing = Placing {
                whisperer: orders.whisperer,
                side: orders.side,
            };
            Reply::say(Line::nth("placement", n), value(placing))
        }
    }
}

/// Returns the head of the programme.
fn head(plan: &Plan<'_, Orders>) -> Option<(Line, Entry)> {
    let programme = &plan.orders.programme;
    let n = plan.head("programme", programme.len())?;
    Some((Line::nth("programme", n), programme[n]))
}

/// Phase 1: returns the next card of the programme. If the programme says `psychic` and the Psychic was used, the seat
/// waits for a new file. If the Psychic could not be used there, the entry has no effect.
fn card(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    let mut done = vec![];
    for (n, entry) in plan.orders.programme.iter().enumerate() {
        let line = Line::nth("programme", n);
        let value = match entry {
            _ if plan.spent(&line.0) => continue,
            Entry::Psychic if asked.kind == "card" => {
                done.push(Idle::because(line, Wrong::NoPsychic));
                continue;
            }
            Entry::Psychic | Entry::Hold => return Reply::Hold { line, done },
            Entry::Card(card) => value(card),
            Entry::Two(cards) => value(cards),
        };
        return Reply::Say {
            line,
            value,
            spent: true,
            done,
        };
    }
    Reply::Silent
}

/// Psychic, Multiverse: returns whether they are used, which the next entry of the programme decides.
fn next_play(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    match (asked.kind, head(plan)) {
        ("psychic", Some((line, Entry::Psychic))) | ("multiverse", Some((line, Entry::Two(_)))) => {
            Reply::by_the_way(line, YesNo::Use, vec![])
        }
        (_, Some((line, Entry::Hold))) => Reply::hold(line),
        (_, Some((line, _))) => Reply::by_the_way(line, YesNo::Pass, vec![]),
        (_, None) => left_open(plan, asked),
    }
}

/// Returns no answer, or a wake if the seat wants to be asked about a power that it has brought in (Mimic, Alliance).
fn left_open(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    let power = match asked.kind {
        "stolen-action" => Some(Power::Thief),
        kind => kind.parse().ok(),
    };
    let mut lines = plan.orders.powers.iter().flatten();
    if power.is_some_and(|power| lines.any(|line| line.asks_about(power))) {
        Reply::Wake
    } else {
        Reply::Silent
    }
}

/// Returns a hold if the next entry of the programme is a `hold`: it stops before the powers that may be used there.
fn stopped(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    match head(plan) {
        Some((line, Entry::Hold)) => Reply::hold(line),
        _ => left_open(plan, asked),
    }
}

/// Returns the lines about gold powers that are not used up.
fn power_lines<'a>(
    plan: &'a Plan<'_, Orders>,
) -> impl Iterator<Item = (Line, &'a PowerOrder)> + use<'a> {
    let lines = plan.orders.powers.iter().flatten().enumerate();
    lines
        .map(|(n, order)| (Line::nth("powers", n), order))
        .filter(|(line, _)| !plan.spent(&line.0))
}

/// Multiverse: returns which of the two cards is played, if the file says it in advance.
fn keep(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    let cards = asked.one_of::<Card>();
    let mut lines = power_lines(plan);
    let found = lines.find_map(|(line, order)| match order {
        PowerOrder::Multiverse(keep) if keep.when.fits(asked.about) => Some((line, keep.play)),
        _ => None,
    });
    match (found, &cards[..]) {
        (Some((line, which)), [first, second]) => {
            let card = match which {
                Which::First => first,
                Which::Second => second,
            };
            Reply::by_the_way(line, card, vec![])
        }
        _ => Reply::Silent,
    }
}

/// Returns the answer for a power that may be used between two plays: that of the first line that fits the moment.
fn between_plays(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    let fits = |when: &When| when.fits(asked.about);
    for (line, order) in power_lines(plan) {
        match (asked.kind, order) {
            ("axis", PowerOrder::Axis(use_it))
            | ("stolen-action", PowerOrder::StolenAction(use_it))
            | ("tyrant", PowerOrder::Tyrant(use_it))
            | ("zodiac", PowerOrder::Zodiac(use_it))
                if fits(&use_it.when) =>
            {
                return Reply::say(line, value(YesNo::Use));
            }
            ("mutants", PowerOrder::Mutants(use_it)) if fits(&use_it.when) => {
                return Reply::by_the_way(line, YesNo::Use, vec![]);
            }
            ("phoenix", PowerOrder::Phoenix(TakeBack { take, when })) if fits(when) => {
                let take = value(Choice::Use(*take));
                if (asked.why_not)(&take).is_none() {
                    return Reply::say(line, take);
                }
            }
            _ => {}
        }
    }
    stopped(plan, asked)
}

impl InPlay {
    /// Checks whether a question is about this play.
    fn fits(self, about: &Fields) -> bool {
        let play = self.play.map(|play| play.get().into());
        play.is_none() || about.get("play") == play.as_ref()
    }
}

impl When {
    /// Checks whether a question is about such a moment.
    pub(super) fn fits(&self, about: &Fields) -> bool {
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

/// Thief: returns the first of the wanted cards that an opponent gave.
fn steal(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    let gifts = asked.about.get("gifts").cloned().unwrap_or_default();
    let Ok(gifts) = serde_json::from_value::<Gifts>(gifts) else {
        return Reply::Silent;
    };
    for (line, order) in power_lines(plan) {
        if let PowerOrder::Thief(thief) = order {
            let from = |action: &Action| gifts.iter().find(|(_, card)| *card == action);
            let givers = thief.steal.iter().filter_map(from);
            let givers: Vec<Color> = givers.map(|(color, _)| *color).collect();
            return prefer(line, &givers);
        }
    }
    Reply::Silent
}

/// Returns the answer for a power that is decided on once in a round, or once in each scoring: that of the first line
/// for it. A file with a list of powers that does not name this one does not use it, unless the seat wants to be asked.
/// A line for the other scoring stays in the queue (ruling C13).
fn once_a_round(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    if plan.orders.powers.is_none() {
        return Reply::Silent;
    }
    let scoring = asked.about.get("scoring");
    for (line, order) in power_lines(plan) {
        if scoring.is_some() && order.scoring().map(value).as_ref() != scoring {
            continue;
        }
        let answer = match (asked.kind, order) {
            ("agent", PowerOrder::Agent(pair)) => value(Choice::Use(clockwise(pair.ages))),
            ("uniter", PowerOrder::Uniter(pair)) => value(Choice::Use(clockwise(pair.ages))),
            ("mimic", PowerOrder::Mimic(take)) => value(Choice::Use(take.power)),
            ("wormhole", PowerOrder::Wormhole(travel)) => value(Choice::Use(Wormholed {
                whisperer: travel.whisperer,
                to: travel.to,
            })),
            ("tornado", PowerOrder::Tornado(goal)) => value(Choice::Use(goal.to)),
            ("witch", PowerOrder::Witch(goal)) => value(Choice::Use(goal.to)),
            ("alliance", PowerOrder::Alliance(allies)) => value(&allies.activate),
            ("titan", PowerOrder::Titan(one)) => value(Choice::Use(one.whisperer)),
            ("assassin", PowerOrder::Assassin(_)) | ("medusa", PowerOrder::Medusa(_)) => {
                value(YesNo::Use)
            }
            // The line also says what to steal, so it is not used up yet.
            ("thief", PowerOrder::Thief(_)) => {
                return Reply::by_the_way(line, YesNo::Use, vec![]);
            }
            _ => continue,
        };
        return Reply::say(line, answer);
    }
    if left_open(plan, asked) == Reply::Wake {
        return Reply::Wake;
    }
    match asked.kind {
        "alliance" => Reply::rest("powers", Vec::<Power>::new()),
        _ => Reply::rest("powers", YesNo::Pass),
    }
}

/// Returns two ages in the order in which the questions name them; ages that are not adjacent keep their order.
fn clockwise([one, other]: [Age; 2]) -> [Age; 2] {
    if other.clockwise() == one {
        [other, one]
    } else {
        [one, other]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulesets::time_whisperers::powers::BETWEEN_PLAYS;
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
