//! 51 to 58: swing events, events that other races want undone, and the races that the Guide names.

use super::{change, exact, list, vp};
use crate::{
    rulesets::Claim,
    rulesets::time_agent::{
        TimeAgent,
        content::{Numbers, Points},
        names::{Event, Race},
    },
};
use std::collections::BTreeMap;

use Event::{
    BlackHoleEnergy, BuraltiCivilWar, BuraltiExpansion, Cloning, DestroyedWorlds, EtherCom,
    FiolliAlliance, FreeTraders, GreatPlague, HumanBuraltiWar, HumanLimits, KyrilAmbush,
    KyrilDefeat, ReplicatingRobots, RooBuraltiWar1, RooBuraltiWar2, SentientAis, ServantsRevolt,
    TalkiSuperNova, VenebPhilosophy, ZytalBuraltiWar1, ZytalBuraltiWar2, ZytalBuraltiWar3,
};
use Race::{Buralti, Fiolli, Human, Roo, Veneb, Zytal};

/// 51: the race that swings by each event, and whether it swings when the event is reversed.
const SWINGS: [(Race, Event, bool); 13] = [
    (Buralti, BuraltiExpansion, false),
    (Buralti, GreatPlague, false),
    (Buralti, KyrilDefeat, false),
    (Buralti, ServantsRevolt, false),
    (Fiolli, EtherCom, true),
    (Fiolli, VenebPhilosophy, true),
    (Human, KyrilAmbush, false),
    (Roo, FiolliAlliance, false),
    (Roo, ReplicatingRobots, true),
    (Veneb, VenebPhilosophy, false),
    (Veneb, BlackHoleEnergy, true),
    (Zytal, FreeTraders, true),
    (Zytal, DestroyedWorlds, true),
];

fn gain(rules: &TimeAgent, (race, event, reversed): (Race, Event, bool), of: Race) -> Points {
    let change = change(rules, event, of);
    let sign = if reversed { 1 } else { -1 };
    let _ = race;
    Points {
        rp: change.rp * sign,
        vp: change.vp * sign,
    }
}

/// Returns the places in the order of VP that a race gains from one state to another.
fn vault(before: &BTreeMap<Race, i32>, after: &BTreeMap<Race, i32>, race: Race) -> i32 {
    let ahead = |all: &BTreeMap<Race, i32>| all.values().filter(|vp| **vp > all[&race]).count();
    i32::try_from(ahead(before)).unwrap_or(0) - i32::try_from(ahead(after)).unwrap_or(0)
}

/// 51 to 58: checks swing events and vaults.
pub(super) fn check(rules: &TimeAgent) -> Vec<Claim> {
    let good = SWINGS
        .iter()
        .filter(|swing| gain(rules, **swing, swing.0).vp > 0)
        .count();
    let hurt: Vec<usize> = SWINGS
        .iter()
        .map(|swing| {
            let others = Race::ALL.iter().filter(|race| **race != swing.0);
            let loses = |race: &&Race| {
                let points = gain(rules, *swing, **race);
                points.vp < 0 || points.rp < 0
            };
            others.filter(loses).count()
        })
        .collect();
    let pays = |event: Event, but: Race| {
        let others = Race::ALL.iter().filter(move |race| **race != but);
        others
            .filter(|race| {
                let points = change(rules, event, **race);
                points.vp > 0 || points.rp > 0
            })
            .count()
    };
    let feared =
        [GreatPlague, KyrilDefeat, ServantsRevolt, BuraltiExpansion].map(|e| pays(e, Buralti));
    let likewise = [(KyrilAmbush, Human), (FiolliAlliance, Roo)].map(|(e, race)| pays(e, race));
    let veneb = change(rules, VenebPhilosophy, Veneb);
    // 56: the possible gains of Roo and Zytal, and the part of them in 4a and 4b.
    let deep = |race: Race| {
        let gains = Event::ALL.iter().map(|event| {
            let zone = rules.content.event(*event).zone.to_string();
            let vp = change(rules, *event, race).vp.max(0);
            (["4a", "4b"].contains(&zone.as_str()), vp)
        });
        let gains: Vec<(bool, i32)> = gains.collect();
        let in_zones: i32 = gains
            .iter()
            .filter(|(inside, _)| *inside)
            .map(|(_, vp)| vp)
            .sum();
        (in_zones, gains.iter().map(|(_, vp)| vp).sum::<i32>())
    };
    let (roo, zytal) = (deep(Roo), deep(Zytal));
    // 57: a race's gains in 4a, then in 4b, until it leads the Buralti.
    let overturns = |race: Race| -> Option<usize> {
        let mut targets: Vec<Event> = Event::ALL
            .iter()
            .copied()
            .filter(|event| {
                let zone = rules.content.event(*event).zone.to_string();
                ["4a", "4b"].contains(&zone.as_str()) && change(rules, *event, race).vp > 0
            })
            .collect();
        targets.sort_by_key(|event| {
            (
                rules.content.event(*event).zone,
                -change(rules, *event, race).vp,
            )
        });
        (1..=targets.len()).find(|n| {
            let vp = vp(rules, &targets[..*n]);
            vp[&race] > vp[&Buralti]
        })
    };
    let (by_roo, by_zytal) = (overturns(Roo), overturns(Zytal));
    // 58: each race's own swing events, one or two of them at once.
    let best = |race: Race| {
        let own: Vec<_> = SWINGS.iter().filter(|swing| swing.0 == race).collect();
        let mut most = 0;
        for (i, one) in own.iter().enumerate() {
            for two in &own[i..] {
                let undone = |swing: &(Race, Event, bool)| (!swing.2).then_some(swing.1);
                let done = |swing: &(Race, Event, bool)| swing.2.then_some(swing.1);
                let before: Vec<Event> = [*one, *two].into_iter().filter_map(undone).collect();
                let after: Vec<Event> = [*one, *two].into_iter().filter_map(done).collect();
                most = most.max(vault(&vp(rules, &before), &vp(rules, &after), race));
            }
        }
        most
    };
    let vaults: Vec<(Race, i32)> = Race::ALL.iter().map(|race| (*race, best(*race))).collect();
    vec![
        exact(
            51,
            "each swing event favours its race in the direction that is told",
            good == SWINGS.len(),
            format!("{good} of {}", SWINGS.len()),
        ),
        exact(
            52,
            "and hurts most of the others: three at least lose VP or RP",
            hurt.iter().all(|races| *races >= 3),
            format!("{} races", list(&hurt)),
        ),
        exact(
            53,
            "others want Great Plague, Kyril Defeat, Servants Revolt and Buralti Expansion reversed: two races at least",
            feared.iter().all(|races| *races >= 2),
            format!("{} races", list(feared)),
        ),
        exact(
            54,
            "likewise Kyril Ambush and Fiolli Alliance",
            likewise.iter().all(|races| *races >= 2),
            format!("{} races", list(likewise)),
        ),
        exact(
            55,
            "the Veneb lose VP and gain RP by reversing Veneb Philosophy",
            veneb.vp < 0 && veneb.rp > 0,
            format!("VP {:+}, RP {:+}", veneb.vp, veneb.rp),
        ),
        exact(
            56,
            "many targets of Roo and Zytal lie in 4a and 4b: two fifths of what they can gain",
            [roo, zytal]
                .iter()
                .all(|(inside, all)| inside * 5 >= all * 2),
            format!(
                "Roo {} of {} VP, Zytal {} of {}",
                roo.0, roo.1, zytal.0, zytal.1
            ),
        ),
        exact(
            57,
            "key events in 4a, and a few in 4b, put Roo or Zytal ahead of the Buralti: five at most",
            by_roo.is_some_and(|n| n <= 5) && by_zytal.is_some_and(|n| n <= 5),
            format!(
                "Roo by {}, Zytal by {}",
                by_roo.map_or_else(|| "none".to_owned(), |n| n.to_string()),
                by_zytal.map_or_else(|| "none".to_owned(), |n| n.to_string())
            ),
        ),
        exact(
            58,
            "one or two swing events vault a race over several others: two places at least, for some race",
            vaults.iter().any(|(_, places)| *places >= 2),
            list(
                vaults
                    .iter()
                    .map(|(race, places)| format!("{race} {places}")),
            ),
        ),
        hints(rules),
    ]
}

/// The statements of the Galactic Guide about which races like each event as it stands, and which would have it undone,
/// where it makes any.
const HINTS: [(Event, &[Race], &[Race]); 23] = [
    (BlackHoleEnergy, &[Fiolli], &[Veneb]),
    (BuraltiCivilWar, &[Zytal, Roo], &[Buralti]),
    (BuraltiExpansion, &[Buralti], &[]),
    (Cloning, &[Roo], &[]),
    (DestroyedWorlds, &[Fiolli, Buralti], &[Zytal]),
    (EtherCom, &[Buralti], &[Fiolli]),
    (FiolliAlliance, &[Buralti, Roo], &[Fiolli, Zytal, Veneb]),
    (FreeTraders, &[Human], &[Zytal]),
    (GreatPlague, &[Buralti], &[Roo, Veneb, Zytal]),
    (HumanBuraltiWar, &[Buralti], &[Human]),
    (HumanLimits, &[Buralti], &[Human]),
    (KyrilAmbush, &[Human], &[Buralti]),
    (KyrilDefeat, &[Buralti], &[Zytal, Human, Fiolli]),
    (ReplicatingRobots, &[Fiolli], &[Roo]),
    (RooBuraltiWar1, &[Buralti], &[Roo]),
    (RooBuraltiWar2, &[Buralti], &[Roo]),
    (SentientAis, &[Veneb, Human], &[Fiolli]),
    (ServantsRevolt, &[Buralti, Veneb], &[Roo]),
    (TalkiSuperNova, &[], &[Buralti]),
    (
        VenebPhilosophy,
        &[Veneb, Buralti, Roo, Zytal],
        &[Fiolli, Veneb],
    ),
    (ZytalBuraltiWar1, &[Buralti], &[Zytal]),
    (ZytalBuraltiWar2, &[Buralti, Fiolli], &[Zytal]),
    (ZytalBuraltiWar3, &[Buralti], &[Zytal]),
];

/// Below 58: checks that a race that likes an event loses by its reversal, and that a race that would have it undone
/// gains.
fn hints(rules: &TimeAgent) -> Claim {
    let held = |numbers: &Numbers, race: Race| {
        let points = numbers.get(&race).copied().unwrap_or_default();
        points.rp > 0 || points.vp > 0
    };
    let mut missed = vec![];
    let mut all = 0;
    for (event, likes, dislikes) in HINTS {
        let content = rules.content.event(event);
        let solid = likes
            .iter()
            .map(|race| (*race, held(&content.unreversed, *race)));
        let outlined = dislikes
            .iter()
            .map(|race| (*race, held(&content.reversed, *race)));
        for (race, holds) in solid.chain(outlined) {
            all += 1;
            if !holds {
                missed.push(format!("{race} in {event}"));
            }
        }
    }
    exact(
        58,
        "every race that the Guide names for an event has its numbers on the side it is named for",
        missed.is_empty(),
        if missed.is_empty() {
            format!("all {all} do")
        } else {
            format!("not {}", list(missed))
        },
    )
}
