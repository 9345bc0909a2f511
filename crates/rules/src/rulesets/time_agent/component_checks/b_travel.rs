//! B. Travel costs: 17 to 23.

use super::{exact, list, mean};
use crate::{
    rulesets::time_agent::{
        TimeAgent,
        content::Hex,
        names::{Event, Kind, Race, Technology},
        places::Zone,
    },
    rulesets::{Claim, Effort},
};

fn costs(rules: &TimeAgent, zone: &str) -> Vec<u32> {
    let hexes = rules.content.hexes().iter();
    hexes
        .filter(|hex| hex.id.zone.to_string() == zone)
        .map(|hex| hex.cost)
        .collect()
}

fn average(costs: &[u32]) -> String {
    mean(costs.iter().sum::<u32>() as usize, costs.len())
}

pub(super) fn check(rules: &TimeAgent, _: Effort) -> Vec<Claim> {
    let content = &rules.content;
    let prices = content.prices;
    let hexes = content.hexes();
    let row = |hex: &Hex, next: &Hex| hex.row == next.row && hex.column < next.column;
    let falls = hexes
        .iter()
        .flat_map(|hex| hexes.iter().map(move |next| (hex, next)))
        .filter(|(hex, next)| row(hex, next))
        .all(|(hex, next)| hex.cost > next.cost);
    let range = |costs: &[u32]| {
        let (least, most) = (costs.iter().min(), costs.iter().max());
        format!(
            "{} to {}",
            least.copied().unwrap_or_default(),
            most.copied().unwrap_or_default()
        )
    };
    let all: Vec<u32> = hexes.iter().map(|hex| hex.cost).collect();
    // 19: two or three squads to any tile of an oldest zone, and an event of that zone.
    let mut expeditions = vec![];
    for event in Event::ALL.iter().map(|event| content.event(*event)) {
        if event.zone.is_oldest() {
            for hex in content.zone(event.zone) {
                let fare = rules.fare(Kind::Squad, hex.cost);
                expeditions.extend([2, 3].map(|squads| squads * fare + event.cost));
            }
        }
    }
    let usual = expeditions
        .iter()
        .filter(|c| (70..=150).contains(*c))
        .count();
    // 20: an agent to 2a or 6a and the secondary Time Travel there.
    let mut secondaries = vec![];
    for tile in content.tiles() {
        if let (true, Some(price)) = (
            tile.id.legend == super::super::places::Legend::Invention(Technology::TimeTravel),
            tile.cost,
        ) {
            let zone = content.zone(tile.id.zone).iter();
            secondaries.extend(zone.map(|hex| hex.cost + price));
        }
    }
    let middle =
        secondaries.iter().sum::<u32>() / u32::try_from(secondaries.len().max(1)).unwrap_or(1);
    let exits: Vec<u32> = rules
        .beside_indicators(Technology::TimeTravel)
        .iter()
        .map(|(hex, _)| hex.cost)
        .collect();
    let incomes: Vec<i32> = Race::ALL
        .iter()
        .map(|race| rules.opening(*race).rp)
        .collect();
    let poorest = incomes.iter().min().copied().unwrap_or(0);
    let near = exits.iter().max().copied().unwrap_or(0);
    let (in_4a, in_4b, in_4c) = (costs(rules, "4a"), costs(rules, "4b"), costs(rules, "4c"));
    let apart = in_4c.iter().max() < in_4b.iter().min() && in_4b.iter().max() < in_4a.iter().min();
    let oldest: Vec<u32> = Zone::ALL
        .into_iter()
        .filter(|zone| zone.is_oldest())
        .flat_map(|zone| content.zone(zone).iter().map(|hex| hex.cost))
        .collect();
    let deep = oldest.iter().sum::<u32>() / u32::try_from(oldest.len().max(1)).unwrap_or(1);
    vec![
        exact(
            17,
            "the farther in the past, the dearer: costs fall along every row",
            falls,
            range(&all),
        ),
        exact(
            18,
            "a squad pays 5 more",
            prices.squad_surcharge == 5,
            format!("{} more", prices.squad_surcharge),
        ),
        exact(
            19,
            "several squads into the deep past and an event there often cost 70 to 150: half of all cases",
            usual * 2 >= expeditions.len(),
            format!(
                "{} of {}, from {}",
                usual,
                expeditions.len(),
                range(&expeditions)
            ),
        ),
        exact(
            20,
            "an agent to 2a or 6a and the secondary Time Travel there: about 50 (45 to 55 in the mean)",
            (45..=55).contains(&middle),
            format!(
                "{}, {} in the mean",
                range(&secondaries),
                average(&secondaries)
            ),
        ),
        exact(
            21,
            "the recent past is cheap: the dearest exit is a third of the poorest income at most",
            i32::try_from(near * 3).is_ok_and(|near| near <= poorest),
            format!("exits {}; incomes {}", range(&exits), list(&incomes)),
        ),
        exact(
            22,
            "travel to 4b and 4a costs clearly more than to 4c",
            apart,
            format!(
                "4a {}, 4b {}, 4c {}",
                average(&in_4a),
                average(&in_4b),
                average(&in_4c)
            ),
        ),
        exact(
            23,
            "operatives (3 and 5) are cheap against deep travel: a fifth of the mean fare at most",
            (prices.agent, prices.squad) == (3, 5) && prices.squad * 5 <= deep,
            format!(
                "agent {}, squad {}, oldest zones {}",
                prices.agent,
                prices.squad,
                average(&oldest)
            ),
        ),
    ]
}
