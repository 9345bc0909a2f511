//! C. Invention costs: 24 to 28.

use super::{exact, list};
use crate::{
    rulesets::time_agent::{
        TimeAgent,
        names::{Race, Technology},
        places::Legend,
    },
    rulesets::{Claim, Effort},
};

pub(super) fn check(rules: &TimeAgent, _: Effort) -> Vec<Claim> {
    let content = &rules.content;
    let red = content.original(Technology::TimeTravel);
    let others = Technology::ALL
        .iter()
        .filter(|t| **t != Technology::TimeTravel);
    let dearest = others.map(|t| content.original(*t).cost).max().unwrap_or(0);
    let income = |race: Race| u32::try_from(rules.opening(race).rp).unwrap_or(0);
    let richest = income(Race::Buralti);
    let next = Race::ALL.iter().filter(|race| **race != Race::Buralti);
    let next = next.map(|race| income(*race)).max().unwrap_or(0);
    let fares = red.touches.iter().map(|(hex, _)| content.hex(*hex).cost);
    let (nearest, farthest) = (fares.clone().min().unwrap_or(0), fares.max().unwrap_or(0));
    let (least, most) = (nearest + red.cost, farthest + red.cost);
    let secondaries: Vec<(Technology, u32)> = content
        .tiles()
        .iter()
        .filter_map(|tile| match tile.id.legend {
            Legend::Invention(technology) => Some((technology, tile.cost?)),
            _ => None,
        })
        .collect();
    let of_red: Vec<u32> = secondaries
        .iter()
        .filter(|(technology, _)| *technology == Technology::TimeTravel)
        .map(|(_, cost)| *cost)
        .collect();
    let dearer: Vec<Technology> = secondaries
        .iter()
        .filter(|(technology, cost)| *cost >= content.original(*technology).cost)
        .map(|(technology, _)| *technology)
        .collect();
    vec![
        exact(
            24,
            "reversing the original Time Travel is dear but possible: dearer than any other, within four incomes of the richest",
            red.cost > dearest && most <= 4 * richest,
            format!("{}; the others up to {dearest}", red.cost),
        ),
        exact(
            25,
            "the Buralti can afford it on turn 4 and not on turn 3, fare and all",
            farthest <= 3 * richest && least > 3 * richest && most <= 4 * richest,
            format!("{least} to {most} of {} and {}", 3 * richest, 4 * richest),
        ),
        exact(
            26,
            "no other race can by then",
            4 * next < least,
            format!("the next richest saves {}", 4 * next),
        ),
        exact(
            27,
            "a secondary Time Travel costs about 10 to 30",
            of_red.len() == 2 && of_red.iter().all(|cost| (10..=30).contains(cost)),
            list(&of_red),
        ),
        exact(
            28,
            "secondaries are cheaper than their originals",
            secondaries.len() == 8 && dearer.is_empty(),
            list(secondaries.iter().map(|(technology, cost)| {
                format!(
                    "{technology} {cost} of {}",
                    content.original(*technology).cost
                )
            })),
        ),
    ]
}
