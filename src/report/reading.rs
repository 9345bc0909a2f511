//! Everything one reader may know of one sitting, as plain data.

use crate::{
    content::Provenance,
    engine::{Event, Illegal, Odds, Prompt, Standing},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{collections::BTreeMap, sync::Arc};

/// Everything one reader may know of one sitting.
///
/// The templates see exactly these fields under these names, and `verdict`, which follows from them.
/// Texts may hold anything: they are made harmless before a template sees them. Fields that are skipped here
/// are made ready one by one, since readers have most of them in common.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reading {
    /// Which game.
    pub game: Game,
    /// The turn that was played or is being played; 0 is the set-up.
    pub turn: u32,
    /// The sitting's number in the whole game.
    pub sitting: u32,
    /// When the sitting was, in UTC: `2026-06-05 16:00 UTC`.
    pub at: String,
    /// How far it came.
    pub ended: Ended,
    /// Who won, by seat; empty while the game goes on.
    pub winners: Vec<String>,
    /// What is to be sent next, when and how.
    pub next: Next,
    /// For whom.
    pub reader: Reader,
    /// The players by seat, as all may know them.
    pub players: BTreeMap<String, String>,
    /// The teams, in the order of their first seats; empty where every seat plays for itself.
    pub teams: Vec<super::Team>,
    /// Whether the seat has an order file in force for this turn.
    pub on_file: bool,
    /// The body of that order file without the entries that are done with, for the form of an open turn to go on
    /// from.
    pub sent: Option<Value>,
    /// The answers that the seat has given in advance, for this turn or for good.
    pub standing: Vec<Standing>,
    /// What became of each line of the seat's orders, by [`orders`](super::orders).
    pub orders: Vec<OrderLine>,
    /// The open questions to this seat; the GM's reading has everybody's.
    pub prompts: Vec<Prompt>,
    /// What happened in the turn so far, as far as this reader was told, by
    /// [`events`](super::events).
    #[serde(skip)]
    pub events: Vec<Happened>,
    /// The game as this reader sees it: the ruleset's own view.
    #[serde(skip)]
    pub view: Arc<Value>,
    /// The same at his last report, to say what changed; nothing in the first one.
    #[serde(skip)]
    pub before: Option<Arc<Value>>,
    /// The points of all after each turn so far, oldest first; the last are those of the view.
    pub history: Vec<Score>,
    /// The odds this reader may want to know, worked out from his view and from nothing else.
    pub odds: Vec<Odds>,
    /// The dice of this sitting, by [`dice`](super::dice).
    pub dice: Vec<Die>,
    /// The sealed slots that this reader has been shown in this sitting.
    pub openings: Vec<Slot>,
    /// How to verify all that.
    pub verify: Verify,
    /// What the GM did by hand since the last sitting: public, and shown to all.
    pub interventions: Vec<Intervention>,
    /// What the GM did if that, and no sitting, is what is reported: `rewind`, `amend` or `fork`.
    pub anew: Option<String>,
    /// Every turn that the GM's hand has begun in this game: public, and shown from then on.
    pub moves: Vec<Moved>,
    /// The game that this one was taken from, if it is a fork.
    pub fork: Option<Fork>,
    /// What is wrong with templates, for the GM alone: the papers that they should have written are plain ones.
    pub alerts: Vec<String>,
    /// Content that is not the publisher's; for a game's first report, else empty.
    pub reconstructed: Vec<Provenance>,
    /// Whom the sitting waits for, and for what: public.
    pub waiting_for: Vec<Waiting>,
}

/// One game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Game {
    /// Its name: `gem-1992`.
    pub id: String,
    /// Its title: free text.
    pub title: String,
    /// The ruleset's name in prose: `Time Agent`.
    pub ruleset: String,
    /// The edition: `1992`.
    pub edition: String,
}

/// How far a sitting came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// It waits for answers; the turn is open.
    Waiting,
    /// The turn is complete.
    TurnComplete,
    /// The game is over.
    GameOver,
}

/// What is to be sent next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Next {
    /// The turn that the next orders are for: the same one while it is open.
    pub turn: u32,
    /// Whose they are, if the turn is that of some seats only.
    pub of: Vec<String>,
    /// When they are due, if the game has deadlines.
    pub deadline: Option<Deadline>,
    /// How to send them, a sentence each.
    pub how: Vec<String>,
}

/// When something is due, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Deadline {
    /// `2026-06-12 16:00 UTC`.
    pub utc: String,
    /// In the reader's time zone, short enough for a subject: `Fri 12 Jun 18:00 CEST`.
    pub local: String,
    /// That time zone: `Europe/Berlin`.
    pub zone: String,
    /// How long that is from the sitting: `6 days 2 hours`.
    pub left: String,
}

/// For whom a reading is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reader {
    /// Anybody, the GM, or a seat.
    pub kind: ReaderKind,
    /// The seat, if it is one.
    pub seat: Option<String>,
    /// Its name in prose: `Zytal`, `the GM`.
    pub name: String,
    /// The player's name.
    pub player: Option<String>,
}

/// The kinds of reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReaderKind {
    /// Anybody.
    Public,
    /// The GM.
    Gm,
    /// A seat.
    Seat,
}

impl Reader {
    /// Anybody.
    pub fn public() -> Self {
        Self {
            kind: ReaderKind::Public,
            seat: None,
            name: "everybody".to_owned(),
            player: None,
        }
    }

    /// The GM.
    pub fn gm(player: Option<String>) -> Self {
        Self {
            kind: ReaderKind::Gm,
            seat: None,
            name: "the GM".to_owned(),
            player,
        }
    }

    /// A seat; its name in prose follows from its id.
    pub fn seat(seat: &str, player: Option<String>) -> Self {
        Self {
            kind: ReaderKind::Seat,
            seat: Some(seat.to_owned()),
            name: super::filters::prose(seat),
            player,
        }
    }
}

/// What became of one line of an order file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OrderLine {
    /// Its path: `actions/2`, counted from 0 as the engine does; reports count from 1.
    pub line: String,
    /// What it says, as one line of YAML.
    pub text: String,
    /// What became of it.
    pub outcome: Outcome,
    /// Why not, if it was not played.
    pub why: Option<Illegal>,
    /// The order file it stands in, from 1, among those of the turn; 0 for what stands in none.
    pub file: usize,
    /// Why it was not used, or what it waits for, as half a sentence: of a line that answers questions as they come.
    pub note: Option<String>,
}

/// What became of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Carried out.
    Played,
    /// Its turn came and there was nothing for it to do.
    NothingToDo,
    /// It was tried, and failed.
    Failed,
    /// Put aside: illegal in a file that says `if-illegal: skip`, or a `hold` that ran out.
    PutAside,
    /// A `hold`: the queue has stopped here.
    Held,
    /// Illegal: the seat is asked again.
    Refused,
    /// In a file that answers an older report: taken as what was played since.
    PlayedBefore,
    /// Still to come in this turn.
    Waiting,
    /// The turn ended without it.
    NotPlayed,
    /// Its question did not come, or came otherwise, and the turn is over.
    Unused,
    /// It was still to come when the seat's next file left it out.
    Replaced,
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Happened {
    /// Its place, from 0, among all that happened in the turn: the same for all readers.
    #[serde(skip)]
    pub place: usize,
    /// The section of the rulebook, or `-`.
    pub rule: String,
    /// The sitting that told it first.
    pub sitting: u32,
    /// Whether this is the first report that tells it.
    pub new: bool,
    /// Whether it was not told to all.
    pub private: bool,
    /// Of an absence: the kinds of all questions that took their defaults in that sitting.
    pub missed: Vec<String>,
    /// What.
    pub event: Event<Value>,
}

/// The points after one turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Score {
    /// The turn; of the open one, so far.
    pub turn: u32,
    /// Points by seat.
    pub scores: BTreeMap<String, i64>,
}

/// One roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Die {
    /// Its label.
    pub label: String,
    /// Sides of each die; nothing for a public shuffle.
    pub sides: Option<u32>,
    /// The faces from 1, or the new order of a shuffle from 0.
    pub faces: Vec<u32>,
    /// The sitting whose key gave them.
    pub sitting: u32,
}

/// One sealed slot that was opened. Its nonce has no place here: it proves to others what lies in the slot, and the
/// rulebook forbids to show a facedown tile (Time Agent 11.1). The public log has it once all may see the tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Slot {
    /// The deck.
    pub deck: String,
    /// The slot, from 0.
    pub slot: u32,
    /// What lay in it.
    pub item: String,
}

/// What one needs to verify a sitting.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Verify {
    /// The hash of the newest record of the public log.
    pub head: Option<String>,
    /// The fingerprint of the key that signs the log, if it is signed.
    pub log_key: Option<String>,
    /// The anchor of the key chain, as the first record gives it.
    pub anchor: Option<String>,
    /// The key of this sitting, now open.
    pub key: Option<String>,
    /// What to type.
    pub commands: Vec<String>,
    /// Whether a public round that was still to come is part of the dice of this sitting; without one the GM could
    /// foresee them.
    pub beacon: bool,
    /// What the GM could choose among before the game, in words; nothing where a public round has drawn it.
    pub choice: Option<String>,
}

/// Something the GM did by hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Intervention {
    /// What: a sentence without its full stop.
    pub what: String,
    /// Who.
    pub who: String,
    /// When.
    pub at: String,
    /// Why.
    pub reason: String,
}

/// A turn that the GM's hand has begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Moved {
    /// How: `rewind`, `amend` or `fork`.
    pub what: String,
    /// The turn.
    pub turn: u32,
    /// The turn that it begins again, for a rewind.
    pub to: Option<u32>,
    /// The last sitting before.
    pub after: u32,
}

/// Where a fork was taken from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fork {
    /// The name of the game.
    pub of: String,
    /// The turn that the fork begins with.
    pub turn: u32,
}

/// A seat that the sitting waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Waiting {
    /// The seat.
    pub seat: String,
    /// The kinds of ask.
    pub asks: Vec<String>,
}

impl Reading {
    /// A reading with nothing in it but what every reading has.
    pub fn new(
        game: Game,
        reader: Reader,
        turn: u32,
        sitting: u32,
        view: impl Into<Arc<Value>>,
    ) -> Self {
        Self {
            game,
            turn,
            sitting,
            at: String::new(),
            ended: Ended::TurnComplete,
            winners: vec![],
            next: Next {
                turn: turn + 1,
                of: vec![],
                deadline: None,
                how: vec![],
            },
            reader,
            players: BTreeMap::new(),
            teams: vec![],
            on_file: false,
            sent: None,
            standing: vec![],
            orders: vec![],
            prompts: vec![],
            events: vec![],
            view: view.into(),
            before: None,
            history: vec![],
            odds: vec![],
            dice: vec![],
            openings: vec![],
            verify: Verify::default(),
            interventions: vec![],
            anew: None,
            moves: vec![],
            fork: None,
            alerts: vec![],
            reconstructed: vec![],
            waiting_for: vec![],
        }
    }
}
