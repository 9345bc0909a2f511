//! G. Economy and pace: 76 to 88, as far as they can be counted.

use super::{exact, list, mean, rule};
use crate::{
    engine::Viewer,
    rulesets::time_agent::{
        TimeAgent,
        names::{Kind, Race, Technology},
        places::{Legend, Zone},
    },
    rulesets::{Claim, Effort},
};

fn income(rules: &TimeAgent, race: Race) -> u32 {
    u32::try_from(rules.opening(race).rp).unwrap_or(0)
}

fn cheapest(rules: &TimeAgent, zone: &str) -> u32 {
    let hexes = rules.content.hexes().iter();
    let costs = hexes
        .filter(|hex| hex.id.zone.to_string() == zone)
        .map(|hex| hex.cost);
    costs.min().unwrap_or(0)
}

pub(super) fn check(rules: &TimeAgent, _: Effort) -> Vec<Claim> {
    let content = &rules.content;
    let prices = content.prices;
    let incomes: Vec<u32> = Race::ALL.iter().map(|race| income(rules, *race)).collect();
    let squad = prices.squad + rules.fare(Kind::Squad, cheapest(rules, "4c"));
    let both = incomes
        .iter()
        .filter(|rp| **rp >= prices.time_machine + squad);
    let both = both.count();
    let strength: Vec<u32> = Race::ALL
        .iter()
        .map(|race| {
            let race = &content.races[race];
            race.machines.max(u32::from(race.agents + race.squads))
        })
        .collect();
    // 85: three squads into 4c by turn 3, so that they stand at the rear of 4a on turn 4.
    let highway = |race: Race| {
        let start = &content.races[&race];
        let buy = 3_u32.saturating_sub(start.squads.into()) * prices.squad;
        let machines = 3_u32.saturating_sub(start.machines) * prices.time_machine;
        let hexes = content
            .hexes()
            .iter()
            .filter(|hex| hex.id.zone.to_string() == "4c");
        let mut fares: Vec<u32> = hexes.map(|hex| rules.fare(Kind::Squad, hex.cost)).collect();
        fares.sort_unstable();
        let direct = 3 * rules.fare(Kind::Squad, cheapest(rules, "4a"));
        let cost = buy + machines + fares.iter().take(3).sum::<u32>();
        (cost, direct + buy + machines, 3 * income(rules, race))
    };
    let (roo, zytal) = (highway(Race::Roo), highway(Race::Zytal));
    // 86: everything is face up and seen by all.
    let state = rules.flipped(86);
    let view = rules.seen_by(&state, &Viewer::Public);
    let known = view
        .events
        .iter()
        .filter(|event| event.hex.is_some())
        .count();
    // 87: the credits that the Buralti have in the round after they reversed the original, and those they need.
    let red = content.original(Technology::TimeTravel);
    let fares = red.touches.iter().map(|(hex, _)| content.hex(*hex).cost);
    let spent = fares.max().unwrap_or(0) + red.cost;
    let left = (5 * income(rules, Race::Buralti)).saturating_sub(spent);
    let follow = |zone: Zone| {
        let tiles = content.tiles().iter();
        let price = tiles
            .filter(|tile| tile.id.zone == zone)
            .filter(|tile| tile.id.legend == Legend::Invention(Technology::TimeTravel))
            .find_map(|tile| tile.cost)?;
        let fares: Vec<u32> = content.zone(zone).iter().map(|hex| hex.cost).collect();
        Some(price + fares.iter().sum::<u32>() / u32::try_from(fares.len()).ok()?)
    };
    let needed: Vec<u32> = Zone::ALL.into_iter().filter_map(follow).collect();
    let fits = |(cheap, direct, money): (u32, u32, u32)| cheap <= money && direct > money;
    vec![
        exact(
            76,
            "incomes are about 18 to 45",
            incomes.iter().all(|rp| (18..=45).contains(rp)),
            list(&incomes),
        ),
        exact(
            77,
            "very few races can buy a machine and send a squad in one early turn: two at most",
            both <= 2,
            format!("{both}; it costs {}", prices.time_machine + squad),
        ),
        rule(
            81,
            "early in the game one goes as late as one can: who does not choose is given the last place",
            true,
            "the default of the question (7)",
        ),
        exact(
            84,
            "no race starts with the ten operatives for a cut in one turn: half of that at most",
            strength.iter().all(|n| *n <= 5),
            format!("{} machines or operatives", list(&strength)),
        ),
        exact(
            85,
            "by turn 4 Roo and Zytal can have three squads in 4c to go on by red, but not three by direct travel",
            fits(roo) && fits(zytal),
            format!(
                "Roo {} or {} of {}, Zytal {} or {} of {}",
                roo.0, roo.1, roo.2, zytal.0, zytal.1, zytal.2
            ),
        ),
        rule(
            86,
            "when all is turned up, all players know where every event is",
            known == view.events.len(),
            format!("{known} of {} events", view.events.len()),
        ),
        exact(
            87,
            "the Buralti can go on to a secondary of Time Travel in the next round",
            needed.len() == 2 && needed.iter().all(|cost| *cost <= left),
            format!(
                "{left} credits left; {} needed in the mean",
                mean(needed.iter().sum::<u32>() as usize, needed.len())
            ),
        ),
    ]
}
