//! Duels: who takes part, with what.

use crate::rulesets::words::names;

names! {
    /// Duels: the two kinds for which players choose tokens round by round.
    Duel {
        TimeControl = "time-control",
        Agents = "agents",
    }
}

names! {
    /// The part that a player, or an Agent of theirs, has in a duel.
    Part {
        Claimant = "claimant",
        Objector = "objector",
        Attacker = "attacker",
        Defender = "defender",
        Aid = "aid",
        Sabotage = "sabotage",
    }
}

names! {
    /// Rendering Aid/Committing Sabotage: what an Agent does in a duel of others.
    Aid {
        None = "none",
        AidAttacker = "aid-attacker",
        AidDefender = "aid-defender",
        SabotageAttacker = "sabotage-attacker",
        SabotageDefender = "sabotage-defender",
    }
}
