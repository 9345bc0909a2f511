//! The facts of a game, as data: everything that can happen. The wording is in the templates.

use super::{
    actions::{Action, Purpose},
    duel::{Duel, Part, Reckoned},
    effects::Effect,
    names::{Agent, Bid, Color, FateCard, HalfPoints, Place},
    problems::{Problem, ProblemType},
    state::Wave,
};
use serde::{Deserialize, Serialize};

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[expect(missing_docs, reason = "the fields say it in the rulebook's words")]
pub enum Fact {
    /// Setup: the colors in initiative order.
    Begins { order: Vec<Color> },
    /// Playing Time Control: a turn of the game begins.
    Round { round: u16, order: Vec<Color> },
    /// The Launch Phase: an Agent left Today.
    Launched { agent: Agent, to: Place },
    /// The Alert Phase: Agents were flipped to Alert.
    Alerted { agents: Vec<Agent> },
    /// The Alert Phase: Agents stay Busy because of a Problem of the board's player.
    StayBusy {
        agents: Vec<Agent>,
        /// The board that they are on.
        board: Color,
        /// The Problem that limits how many are flipped.
        problem: Problem,
    },
    /// The Action Phase: a window of announcements opens.
    Window { window: u8, order: Vec<Color> },
    /// The Action Phase: an action was announced.
    Announced {
        color: Color,
        action: Action,
        /// The player whose announcement it interrupts.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        interrupts: Option<Color>,
        /// True if the player announces it once more because it was cancelled.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        again: bool,
    },
    /// The Action Phase: an action that a player had announced was cancelled and is not announced again; only they learn it.
    Dropped {
        color: Color,
        action: Action,
        /// True if it was interrupted again, and not if it is not possible any more.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        interrupted: bool,
    },
    /// The Action Phase: continuous interrupts by the player of `against`. This player claims Time Control (ruling D1).
    Stalemate { color: Color, against: Vec<Party> },
    /// Time Control Duel: a player declared to have Time Control, for this purpose.
    Claimed {
        color: Color,
        purpose: Purpose,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        interrupts: Option<Color>,
    },
    /// Time Control Duel: players object.
    Objected { colors: Vec<Color> },
    /// Time Control Duel: a player has Time Control.
    HasControl {
        color: Color,
        /// The players who lost the duel for it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        against: Vec<Party>,
        /// True if no player objected.
        unopposed: bool,
    },
    /// The Action Phase: a player takes an action without interruption.
    Acts { color: Color, action: Action },
    /// The Action Phase: a player must take an action.
    Forced { by: Color, color: Color },
    /// The Action Phase: a Problem keeps a player from claiming Time Control after a stalemate.
    CannotClaim { color: Color, problem: Problem },
    /// The Action Phase: a player had no legal action, or used Time Control for nothing.
    ControlLost { color: Color },
    /// Move, Invade, Snap, and the results of duels: an Agent moved.
    Moved {
        agent: Agent,
        from: Place,
        to: Place,
    },
    /// An Agent was flipped to Busy.
    Busied {
        agent: Agent,
        /// The Problem because of which it does not stay Alert.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        problem: Option<Problem>,
    },
    /// An Agent was discarded from this place.
    Discarded { agent: Agent, from: Place },
    /// Create Time Waves, Attack Time Waves: tokens were placed.
    WaveAdded {
        agent: Agent,
        place: Place,
        tokens: Wave,
        wave: Wave,
    },
    /// Attack Time Waves: tokens were removed; the Wave as it is now.
    WaveRemoved {
        agent: Agent,
        place: Place,
        tokens: Wave,
        wave: Wave,
    },
    /// Flip Time Waves: tokens of these sides were flipped.
    WaveFlipped {
        agent: Agent,
        place: Place,
        tokens: Wave,
        wave: Wave,
    },
    /// Duels: a duel begins.
    DuelBegins {
        number: u16,
        duel: Duel,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        attacker: Option<Agent>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        defender: Option<Agent>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        place: Option<Place>,
        players: Vec<Party>,
    },
    /// Rendering Aid/Committing Sabotage: an Agent takes part.
    Helps {
        agent: Agent,
        part: Part,
        whose: Agent,
    },
    /// Duel Value: a round was revealed.
    DuelRound {
        round: u8,
        values: Vec<Revealed>,
        totals: Vec<Total>,
    },
    /// Re-Duel Round: all values were equal, so another round follows.
    Tied { colors: Vec<Color> },
    /// Re-Duel Round: a player called for another round.
    ReDuel { color: Color, against: Vec<Party> },
    /// Results: a player won the duel.
    DuelWon {
        duel: Duel,
        color: Color,
        against: Vec<Party>,
        /// True if the FATE card decided it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        by_fate: bool,
        /// True if only initiative decided it, after ten rounds (ruling D6).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        by_initiative: bool,
        /// True if the values were tied, so that the attacker won.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        by_tie: bool,
    },
    /// Re-Duel Round: a player discarded the highest token they had played.
    TokenDiscarded { color: Color, token: u8 },
    /// Results: a Fate card was drawn for the result, and says this for the attacking and the defending Agent.
    Result {
        card: FateCard,
        attacker: Agent,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        defender: Option<Agent>,
        attacker_wins: bool,
        for_attacker: Effect,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        for_defender: Option<Effect>,
    },
    /// The Advance Phase: Time Waves moved up.
    Advanced { waves: Vec<Advance> },
    /// The Resolve Phase: a Time Wave reached Today.
    Reached { color: Color, wave: Wave },
    /// Losing: a Time Wave reached Today on the board of a player who is out, and has no effect.
    Vanished { color: Color, wave: Wave },
    /// A player drew a Problem.
    ProblemDrawn { color: Color, problem: Problem },
    /// Create: two identical Problems cancel each other out.
    ProblemsCancel { color: Color, problem: Problem },
    /// A Problem was solved.
    Solved {
        by: Color,
        color: Color,
        problem: Problem,
    },
    /// The Problem deck is empty, so no card is drawn.
    NoProblemLeft { color: Color },
    /// Losing: a player is out of the game.
    OutOfGame { color: Color, of: Vec<ProblemType> },
    /// Wave Attack Duel: a Time Wave attacked the Agents of its Zone.
    WaveAttack {
        place: Place,
        card: FateCard,
        tokens: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<HalfPoints>,
        against: Vec<Defense>,
    },
    /// The Grow Phase: Create tokens were added.
    Grew { waves: Vec<Growth> },
    /// Cashing Out: an Agent, tokens or a Problem for something else.
    CashedOut {
        color: Color,
        given: Given,
        gained: Gained,
    },
    /// Cashing Out Time Control Tokens: a player added tokens to what another cashes out.
    Contributed {
        color: Color,
        to: Color,
        tokens: Vec<u8>,
    },
    /// Winning.
    GameOver {
        winners: Vec<Color>,
        last_round: bool,
    },
}

/// A player whom a fact concerns, besides the one who does something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the name says it")]
pub struct Party {
    pub color: Color,
}

/// A value that was revealed in a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Revealed {
    /// The player.
    pub color: Color,
    /// The part in the duel.
    pub part: Part,
    /// The Agent, in a duel of Agents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<Agent>,
    /// The Agent that is aided or sabotaged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whose: Option<Agent>,
    /// The token or `fate`.
    pub bid: Bid,
    /// The Fate card that was drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<FateCard>,
    /// Its value; `None` for the FATE card.
    #[serde(flatten)]
    pub reckoned: Option<Reckoned>,
}

/// The total of a player in a round of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Total {
    /// The player.
    pub color: Color,
    /// The value with aid and sabotage.
    pub value: HalfPoints,
}

/// Wave Attack Duel: the defense of one Agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Defense {
    /// The Agent.
    pub agent: Agent,
    /// The token or `fate`.
    pub bid: Bid,
    /// The Fate card that was drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<FateCard>,
    /// Its value; `None` for the FATE card.
    #[serde(flatten)]
    pub reckoned: Option<Reckoned>,
    /// True if the Agent won.
    pub wins: bool,
}

/// The Advance Phase: how a Time Wave moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it")]
pub struct Advance {
    pub from: Place,
    pub to: Place,
}

/// The Grow Phase: the Create tokens that a Time Wave gained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it")]
pub struct Growth {
    pub place: Place,
    pub tokens: u8,
}

/// Cashing Out: what was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Given {
    /// An own Agent was discarded.
    Agent(Agent),
    /// Own tokens were discarded.
    Tokens(Vec<u8>),
    /// A Problem was drawn.
    Problem,
}

/// Cashing Out: what was gained.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Gained {
    /// An Agent was retrieved.
    Agent(Agent),
    /// Tokens were retrieved, each with its color.
    Tokens(Vec<(Color, u8)>),
    /// A Problem of this player was solved.
    Solved(Color, Problem),
    /// The player was out of the game before they gained anything (ruling D24).
    Nothing,
}
