//! E. Resource and victory points: 44 to 62.

mod swings;

use super::{exact, list, races, rule};
use crate::{
    collect::Collect,
    rulesets::time_agent::{
        TimeAgent,
        content::{Numbers, Points},
        names::{Event, Race, Technology},
        places::Legend,
    },
    rulesets::{Claim, Effort},
};
use std::collections::BTreeMap;

use Event::{BlackHoleEnergy, ZytalBuraltiWar1, ZytalBuraltiWar2, ZytalBuraltiWar3};
use Race::{Buralti, Fiolli, Human, Roo, Veneb, Zytal};
use Technology as T;

/// 45: the only totals of the game that are publicly known, after one event was turned off.
const SNAPSHOT: [(Race, i32, i32); 6] = [
    (Buralti, 45, 49),
    (Fiolli, 27, 22),
    (Human, 28, 27),
    (Roo, 24, 25),
    (Veneb, 18, 43),
    (Zytal, 20, 9),
];

pub(super) fn check(rules: &TimeAgent, effort: Effort) -> Vec<Claim> {
    let mut claims = totals(rules, effort);
    claims.extend(swings::check(rules));
    claims.extend(wants(rules));
    claims.extend(technologies(rules));
    claims
}

/// Returns the change for a race if an event is reversed.
fn change(rules: &TimeAgent, event: Event, race: Race) -> Points {
    let content = rules.content.event(event);
    let of = |numbers: &Numbers| numbers.get(&race).copied().unwrap_or_default();
    let (before, after) = (of(&content.unreversed), of(&content.reversed));
    Points {
        rp: after.rp - before.rp,
        vp: after.vp - before.vp,
    }
}

fn vp(rules: &TimeAgent, reversed: &[Event]) -> BTreeMap<Race, i32> {
    let mut state = rules.bare();
    state.reversed_events = reversed.iter().copied().collect_set();
    let of = |race: &Race| (*race, rules.points(&state, *race).vp);
    Race::ALL.iter().map(of).collect_map()
}

/// 44 to 47, 49, 50: checks sums.
fn totals(rules: &TimeAgent, effort: Effort) -> Vec<Claim> {
    let content = &rules.content;
    let opening: Vec<(Race, Points)> = content
        .opening_order
        .iter()
        .map(|race| (*race, rules.opening(*race)))
        .collect();
    let strict = opening.windows(2).all(|pair| pair[0].1.vp > pair[1].1.vp);
    let printed = [Buralti, Veneb, Human, Fiolli, Roo, Zytal];
    let reaches = |event: &Event| {
        let mut state = rules.bare();
        state.reversed_events = [*event].into();
        SNAPSHOT.iter().all(|(race, rp, vp)| {
            let points = rules.points(&state, *race);
            (points.rp, points.vp) == (*rp, *vp)
        })
    };
    let by: Vec<Event> = Event::ALL.iter().copied().filter(reaches).collect();
    let numbers = || {
        let events = Event::ALL.iter().map(|event| content.event(*event));
        let events = events.flat_map(|event| [&event.unreversed, &event.reversed]);
        let all = Technology::ALL.iter().map(|t| content.technology(*t));
        events.chain(all.flat_map(|t| [&t.connected, &t.disconnected]))
    };
    let negative = numbers()
        .flat_map(BTreeMap::values)
        .filter(|points| points.rp < 0 || points.vp < 0)
        .count();
    let solid = |race: Race| -> i32 {
        let events = Event::ALL
            .iter()
            .map(|event| &content.event(*event).unreversed);
        let all = Technology::ALL
            .iter()
            .map(|t| &content.technology(*t).connected);
        let own = events.chain(all).filter_map(|numbers| numbers.get(&race));
        own.map(|points| points.vp).sum()
    };
    let summed = opening
        .iter()
        .all(|(race, points)| solid(*race) == points.vp);
    // 49: the sums are the same for every arrangement and facing of the tiles and all reversed inventions, as long as
    // the status is the same.
    let mut same = true;
    for n in 0..effort.samples.min(50) {
        let mut state = rules.flipped(n);
        state.reversed_originals = Technology::ALL.iter().copied().collect_set();
        same &= opening
            .iter()
            .all(|(race, points)| rules.points(&state, *race) == *points);
    }
    let lead = opening.first().zip(opening.get(1));
    let lead = lead.map_or(0, |(first, second)| first.1.vp - second.1.vp);
    vec![
        exact(
            44,
            "opening VP fall strictly: Buralti, Veneb, Human, Fiolli, Roo, Zytal",
            strict && opening.iter().map(|(race, _)| *race).eq(printed),
            list(
                opening
                    .iter()
                    .map(|(race, points)| format!("{race} {}", points.vp)),
            ),
        ),
        exact(
            45,
            "the published RP and VP are reached by reversing one event, ideally Black Hole Energy",
            by == [BlackHoleEnergy],
            format!("by {}", list(&by)),
        ),
        exact(
            46,
            "what a race begins with is the sum of its solid numbers",
            summed,
            format!(
                "{} of 6 races",
                opening
                    .iter()
                    .filter(|(race, p)| solid(*race) == p.vp)
                    .count()
            ),
        ),
        exact(
            47,
            "no printed number is negative",
            negative == 0,
            format!(
                "{negative} of {}",
                numbers().map(BTreeMap::len).sum::<usize>()
            ),
        ),
        rule(
            49,
            "inventions and rotations change points only through the status of a technology",
            same,
            format!("unchanged on {} boards", effort.samples.min(50)),
        ),
        exact(
            50,
            "the Buralti lead by a margin that others have to strip: 5 VP at least",
            lead >= 5,
            format!("{lead} VP"),
        ),
    ]
}

/// 59, 62: checks events as they are printed.
fn wants(rules: &TimeAgent) -> Vec<Claim> {
    let wars = [ZytalBuraltiWar1, ZytalBuraltiWar2, ZytalBuraltiWar3];
    let told: Vec<String> = wars
        .iter()
        .map(|war| {
            let content = rules.content.event(*war);
            format!("{} {}", content.zone, content.cost)
        })
        .collect();
    let mut prices: BTreeMap<u32, usize> = BTreeMap::new();
    for event in Event::ALL {
        let tile = rules.content.tiles().iter();
        let tile = tile.filter(|tile| tile.id.legend == Legend::Event(*event));
        for cost in tile.filter_map(|tile| tile.cost) {
            *prices.entry(cost).or_default() += 1;
        }
    }
    vec![
        exact(
            59,
            "the Zytal-Buralti Wars lie in 4a, 4b and 4c and cost 5, 10 and 15",
            told == ["4a 5", "4b 10", "4c 15"],
            list(told),
        ),
        exact(
            62,
            "seven events cost 5, five 10, six 15, two 20, three 25; 290 in all",
            prices.iter().map(|(cost, n)| (*cost, *n)).eq([
                (5, 7),
                (10, 5),
                (15, 6),
                (20, 2),
                (25, 3),
            ]),
            list(prices.iter().map(|(cost, n)| format!("{n} cost {cost}"))),
        ),
    ]
}

/// 48, 60, 61: checks technologies.
fn technologies(rules: &TimeAgent) -> Vec<Claim> {
    let connected = |technology: Technology, race: Race| {
        let numbers = &rules.content.technology(technology).connected;
        numbers.get(&race).copied().unwrap_or_default()
    };
    let by_technology = |race: Race| -> i32 {
        let all = Technology::ALL.iter();
        all.map(|technology| connected(*technology, race).vp).sum()
    };
    let few = [Fiolli, Roo, Veneb];
    let least = few.map(by_technology).into_iter().min().unwrap_or(0);
    let others = [Buralti, Human, Zytal].map(by_technology);
    let of = |technology: Technology, wanted: &[Race]| {
        wanted.iter().all(|race| {
            let points = connected(technology, *race);
            points.rp > 0 || points.vp > 0
        })
    };
    let wanted: [(T, &[Race]); 6] = [
        (T::AntiGravity, &[Veneb, Fiolli]),
        (T::GeneCraft, &[Roo, Zytal]),
        (T::ColdFusion, &[Buralti, Human, Fiolli]),
        (T::Hyperdrive, &[Buralti, Human]),
        (T::ForceFields, &[Fiolli, Buralti]),
        (T::Rejuvenation, &[Human, Veneb]),
    ];
    let missed: Vec<T> = wanted
        .iter()
        .filter(|(technology, races)| !of(*technology, races))
        .map(|(technology, _)| *technology)
        .collect();
    let fusion = connected(T::ColdFusion, Fiolli);
    vec![
        exact(
            48,
            "Fiolli, Roo and Veneb have many VP from a few technologies: more than any other race",
            others.iter().all(|vp| *vp < least),
            format!(
                "{}: {}; the others {}",
                races(few),
                list(few.map(by_technology)),
                list(others)
            ),
        ),
        exact(
            60,
            "each technology serves the races that the Guide names (Time Travel carries no numbers, ruling A39)",
            missed.is_empty(),
            if missed.is_empty() {
                "all six do".to_owned()
            } else {
                format!("not {}", list(missed))
            },
        ),
        exact(
            61,
            "Cold Fusion gives the Fiolli RP rather than VP",
            fusion.rp > fusion.vp,
            format!("RP {}, VP {}", fusion.rp, fusion.vp),
        ),
    ]
}
