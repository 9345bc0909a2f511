//! The names under which statistics of many games count facts: Missions, Vortexes by Era, and the Artifacts that are used
//! and acquired.

use super::facts::Fact;

/// Returns the name under which a fact is counted.
pub(super) fn counted(fact: &Fact) -> Option<String> {
    Some(match fact {
        Fact::MissionRevealed { mission, .. } => format!("revealed {mission}"),
        Fact::Completed { mission, .. } => format!("completed {mission}"),
        Fact::Vortex { era, .. } => format!("Vortex in {era}"),
        Fact::Used { artifact, .. } => format!("used {artifact}"),
        Fact::Acquired { artifact, .. } | Fact::Rewarded { artifact, .. } => {
            format!("acquired {artifact}")
        }
        _ => return None,
    })
}
