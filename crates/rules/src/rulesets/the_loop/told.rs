//! The dice that facts tell of: the cubes that fall out of the Machine (Resolve Faux card).

use super::{TheLoop, facts::Fact, view::View};
use crate::engine::{Contradiction, ToldRoll};

impl TheLoop {
    /// Resolve Faux card: the rolls that these facts tell of, one for each cube.
    ///
    /// # Errors
    /// [`Contradiction`] for a cube that fell on an Era to which no chute points.
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
        let machine = before.options.machine;
        let [previous, own, next] = machine.ways();
        let mut faux = before.faux;
        for fact in facts {
            match fact {
                Fact::Faux { era, .. } => faux = *era,
                Fact::Fell { eras } => {
                    for era in eras {
                        let faces = if *era == faux.previous() {
                            (1, previous)
                        } else if *era == faux {
                            (previous + 1, previous + own)
                        } else if *era == faux.next() {
                            (previous + own + 1, previous + own + next)
                        } else {
                            return Err(Contradiction(format!(
                                "a cube fell on {era}, and the Machine was in {faux}"
                            )));
                        };
                        told.push(ToldRoll {
                            label: format!("cube/{faux}"),
                            sides: machine.sides(),
                            faces: vec![faces],
                        });
                    }
                }
                _ => {}
            }
        }
        Ok(told)
    }
}
