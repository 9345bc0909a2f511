//! The kinds of effect that Artifacts are built of (Artifact Cards and Agent Tiles).
//!
//! An ability is a list of steps, as data in `content/artifacts.yaml`. Every card is written with these kinds alone; there is
//! no code for a single card.

use schemars::JsonSchema;
use serde::Deserialize;

/// An ability: its steps, resolved in the order in which they stand.
pub(crate) type Ability = Vec<Step>;

/// One step of an ability.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(
    rename_all = "kebab-case",
    rename_all_fields = "kebab-case",
    deny_unknown_fields
)]
pub(crate) enum Step {
    /// Energy: cubes are added from the supply.
    Energy {
        /// How many.
        add: u8,
        /// Where.
        #[serde(rename = "in")]
        place: Place,
    },
    /// Rift: cubes are removed to the supply.
    Rifts {
        /// How many.
        remove: u8,
        /// Where.
        #[serde(rename = "in")]
        place: Place,
    },
    /// Energy is added, or Rifts are removed, until there are as many as of another piece there.
    Match {
        /// The pieces that are added or removed.
        piece: Piece,
        /// The pieces they are compared with.
        to: Piece,
        /// Where.
        #[serde(rename = "in")]
        place: Place,
    },
    /// Movement: an Agent moves to adjacent Eras, up to so many times.
    Move {
        /// The Agent.
        who: Who,
        /// The greatest number of Eras.
        eras: u8,
        /// The Clone that the Agent may pick up on the way.
        #[serde(default)]
        carry: Carry,
    },
    /// Movement: an Agent moves to an Era, however far it is.
    Go {
        /// The Agent.
        who: Who,
        /// The Era.
        to: Place,
    },
    /// Clone: Clones come from adjacent Eras to yours.
    Pull {
        /// How many.
        clones: u8,
    },
    /// Clone: Clones go from an Era to an adjacent one.
    Push {
        /// How many.
        clones: u8,
        /// The Era they leave.
        from: Place,
        /// The number of Eras that each is pushed in one direction.
        #[serde(default = "one")]
        eras: u8,
    },
    /// Clone: Clones return to the bag.
    Destroy {
        /// How many.
        clones: u8,
        /// Where.
        #[serde(rename = "in")]
        place: Place,
    },
    /// Artifact: cards are drawn from the draw pile into the hand.
    Draw {
        /// How many, for each Agent.
        cards: u8,
        /// The Agents that draw.
        who: Who,
    },
    /// Artifact: cards of the Huge Deck come to their Origin Eras.
    Reveal {
        /// How many.
        cards: u8,
    },
    /// Artifact: an available card comes on top of the draw pile.
    Acquire {
        /// The Era of the card.
        from: Place,
    },
    /// Artifact: cards of the hand are discarded.
    Discard {
        /// How many.
        cards: u8,
    },
    /// Artifact: a card of the hand, or an available one, is destroyed.
    Scrap {
        /// Where the card is.
        from: Cards,
    },
    /// Artifact: the ability of another Artifact is resolved, which is not exhausted by that.
    Resolve {
        /// Where the Artifact is.
        of: Cards,
    },
    /// Artifact: another Agent resolves the ability of an Artifact in their hand, which is not exhausted by that.
    Allow,
    /// Steps that are resolved only if a condition holds.
    If {
        /// The condition.
        when: Condition,
        /// The steps.
        then: Ability,
    },
    /// One of several ways, as you choose.
    Either(Vec<Ability>),
    /// Steps that you may leave out.
    May(Ability),
    /// Steps without which the rest is not resolved: if they change nothing, the ability ends.
    First(Ability),
}

const fn one() -> u8 {
    1
}

/// The Era, or the Eras, of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Place {
    /// Your Era.
    Here,
    /// The Era before yours.
    Previous,
    /// The Era after yours.
    Next,
    /// An Era adjacent to yours.
    Adjacent,
    /// Each Era adjacent to yours.
    EachAdjacent,
    /// Any Era.
    Any,
    /// An Era with a Vortex.
    Vortex,
    /// Each Era with a Vortex.
    EachVortex,
    /// Dr. Faux's Era.
    Faux,
    /// The Era of any Agent.
    Agent,
    /// The Era of another Agent.
    OtherAgent,
    /// The Era of the step before: where a Clone was sent, an Agent moved, or cubes were placed or removed.
    There,
    /// The Origin Era of the card that this ability has just drawn, revealed, discarded, acquired or destroyed.
    Origin,
    /// An Era with a Clone.
    Clone,
    /// An Era with a Rift.
    Rift,
}

/// The pieces of an Era.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Piece {
    /// Energy cubes.
    Energy,
    /// Rift cubes.
    Rifts,
    /// Clones.
    Clones,
    /// Agents.
    Agents,
}

/// The Agents of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Who {
    /// You.
    You,
    /// Another Agent.
    Another,
    /// Any Agent, you included.
    Any,
    /// You, and each other Agent in your Era.
    Here,
    /// Each Agent.
    Each,
}

/// The Clone that an Agent may pick up on the way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Carry {
    /// None.
    #[default]
    None,
    /// One, from any Era that the Agent visits.
    One,
    /// One, from an Era with a Vortex.
    Vortex,
}

/// The place of Artifact cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Cards {
    /// Your hand.
    Hand,
    /// The hands of the other Agents.
    OtherHands,
    /// The cards that are available in your Era.
    Here,
    /// The cards that are available in any Era.
    Anywhere,
}

/// A condition on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(clippy::enum_variant_names, reason = "all are about the Agent's Era")]
pub(crate) enum Condition {
    /// At least one other Agent is in your Era.
    AgentHere,
    /// There is a Vortex in your Era.
    VortexHere,
    /// There is a Clone in your Era.
    CloneHere,
    /// There is a Rift in your Era.
    RiftHere,
    /// There is no Rift in your Era.
    NoRiftHere,
    /// There is no Energy in your Era.
    NoEnergyHere,
}

/// Ability Icons: what an ability affects.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Icon {
    /// Energy is added.
    Energy,
    /// Rifts are removed.
    Rift,
    /// Agents move.
    Movement,
    /// Cards are drawn, discarded, revealed, acquired, destroyed or resolved.
    Artifact,
    /// Clones move or are destroyed.
    Clone,
}

/// Returns the icons of an ability, each once, in their order.
pub(crate) fn icons(ability: &[Step]) -> Vec<Icon> {
    fn add(ability: &[Step], found: &mut Vec<Icon>) {
        for step in ability {
            match step {
                Step::Energy { .. } => found.push(Icon::Energy),
                Step::Rifts { .. } => found.push(Icon::Rift),
                Step::Match { piece, .. } => found.push(match piece {
                    Piece::Energy => Icon::Energy,
                    Piece::Rifts => Icon::Rift,
                    Piece::Clones => Icon::Clone,
                    Piece::Agents => Icon::Movement,
                }),
                Step::Move { carry, .. } => {
                    found.push(Icon::Movement);
                    if *carry != Carry::None {
                        found.push(Icon::Clone);
                    }
                }
                Step::Go { .. } => found.push(Icon::Movement),
                Step::Pull { .. } | Step::Push { .. } | Step::Destroy { .. } => {
                    found.push(Icon::Clone);
                }
                Step::Draw { .. }
                | Step::Reveal { .. }
                | Step::Acquire { .. }
                | Step::Discard { .. }
                | Step::Scrap { .. }
                | Step::Resolve { .. }
                | Step::Allow => found.push(Icon::Artifact),
                Step::If { then, .. } => add(then, found),
                Step::Either(ways) => ways.iter().for_each(|way| add(way, found)),
                Step::May(steps) | Step::First(steps) => add(steps, found),
            }
        }
    }
    let mut found = vec![];
    add(ability, &mut found);
    found.sort_unstable();
    found.dedup();
    found
}
