//! What statistics of many games count: announcements, duels, how they are fought, and how players go out of the game.

use super::{facts::Fact, names::Bid};

/// Returns the names of what is counted in a fact.
pub(super) fn counted(fact: &Fact) -> Vec<&'static str> {
    let value = |bid: &Bid, token, fate| match bid {
        Bid::Fate => fate,
        Bid::Token(_) => token,
    };
    match fact {
        Fact::Announced {
            interrupts: Some(_),
            ..
        } => vec!["interrupts"],
        Fact::Announced { .. } => vec!["announcements"],
        Fact::Stalemate { .. } => vec!["stalemates"],
        Fact::Claimed { .. } => vec!["claims of Time Control"],
        Fact::Objected { .. } => vec!["claims with an objection"],
        Fact::DuelBegins { .. } => vec!["duels"],
        Fact::DuelRound { values, .. } => values
            .iter()
            .map(|one| value(&one.bid, "tokens in duels", "Fate cards in duels"))
            .collect(),
        Fact::ReDuel { .. } => vec!["re-duels"],
        Fact::WaveAttack { against, .. } => against
            .iter()
            .map(|one| value(&one.bid, "tokens against Waves", "Fate cards against Waves"))
            .collect(),
        Fact::CashedOut { .. } => vec!["trades"],
        Fact::ProblemDrawn { .. } => vec!["Problems drawn"],
        Fact::Solved { .. } => vec!["Problems solved"],
        Fact::OutOfGame { of, .. } => of.iter().map(|of| of.name()).collect(),
        _ => vec![],
    }
}
