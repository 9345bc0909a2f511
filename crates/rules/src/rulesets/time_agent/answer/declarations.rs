//! 9.2: the declarations who is opposed where.

use crate::{
    engine::{Answered, Asked, Plan, Reply},
    rulesets::{
        kit::named,
        time_agent::{
            asks::{self, Declarations, Stance},
            names::Race,
            orders::{Declaration, Opposition, OrAny, Orders},
            places::Spot,
        },
    },
};

/// Returns the answer that a plan gives to one question of this section.
pub(super) fn answer(plan: &Plan<'_, Orders>, question: Declarations, asked: &Asked<'_>) -> Reply {
    match question {
        Declarations::Oppose => oppose(plan, asked),
    }
}

/// Writes an answer into the order file.
pub(super) fn write(orders: &mut Orders, question: Declarations, answer: &Answered) {
    match question {
        Declarations::Oppose => orders.opposition.extend(opposition(answer)),
    }
}

/// 9.2: returns the answer of the first line that fits.
fn oppose(plan: &Plan<'_, Orders>, asked: &Asked<'_>) -> Reply {
    let place = named::<Spot>(asked, "tile").zip(named::<Race>(asked, "against"));
    let Some((tile, against)) = place else {
        return Reply::Silent;
    };
    let fits = |line: &Opposition| {
        line.tile.fits(&tile) && line.against.as_ref().is_none_or(|a| a.fits(&against))
    };
    let mut lines = plan.left("opposition", &plan.orders.opposition);
    match lines.find(|(_, line)| fits(line)) {
        None => Reply::Silent,
        Some((path, line)) => match line.declare {
            Declaration::Ask => Reply::AskMe,
            Declaration::Oppose => asks::Oppose.by_the_way(path, &Stance::Oppose),
            Declaration::StandAside => asks::Oppose.by_the_way(path, &Stance::StandAside),
        },
    }
}

/// 9.2: returns a declaration.
fn opposition(answer: &Answered) -> Option<Opposition> {
    let declare = match answer.read()? {
        Stance::Oppose => Declaration::Oppose,
        Stance::StandAside => Declaration::StandAside,
    };
    Some(Opposition {
        tile: OrAny::The(answer.field("tile")?),
        against: Some(OrAny::The(answer.field("against")?)),
        declare,
    })
}
