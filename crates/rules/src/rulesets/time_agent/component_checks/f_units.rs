//! F. Units: 63 to 75.

use super::{exact, list, percent, races, share};
use crate::{
    engine::Chance,
    rulesets::time_agent::{
        TimeAgent,
        content::Values,
        names::{Kind, Race},
        odds,
    },
    rulesets::{Claim, Effort},
};

/// 65: the chance of two without differences, by search minus hide and attack minus defense from -2 to 3, in
/// thousandths, as the list of known facts has it.
const TABLE: [[u32; 6]; 6] = [
    [229, 316, 395, 441, 465, 475],
    [316, 435, 545, 609, 641, 655],
    [395, 545, 683, 763, 803, 821],
    [441, 609, 763, 852, 897, 916],
    [465, 641, 803, 897, 945, 965],
    [475, 655, 821, 916, 965, 986],
];

pub(super) fn check(rules: &TimeAgent, _: Effort) -> Vec<Claim> {
    let mut claims = odds_table();
    claims.extend(clearing(rules));
    claims.extend(ranks(rules));
    claims
}

fn plain(search: i32, attack: i32) -> Values {
    Values {
        search,
        attack,
        hide: 0,
        defense: 0,
    }
}

fn clear(by: &[Values], target: Values) -> u32 {
    odds::clear(by, &[target]).map_or(0, Chance::per_mille)
}

/// 63, 65: checks the dice.
fn odds_table() -> Vec<Claim> {
    let one = |difference: i32| odds::search(plain(difference, 0), plain(0, 0));
    let cases: Vec<u128> = (-5..=5)
        .map(|difference| {
            let (num, den) = one(difference).fraction();
            num * 36 / den
        })
        .collect();
    let wrong = (-2..=3)
        .flat_map(|search| (-2..=3).map(move |attack| (search, attack)))
        .zip(TABLE.iter().flatten())
        .filter(|((search, attack), told)| {
            clear(&[plain(*search, *attack); 2], plain(0, 0)).abs_diff(**told) > 0
        })
        .count();
    vec![
        exact(
            63,
            "found on a tie and better, killed on better; a tie kills both",
            cases == [1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36],
            format!("{} of 36, by difference from -5 to 5", list(&cases)),
        ),
        exact(
            65,
            "the 36 odds of two searchers and attackers, by their differences",
            wrong == 0,
            format!("{} of 36 the same to a tenth of a per cent", 36 - wrong),
        ),
    ]
}

/// 64, 67, 75: checks what it takes to clear a tile.
fn clearing(rules: &TimeAgent) -> Vec<Claim> {
    let of = |race: Race, kind: Kind| rules.content.values(race, kind);
    // 72: the Veneb need two or three, so they have a claim of their own.
    let hunters = || {
        Race::ALL
            .iter()
            .copied()
            .filter(|race| *race != Race::Veneb)
    };
    let pair = |race: Race| match race {
        Race::Buralti => [of(race, Kind::Agent), of(race, Kind::Squad)],
        _ => [of(race, Kind::Squad); 2],
    };
    let (mut inside, mut all, mut outside) = (0, 0, vec![]);
    let (mut squads_inside, mut squads_all) = (0, 0);
    for by in hunters() {
        for against in Race::ALL.iter().copied().filter(|other| *other != by) {
            let chance = clear(&pair(by), of(against, Kind::Agent));
            all += 1;
            if (590..=900).contains(&chance) {
                inside += 1;
            } else {
                outside.push(format!("{by} against {against} {}", percent(chance)));
            }
            squads_all += 1;
            let chance = clear(&pair(by), of(against, Kind::Squad));
            squads_inside += usize::from((590..=900).contains(&chance));
        }
    }
    let single = hunters()
        .flat_map(|by| {
            let others = Race::ALL.iter().filter(move |other| **other != by);
            others.map(move |against| clear(&[of(by, Kind::Squad)], of(*against, Kind::Agent)))
        })
        .collect::<Vec<_>>();
    let sure = single.iter().max().copied().unwrap_or(0);
    let alone: usize = single.iter().filter(|chance| **chance < 600).count();
    let mean = |chances: &[u32]| {
        chances.iter().sum::<u32>() / u32::try_from(chances.len().max(1)).unwrap_or(1)
    };
    vec![
        exact(
            64,
            "two squads (a Buralti agent and squad) eliminate an opposing agent in about 60 to 90 % (59 to 90), by the races",
            inside == all,
            format!(
                "{inside} of {all} pairs of races{}{}; against squads {squads_inside} of {squads_all}",
                if outside.is_empty() { "" } else { "; not " },
                list(outside)
            ),
        ),
        exact(
            67,
            "agents are good at holding a tile: against one squad they mostly survive",
            mean(&single) < 500,
            format!(
                "one squad eliminates {} in the mean, {} at most",
                percent(mean(&single)),
                percent(sure)
            ),
        ),
        exact(
            75,
            "it takes several squads to clear a tile: one alone reaches 60 % against few: a quarter of all pairs at most",
            share(alone, single.len()) >= 750,
            format!("{} of {} stay below", alone, single.len()),
        ),
    ]
}

fn sum(values: Values) -> i32 {
    values.search + values.hide + values.attack + values.defense
}

/// 66, 68 to 74: checks which races are good at what.
#[expect(clippy::many_single_char_names, reason = "six races by their initials")]
fn ranks(rules: &TimeAgent) -> Vec<Claim> {
    let agent = |race: Race| rules.content.values(race, Kind::Agent);
    let squad = |race: Race| rules.content.values(race, Kind::Squad);
    let top = |of: &dyn Fn(Race) -> i32| -> Vec<Race> {
        let most = Race::ALL.iter().map(|race| of(*race)).max();
        let all = Race::ALL.iter().copied();
        all.filter(|race| Some(of(*race)) == most).collect()
    };
    let low = |of: &dyn Fn(Race) -> i32| top(&|race| -of(race));
    let hunts = |values: Values| values.search + values.attack;
    let general = Race::ALL.iter().copied().filter(|race| {
        agent(*race).hide >= squad(*race).hide && hunts(squad(*race)) >= hunts(agent(*race))
    });
    let general: Vec<Race> = general.collect();
    let (b, f, h, r, v, z) = (
        Race::Buralti,
        Race::Fiolli,
        Race::Human,
        Race::Roo,
        Race::Veneb,
        Race::Zytal,
    );
    // 68: the pair of the Buralti against an average agent, and the pairs of squads of the others.
    let target = Values {
        search: 0,
        hide: 2,
        attack: 0,
        defense: 2,
    };
    let team = clear(&[agent(b), squad(b)], target);
    let better = Race::ALL.iter().filter(|race| **race != b);
    let better = better
        .filter(|race| clear(&[squad(**race); 2], target) > team)
        .count();
    let weak = clear(&[agent(b); 2], target).max(clear(&[squad(b); 2], target));
    let defense = |race: Race| agent(race).defense.min(squad(race).defense);
    let veneb: Vec<(u32, u32)> = Race::ALL
        .iter()
        .filter(|race| **race != v)
        .map(|race| {
            let two = clear(&[squad(v); 2], agent(*race));
            (two, clear(&[squad(v); 3], agent(*race)))
        })
        .collect();
    let (two, three) = (
        veneb.iter().map(|(two, _)| *two).sum::<u32>() / 5,
        veneb.iter().map(|(_, three)| *three).sum::<u32>() / 5,
    );
    let hides = |race: Race| agent(race).hide + squad(race).hide;
    vec![
        exact(
            66,
            "agents hide better, squads search and attack better",
            general.len() == 6,
            format!("{} of 6 races", general.len()),
        ),
        exact(
            68,
            "Buralti: agents search and squads destroy; together as good as most pairs of squads, apart much weaker",
            agent(b).search > squad(b).search
                && squad(b).attack > agent(b).attack
                && better <= 2
                && weak + 150 < team,
            format!(
                "together {}, {better} better; two of a kind {}",
                percent(team),
                percent(weak)
            ),
        ),
        exact(
            69,
            "Fiolli: top defense of both, squads far better hunters than agents",
            top(&defense) == [f] && hunts(squad(f)) >= hunts(agent(f)) + 3,
            format!(
                "defense {}, squads hunt {} better",
                defense(f),
                hunts(squad(f)) - hunts(agent(f))
            ),
        ),
        exact(
            70,
            "Human: reasonable attack, lowest hiding",
            low(&hides).contains(&h) && squad(h).attack >= 2 && agent(h).attack >= 1,
            format!(
                "hide {} and {}, attack {} and {}",
                agent(h).hide,
                squad(h).hide,
                agent(h).attack,
                squad(h).attack
            ),
        ),
        exact(
            71,
            "Roo: agents hide best of all, squads hunt among the best",
            top(&|race| agent(race).hide) == [r] && top(&|race| hunts(squad(race))).contains(&r),
            format!(
                "agents hide {}, squads hunt {}",
                agent(r).hide,
                hunts(squad(r))
            ),
        ),
        exact(
            72,
            "Veneb: high hiding and defense, poor offense: two squads below or about 60 %, three within 60 to 90",
            two <= 620 && (600..=900).contains(&three),
            format!("two {}, three {} in the mean", percent(two), percent(three)),
        ),
        exact(
            73,
            "Zytal: the best all-round agents; squads good hunters",
            top(&|race| sum(agent(race))) == [z] && hunts(squad(z)) >= 4,
            format!(
                "agents {} in all, squads hunt {}",
                sum(agent(z)),
                hunts(squad(z))
            ),
        ),
        exact(
            74,
            "most in all: Zytal agents; most hiding: Roo, then Veneb; most defense: Fiolli, Veneb high; poorest hunters: Veneb; least hiding: Human",
            top(&|race| sum(agent(race))) == [z]
                && top(&|race| agent(race).hide) == [r]
                && agent(v).hide >= agent(r).hide - 1
                && top(&defense) == [f]
                && defense(v) >= 2
                && low(&|race| hunts(squad(race))) == [v]
                && low(&|race| agent(race).hide).contains(&h),
            format!(
                "{}; {}; {}; {}; {}",
                races(top(&|race| sum(agent(race)))),
                races(top(&|race| agent(race).hide)),
                races(top(&defense)),
                races(low(&|race| hunts(squad(race)))),
                races(low(&|race| agent(race).hide))
            ),
        ),
    ]
}
