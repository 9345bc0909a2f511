//! The dice that facts tell of: counters out of the bag (Restocking Artifacts).

use super::{
    TimePirates,
    facts::Fact,
    names::{Counter, Epoch},
    view::View,
};
use crate::engine::{Contradiction, ToldRoll};

impl TimePirates {
    /// Restocking Artifacts: the rolls that these facts tell of, from a bag that all can count. When the eighth Time
    /// Police Counter has put counters back, the rest of the sitting is left to the next view.
    ///
    /// # Errors
    /// [`Contradiction`] for a counter that the bag does not hold any more.
    #[expect(clippy::unused_self, reason = "every section of the rules is a method")]
    pub(super) fn rolls_of(
        &self,
        before: Option<&View>,
        facts: &[Fact],
    ) -> Result<Vec<ToldRoll>, Contradiction> {
        let mut told = vec![];
        let Some(before) = before else {
            return Ok(told);
        };
        let mut bag = before.bag.clone();
        let mut restocked: Option<Epoch> = None;
        for fact in facts {
            let (epoch, counter) = match fact {
                Fact::Restocks { epoch, .. } => {
                    restocked = Some(*epoch);
                    continue;
                }
                Fact::Drew { epoch, artifact } => (*epoch, Counter::Artifact(*artifact)),
                Fact::Police { path, .. } => match restocked {
                    Some(epoch) => (epoch, Counter::Police(*path)),
                    None => break,
                },
                Fact::Returned { .. } => break,
                _ => continue,
            };
            let total = bag.values().fold(0_u32, |all, n| all.saturating_add(*n));
            let lower = { bag.iter() }
                .take_while(|(other, _)| **other != counter)
                .fold(0_u32, |all, (_, n)| all.saturating_add(*n));
            let Some(left) = bag.get_mut(&counter).filter(|left| **left > 0) else {
                return Err(Contradiction(format!(
                    "{counter} was drawn, and the bag had none"
                )));
            };
            if total > 1 {
                told.push(ToldRoll {
                    label: format!("bag/{epoch}"),
                    sides: total,
                    faces: vec![(lower.saturating_add(1), lower.saturating_add(*left))],
                });
            }
            *left -= 1;
        }
        Ok(told)
    }
}
