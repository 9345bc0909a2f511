//! 9.3, 9.4: the exact chances of finding and eliminating operatives, as the reference card gives them.

use super::{
    TimeAgent,
    content::Values,
    names::{Kind, Race, UnitId},
    places::{Place, Spot},
    view::View,
};
use crate::{
    collect::Collect,
    engine::{Chance, Illegal, Odds, SeatId},
    rulesets::kit::side,
};
use std::collections::BTreeMap;

/// The most operatives on a side for which exact odds are computed: with more, the fractions grow too long.
const MOST: usize = 6;

/// The chances of the results of one attack (9.4).
struct Attack {
    /// The target is eliminated and the attacker is not.
    wins: Chance,
    /// Both are eliminated.
    tie: Chance,
    /// Neither is.
    fails: Chance,
}

/// Returns the number of cases out of 36 in which one die and its value beat another die and its value by at least
/// `by`.
fn cases(value: i32, against: i32, by: i32) -> u128 {
    let faces = || 1..=6_i32;
    let won = faces()
        .flat_map(|a| faces().map(move |b| (a, b)))
        .filter(|(a, b)| a + value - b - against >= by);
    won.count() as u128
}

fn of_36(cases: u128) -> Chance {
    Chance::of(cases, 36).expect("cases of 36")
}

/// 9.3: returns the chance of one search by one operative.
pub(super) fn search(by: Values, target: Values) -> Chance {
    of_36(cases(by.search, target.hide, 0))
}

fn attack(by: Values, target: Values) -> Attack {
    let (wins, hits) = (
        cases(by.attack, target.defense, 1),
        cases(by.attack, target.defense, 0),
    );
    Attack {
        wins: of_36(wins),
        tie: of_36(hits - wins),
        fails: of_36(36 - hits),
    }
}

/// 9.4: returns the chances that one attack eliminates the target, both, or neither.
pub(super) fn attack_ends(by: Values, target: Values) -> [Chance; 3] {
    let attack = attack(by, target);
    [attack.wins, attack.tie, attack.fails]
}

/// 9.4: returns faces with which an attack ends in a tie, if any do; the attacker's is as near the middle as possible.
pub(super) fn even_faces(by: Values, target: Values) -> Option<(u32, u32)> {
    let faces = [3, 4, 2, 5, 1, 6].into_iter();
    let against = |face: i32| face + by.attack - target.defense;
    let face = faces
        .clone()
        .find(|face| (1..=6).contains(&against(*face)))?;
    Some((face.try_into().ok()?, against(face).try_into().ok()?))
}

/// 9.3, 9.31: returns the chance that at least one finds the target, since a target found by one is found by all.
pub(super) fn find(by: &[Values], target: Values) -> Option<Chance> {
    let missed = by.iter().try_fold(Chance::ALWAYS, |missed, by| {
        missed.and(search(*by, target).fails())
    });
    missed.map(Chance::fails)
}

/// 9.4, 9.43: returns the chance of eliminating all targets. Each operative attacks each target once, the best first;
/// one that falls in a tie attacks no further target.
pub(super) fn eliminate(by: &[Values], targets: &[Values]) -> Option<Chance> {
    let mut by = by.to_vec();
    by.sort_by_key(|values| std::cmp::Reverse(values.attack));
    // The attackers that are left, one bit each, and the probability of this with all targets so far eliminated.
    let mut left = [((1_u32 << by.len()) - 1, Chance::ALWAYS)]
        .into_iter()
        .collect_map();
    for target in targets {
        let mut next: BTreeMap<u32, Chance> = BTreeMap::new();
        for (alive, chance) in left {
            let mut still = chance;
            for (i, values) in by.iter().enumerate().filter(|(i, _)| alive & 1 << i != 0) {
                let attack = attack(*values, *target);
                for (after, share) in [(alive, attack.wins), (alive & !(1 << i), attack.tie)] {
                    let share = still.and(share)?;
                    let sum = next.entry(after).or_insert(Chance::NEVER);
                    *sum = sum.or(share)?;
                }
                still = still.and(attack.fails)?;
            }
        }
        left = next;
    }
    left.into_values().try_fold(Chance::NEVER, Chance::or)
}

/// 9.3, 9.4: returns the chance of finding and eliminating all of the targets in one player turn.
pub(super) fn clear(by: &[Values], targets: &[Values]) -> Option<Chance> {
    targets
        .iter()
        .try_fold(eliminate(by, targets)?, |all, target| {
            all.and(find(by, *target)?)
        })
}

fn chances(by: &[Values], targets: &[Values]) -> Option<Vec<(&'static str, Chance)>> {
    let found = targets
        .iter()
        .try_fold(Chance::ALWAYS, |all, target| all.and(find(by, *target)?))?;
    let both = clear(by, targets)?;
    Some(vec![
        ("find", found),
        ("eliminate", eliminate(by, targets)?),
        ("both", both),
    ])
}

/// One side of a fight: kinds of operatives, and the number of each.
type Mix = Vec<(Race, Kind)>;

/// Parses `roo-squad`, `2-roo-squads` or `2 roo-squad`.
fn mix(words: &[String]) -> Result<Mix, Illegal> {
    let stranger = |word: &str| Illegal {
        code: "E1034".to_owned(),
        words: format!("`{word}` is no operative: write such as `roo-squad` or `2-roo-squads`."),
    };
    let mut mix = vec![];
    for word in words {
        let (count, name) = match word.split_once(['-', ' ']) {
            Some((count, name)) if count.starts_with(|c: char| c.is_ascii_digit()) => {
                (count.parse().map_err(|_| stranger(word))?, name)
            }
            _ => (1_usize, word.as_str()),
        };
        let unit = name
            .split_once('-')
            .and_then(|(race, kind)| {
                let kind = kind.strip_suffix('s').unwrap_or(kind);
                Some((race.parse().ok()?, kind.parse().ok()?))
            })
            .filter(|_| (1..=MOST).contains(&count))
            .ok_or_else(|| stranger(word))?;
        mix.extend(std::iter::repeat_n(unit, count));
    }
    if mix.len() > MOST {
        return Err(Illegal {
            code: "E1035".to_owned(),
            words: format!(
                "{} operatives on one side are too many: exact odds go up to {MOST}.",
                mix.len()
            ),
        });
    }
    Ok(mix)
}

/// Returns the mixes for which a reference card gives odds: one, two and three of a kind, and one of each.
fn card(race: Race) -> Vec<Mix> {
    let of = |kinds: &[Kind]| kinds.iter().map(|kind| (race, *kind)).collect();
    let (a, s) = (Kind::Agent, Kind::Squad);
    [
        &[a][..],
        &[s],
        &[a, a],
        &[a, s],
        &[s, s],
        &[a, s, s],
        &[s, s, s],
    ]
    .map(of)
    .to_vec()
}

impl TimeAgent {
    /// Returns the odds of a mix of operatives against another; those of the whole card if none is named.
    pub(super) fn odds_of(&self, by: &[String], against: &[String]) -> Result<Vec<Odds>, Illegal> {
        let mixes = match mix(by)? {
            named if named.is_empty() => Race::ALL.iter().flat_map(|race| card(*race)).collect(),
            named => vec![named],
        };
        let targets = match mix(against)? {
            named if named.is_empty() => Race::ALL
                .iter()
                .flat_map(|race| Kind::ALL.iter().map(|kind| vec![(*race, *kind)]))
                .collect(),
            named => vec![named],
        };
        let mut all = vec![];
        for mix in &mixes {
            for target in &targets {
                let own = |race: &Race| mix.iter().any(|(by, _)| by == race);
                if target.iter().any(|(race, _)| own(race)) {
                    continue;
                }
                let Some(chances) = chances(&self.values_of(mix), &self.values_of(target)) else {
                    return Err(Illegal {
                        code: "E1035".to_owned(),
                        words: "These are too many operatives for exact odds.".to_owned(),
                    });
                };
                all.push(Odds {
                    place: None,
                    by: in_words(mix),
                    against: in_words(target),
                    chances,
                });
            }
        }
        Ok(all)
    }

    fn values_of(&self, mix: &Mix) -> Vec<Values> {
        mix.iter()
            .map(|(race, kind)| self.content.values(*race, *kind))
            .collect()
    }

    /// Returns the odds of a seat's operatives against every operative of another player beside them, as far as the
    /// seat's view shows them. All of the seat's operatives in that place take part.
    pub(super) fn odds_beside(&self, view: &View, seat: &SeatId) -> Vec<Odds> {
        let Some(race) = side::<Race>(seat).filter(|race| view.sides.contains_key(race)) else {
            return vec![];
        };
        let team = &view.sides[&race].team;
        let foe =
            |other: Race| other != race && (team.is_none() || view.sides[&other].team != *team);
        let mut places: BTreeMap<Spot, (Vec<UnitId>, Vec<UnitId>)> = BTreeMap::new();
        for unit in view.sides.values().flat_map(|side| &side.units) {
            if let Place::Past(spot) = unit.at {
                let (own, others) = places.entry(spot).or_default();
                if unit.unit.race == race {
                    own.push(unit.unit);
                } else if foe(unit.unit.race) {
                    others.push(unit.unit);
                }
            }
        }
        let mut all = vec![];
        for (spot, (own, others)) in places {
            if own.is_empty() || others.is_empty() {
                continue;
            }
            let values = |units: &[UnitId]| -> Vec<Values> {
                let values = |unit: &UnitId| self.content.values(unit.race, unit.kind);
                units.iter().map(values).collect()
            };
            let mix: Mix = own.iter().map(|unit| (unit.race, unit.kind)).collect();
            let mut against: Vec<(String, Vec<UnitId>)> = others
                .iter()
                .map(|unit| (unit.to_string(), vec![*unit]))
                .collect();
            if others.len() > 1 {
                against.push(("all of them".to_owned(), others));
            }
            for (name, targets) in against {
                // For a crowd too large for exact fractions no odds are given.
                if own.len() <= MOST
                    && targets.len() <= MOST
                    && let Some(chances) = chances(&values(&own), &values(&targets))
                {
                    all.push(Odds {
                        place: Some(spot.to_string()),
                        by: in_words(&mix),
                        against: name,
                        chances,
                    });
                }
            }
        }
        all
    }
}

/// Returns a mix in words: `2 roo squads and 1 roo agent`.
fn in_words(mix: &Mix) -> String {
    let mut counts: BTreeMap<(Race, Kind), usize> = BTreeMap::new();
    for unit in mix {
        *counts.entry(*unit).or_default() += 1;
    }
    let words: Vec<String> = counts
        .into_iter()
        .map(|((race, kind), n)| match n {
            1 => format!("1 {race} {kind}"),
            n => format!("{n} {race} {kind}s"),
        })
        .collect();
    words.join(" and ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(search: i32, hide: i32, attack: i32, defense: i32) -> Values {
        Values {
            search,
            hide,
            attack,
            defense,
        }
    }

    /// 9.3, 9.4: the odds of one die against another match the published table of value differences.
    #[test]
    fn one_die_against_another() {
        let found = |d: i32| cases(d, 0, 0);
        assert_eq!([0, 1, 2, 3, 4, 5].map(found), [21, 26, 30, 33, 35, 36]);
        assert_eq!([-1, -2, -3, -4, -5].map(found), [15, 10, 6, 3, 1]);
    }

    /// Several search and attack once each: 68.3 % for two without any difference, 86.1 % for three.
    #[test]
    fn several_against_one() {
        let (by, target) = (unit(0, 0, 0, 0), unit(0, 0, 0, 0));
        let percent = |n: usize| clear(&vec![by; n], &[target]).unwrap().to_string();
        assert_eq!([1, 2, 3].map(percent), ["34.0 %", "68.3 %", "86.1 %"]);
        let better = unit(1, 0, 2, 0);
        assert_eq!(
            clear(&[better; 2], &[target]).unwrap().to_string(),
            "89.7 %"
        );
        assert_eq!(clear(&[by], &[target]).unwrap().fraction(), (49, 144));
    }

    /// 9.43: an attacker that fell in a tie attacks no further target.
    #[test]
    fn ties_cost_the_attacker() {
        let (by, target) = (unit(9, 0, 0, 0), unit(0, 0, 0, 0));
        // It must win without a tie against the first, 15 of 36; then a tie is enough, 21 of 36.
        assert_eq!(
            eliminate(&[by], &[target; 2]).unwrap(),
            Chance::of(15 * 21, 36 * 36).unwrap()
        );
        assert_eq!(find(&[by], target).unwrap(), Chance::ALWAYS);
        assert_eq!(eliminate(&[], &[target]).unwrap(), Chance::NEVER);
        assert_eq!(eliminate(&[by], &[]).unwrap(), Chance::ALWAYS);
    }

    #[test]
    fn mixes_are_read() {
        let words = |w: &[&str]| mix(&w.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(
            words(&["2-roo-squads", "zytal-agent"]).unwrap(),
            [
                (Race::Roo, Kind::Squad),
                (Race::Roo, Kind::Squad),
                (Race::Zytal, Kind::Agent)
            ]
        );
        for wrong in [
            "roo",
            "roo-spy",
            "0-roo-squads",
            "9-roo-squads",
            "-1-roo-squad",
        ] {
            assert_eq!(words(&[wrong]).unwrap_err().code, "E1034", "{wrong}");
        }
        assert_eq!(
            words(&["6-roo-squads", "roo-agent"]).unwrap_err().code,
            "E1035"
        );
    }
}
