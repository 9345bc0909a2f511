//! The dice that facts tell of: 7.1, 9.1, 9.3 and 9.4.

use super::{
    TimeAgent,
    content::Values,
    facts::Fact,
    names::{Kind, UnitId},
};
use crate::engine::{Contradiction, ToldRoll};

impl TimeAgent {
    /// The rolls that these facts tell of, by the labels of 7.1, 9.1, 9.3 and 9.4.
    ///
    /// # Errors
    /// [`Contradiction`] for a search (9.3) or attack (9.4) whose result contradicts its dice and the content.
    pub(super) fn rolls_of(&self, facts: &[Fact]) -> Result<Vec<ToldRoll>, Contradiction> {
        let mut told = vec![];
        for fact in facts {
            match fact {
                Fact::TieRolled { rolls, .. } => {
                    for (race, faces) in rolls {
                        told.push(ToldRoll::of(format!("turn-order/{race}"), 6, faces));
                    }
                }
                Fact::Flipped { hex, facing, .. } => {
                    let label = format!("facing/{hex}");
                    told.push(ToldRoll::of(label, 6, &[u32::from(*facing)]));
                }
                Fact::Searched {
                    by,
                    target,
                    spot,
                    rolls,
                    values,
                    found,
                } => {
                    let place = format!("search/{spot}/{by}/{target}");
                    told.push(ToldRoll::of(format!("{place}/search"), 6, &rolls[..1]));
                    told.push(ToldRoll::of(format!("{place}/hide"), 6, &rolls[1..]));
                    let own = [self.own(*by, |v| v.search), self.own(*target, |v| v.hide)];
                    let [one, other] = sums(*rolls, *values);
                    if own != values.map(Some) || *found != (one >= other) {
                        return Err(Contradiction(format!(
                            "the search of {by} for {target} does not come to its dice"
                        )));
                    }
                }
                Fact::Attacked {
                    by,
                    target,
                    spot,
                    rolls,
                    values,
                    lost,
                } => {
                    let place = format!("combat/{spot}/{by}/{target}");
                    told.push(ToldRoll::of(format!("{place}/attack"), 6, &rolls[..1]));
                    told.push(ToldRoll::of(format!("{place}/defense"), 6, &rolls[1..]));
                    let own = [
                        self.own(*by, |v| v.attack),
                        self.own(*target, |v| v.defense),
                    ];
                    let [one, other] = sums(*rolls, *values);
                    let mut dead: Vec<UnitId> = vec![];
                    dead.extend((one >= other).then_some(*target));
                    dead.extend((one == other).then_some(*by));
                    if own != values.map(Some) || *lost != dead {
                        return Err(Contradiction(format!(
                            "the attack of {by} on {target} does not come to its dice"
                        )));
                    }
                }
                _ => {}
            }
        }
        Ok(told)
    }

    /// Returns a value of an operative in the content; `None` if the content does not have the race.
    fn own(&self, unit: UnitId, what: fn(&Values) -> i32) -> Option<i32> {
        let race = self.content.races.get(&unit.race)?;
        Some(what(match unit.kind {
            Kind::Agent => &race.agent,
            Kind::Squad => &race.squad,
        }))
    }
}

/// Dice and values together.
fn sums(rolls: [u32; 2], values: [i32; 2]) -> [i64; 2] {
    [0, 1].map(|i| i64::from(rolls[i]) + i64::from(values[i]))
}
