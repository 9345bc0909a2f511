//! Everything one reader may know of one sitting, as plain data.

use crate::{
    content::Provenance,
    engine::{Event, Illegal, Odds, Prompt, Standing},
    game_dir::Mails,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{collections::BTreeMap, sync::Arc};

/// Everything one reader may know of one sitting.
///
/// The templates see exactly these fields under these names, and `verdict`, which is derived from them.
/// Texts may contain any characters: they are cleaned before a template sees them. Fields that serialization skips
/// are converted one by one, because most of their data is shared by all readers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reading {
    /// The game.
    pub game: Game,
    /// The turn that was executed, or that is still open; 0 is the set-up.
    pub turn: u32,
    /// The number of the sitting, counted over the whole game.
    pub sitting: u32,
    /// The time of the sitting, in UTC: `2026-06-05 16:00 UTC`.
    pub at: String,
    /// The state in which the sitting ended.
    pub ended: Ended,
    /// The seats that won; empty while the game goes on.
    pub winners: Vec<String>,
    /// The next orders to send: their turn, their deadline, and how to send them.
    pub next: Next,
    /// The reader.
    pub reader: Reader,
    /// The names of the players by seat, as far as they are public.
    pub players: BTreeMap<String, String>,
    /// The teams, in the order of their first seats; empty where every seat plays for itself.
    pub teams: Vec<super::Team>,
    /// True if the seat has an order file in force for this turn.
    pub on_file: bool,
    /// The body of that order file without its finished entries; the form of an open turn starts from it.
    pub sent: Option<Value>,
    /// The `if-illegal`, `wake` and `standing` of that order file; the form of an open turn repeats them.
    pub envelope: Option<Value>,
    /// The answers that the seat has given in advance, for this turn or permanently.
    pub standing: Vec<Standing>,
    /// The outcome of each line of the seat's orders, from [`orders`](super::orders).
    pub orders: Vec<OrderLine>,
    /// The open questions to this seat; in the GM's reading, those to all seats.
    pub prompts: Vec<Prompt>,
    /// The events of the turn so far that this reader was told, from [`events`](super::events).
    #[serde(skip)]
    pub events: Vec<Happened>,
    /// The events of earlier turns that no mail has told this reader, oldest turn first.
    #[serde(skip)]
    pub past: Vec<Past>,
    /// The reports that this reader gets by mail; `None` for readers without a player.
    pub mails: Option<Mails>,
    /// The letters to this reader since their last report.
    pub letters: Vec<super::Press>,
    /// The game as this reader sees it: the ruleset's own view.
    #[serde(skip)]
    pub view: Arc<Value>,
    /// The view at the reader's last report, to list the changes; `None` in the first report.
    #[serde(skip)]
    pub before: Option<Arc<Value>>,
    /// The points of all seats after each turn so far, oldest first; the last entry is that of the view.
    pub history: Vec<Score>,
    /// The odds that concern this reader, computed from their view alone.
    pub odds: Vec<Odds>,
    /// The dice of this sitting, from [`dice`](super::dice).
    pub dice: Vec<Die>,
    /// The sealed slots that were revealed to this reader in this sitting.
    pub openings: Vec<Slot>,
    /// The data for verifying this sitting.
    pub verify: Verify,
    /// The GM's manual actions since the last sitting; they are public and shown to all.
    pub interventions: Vec<Intervention>,
    /// The GM's action if the report is about that action and not about a sitting: `rewind`, `amend` or `fork`.
    pub anew: Option<String>,
    /// Every turn of this game that began by an action of the GM; public, and shown in every later report.
    pub moves: Vec<Moved>,
    /// The game that this one was forked from, if it is a fork.
    pub fork: Option<Fork>,
    /// Errors in templates, for the GM alone; the texts of these templates were replaced by plain ones.
    pub alerts: Vec<String>,
    /// Content that is not the publisher's; only in a game's first report, otherwise empty.
    pub reconstructed: Vec<Provenance>,
    /// The seats that the sitting waits for, with the kinds of their open questions; public.
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

/// The state in which a sitting ended.
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

/// The next orders to send.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Next {
    /// The turn of the next orders: the present turn while it is open.
    pub turn: u32,
    /// The seats that send orders, if it is not all of them; otherwise empty.
    pub of: Vec<String>,
    /// The deadline, if the game has deadlines.
    pub deadline: Option<Deadline>,
    /// Instructions for sending the orders, one sentence each.
    pub how: Vec<String>,
}

/// A deadline as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Deadline {
    /// The time in UTC: `2026-06-12 16:00 UTC`.
    pub utc: String,
    /// The time in the reader's time zone, short enough for a subject line: `Fri 12 Jun 18:00 CEST`.
    pub local: String,
    /// The reader's time zone: `Europe/Berlin`.
    pub zone: String,
    /// The time between the sitting and the deadline: `6 days 2 hours`.
    pub left: String,
}

/// The reader of a reading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reader {
    /// The kind: the public, the GM, or a seat.
    pub kind: ReaderKind,
    /// The seat, if the reader is a seat.
    pub seat: Option<String>,
    /// The reader's name in prose: `Zytal`, `the GM`.
    pub name: String,
    /// The player's name.
    pub player: Option<String>,
}

/// The kinds of reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReaderKind {
    /// The public.
    Public,
    /// The GM.
    Gm,
    /// A seat.
    Seat,
}

impl Reader {
    /// Returns the public.
    pub fn public() -> Self {
        Self {
            kind: ReaderKind::Public,
            seat: None,
            name: "everybody".to_owned(),
            player: None,
        }
    }

    /// Returns the GM.
    pub fn gm(player: Option<String>) -> Self {
        Self {
            kind: ReaderKind::Gm,
            seat: None,
            name: "the GM".to_owned(),
            player,
        }
    }

    /// Returns a seat as a reader; its name in prose is derived from its id.
    pub fn seat(seat: &str, player: Option<String>) -> Self {
        Self {
            kind: ReaderKind::Seat,
            seat: Some(seat.to_owned()),
            name: super::filters::prose(seat),
            player,
        }
    }
}

/// One line of an order file with its outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OrderLine {
    /// The path of the line: `actions/2`, counted from 0 as in the engine; reports count from 1.
    pub line: String,
    /// The content, as one line of YAML.
    pub text: String,
    /// The outcome.
    pub outcome: Outcome,
    /// The reason, if the line was not played.
    pub why: Option<Illegal>,
    /// The number of its order file among those of the turn, from 1; 0 if the line is in no file.
    pub file: usize,
    /// For a line that answers questions as they come: half a sentence that says why it was not used, or which question
    /// it waits for. For one whose announcement was interrupted: half a sentence that says why it was not executed.
    pub note: Option<String>,
}

/// The outcome of a line of an order file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Carried out.
    Played,
    /// The line was reached and there was nothing for it to do.
    NothingToDo,
    /// The line was tried and failed.
    Failed,
    /// Put aside: illegal in a file that says `if-illegal: skip`, or a `hold` that ran out.
    PutAside,
    /// A `hold`: the queue stopped at this line.
    Held,
    /// Illegal: the seat is asked again.
    Refused,
    /// In a file that answers an older report: the line matches an order that was played since.
    PlayedBefore,
    /// Still to come in this turn.
    Waiting,
    /// The turn ended without it.
    NotPlayed,
    /// The turn is over, and the question for this line was not asked, or was a different one.
    Unused,
    /// The line was still to come when the seat's next file left it out.
    Replaced,
    /// Announced, interrupted, and not executed in this turn.
    Interrupted,
    /// Announced and interrupted: it may still be executed in this turn.
    Announced,
}

/// One event of a turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Happened {
    /// The number of the event among all events of the turn, from 0; the same for all readers.
    #[serde(skip)]
    pub place: usize,
    /// The section of the rulebook, or `-`.
    pub rule: String,
    /// The sitting that reported it first.
    pub sitting: u32,
    /// True if this is the first report with this event.
    pub new: bool,
    /// True if some readers were not told the event.
    pub private: bool,
    /// For an absence: the kinds of all questions that took their defaults in that sitting.
    pub missed: Vec<String>,
    /// The event itself.
    pub event: Event<Value>,
}

/// The events of an earlier turn that no mail has told the reader.
#[derive(Clone, Debug, PartialEq)]
pub struct Past {
    /// The turn.
    pub turn: u32,
    /// The events, in their order.
    pub events: Vec<Happened>,
}

/// The points after one turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Score {
    /// The turn; for the open turn, the points so far.
    pub turn: u32,
    /// Points by seat.
    pub scores: BTreeMap<String, i64>,
}

/// One roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Die {
    /// Its label.
    pub label: String,
    /// Sides of each die; `None` for a public shuffle.
    pub sides: Option<u32>,
    /// The faces, counted from 1, or the new order of a shuffle, counted from 0.
    pub faces: Vec<u32>,
    /// The sitting whose key determined the faces.
    pub sitting: u32,
}

/// One sealed slot that was revealed. It has no field for the nonce: the nonce would prove the content of the slot to
/// others, and the rulebook forbids showing a facedown tile (Time Agent 11.1). The public log contains the nonce once
/// all may see the tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Slot {
    /// The deck.
    pub deck: String,
    /// The slot, from 0.
    pub slot: u32,
    /// The item in the slot.
    pub item: String,
}

/// The data for verifying a sitting.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Verify {
    /// The hash of the newest record of the public log.
    pub head: Option<String>,
    /// The fingerprint of the key that signs the log, if it is signed.
    pub log_key: Option<String>,
    /// The web address of the public files, if the GM has named one.
    pub public_at: Option<String>,
    /// The anchor of the key chain, as the first record gives it.
    pub anchor: Option<String>,
    /// The key of this sitting, which is public now.
    pub key: Option<String>,
    /// Commands to type.
    pub commands: Vec<String>,
    /// True if the dice of this sitting include a public round that was in the future when the orders were locked;
    /// without such a round the GM could foresee the dice.
    pub beacon: bool,
    /// A sentence about the choice that the GM had before the game; `None` if a public round left no choice.
    pub choice: Option<String>,
}

/// A manual action of the GM.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Intervention {
    /// The action: a sentence without its full stop.
    pub what: String,
    /// The person who acted.
    pub who: String,
    /// The time.
    pub at: String,
    /// The reason.
    pub reason: String,
}

/// A turn that began by an action of the GM.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Moved {
    /// The action: `rewind`, `amend` or `fork`.
    pub what: String,
    /// The turn.
    pub turn: u32,
    /// The earlier turn that is replayed, for a rewind.
    pub to: Option<u32>,
    /// The last sitting before the action.
    pub after: u32,
}

/// The origin of a fork.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fork {
    /// The name of the original game.
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
    /// Creates a reading with the fields that every reading has; all others are empty.
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
            envelope: None,
            standing: vec![],
            orders: vec![],
            prompts: vec![],
            events: vec![],
            past: vec![],
            mails: None,
            letters: vec![],
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
