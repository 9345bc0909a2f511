//! The names under which statistics of many games count facts, such as announcements, duels and the bids in them, and
//! the Problems that put players out of the game.

use super::{facts::Fact, names::Bid};

/// Returns the names under which a fact is counted, one for each count.
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
