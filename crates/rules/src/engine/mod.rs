//! The engine: a table at which the rules of a game ask, roll and tell.
//!
//! The rules of a turn are ordinary functions. If an answer is missing, the function returns early with the open
//! prompts. When mail arrives, the turn runs again from its checkpoint; the journal supplies every earlier answer
//! and die, so the run reaches the same place and continues.
//!
//! The engine has no knowledge of any particular game, and uses no files, no mail and no clock.
//!
//! This plays a game of the list in memory, with random answers:
//!
//! ```
//! use chronojudge_dice::Quick;
//! use chronojudge_rules::{
//!     engine::{Playing, RandomBot},
//!     rulesets,
//! };
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let known = rulesets::find("time-whisperers").expect("a game of the list");
//! let rules = (known.load)(&(known.library)())?;
//! let options = serde_json::json!({"players": 3});
//! let seats = rules.seats(&options)?;
//! let (mut bot, mut dice) = (RandomBot::new(1), Quick::new(1));
//! let game = rules.playout(&options, &seats, &mut bot, &mut dice, Playing::turns(4))?;
//! assert!(game.ended);
//! # Ok(())
//! # }
//! ```

mod advise;
mod ahead;
mod answered;
mod answers;
mod ask;
mod bot;
mod check;
mod chooser;
mod data;
mod dyn_ruleset;
mod error;
mod facts;
mod fingerprint;
mod ids;
mod interrupted;
mod interval;
mod journal;
mod laws;
mod left_out;
mod line;
mod listed;
mod moments;
mod odds;
mod outcome;
mod playout;
mod prompt;
mod rehearsal;
mod ruleset;
mod running;
mod search;
mod seen;
mod shapes;
mod spent;
mod table;
mod to_come;
mod unanswered;
mod windows;
mod witnessed;

pub use advise::{Advice, Advised, Estimate, IdleLine, Thoroughness};
pub use ahead::{Ahead, Cast, Draw, Drawn, Offered, Possible, Step};
pub use answered::Answered;
pub use answers::{Asked, HOLD, Idle, IfIllegal, OnFile, Plan, Reply, Sent, Standing};
pub use ask::Ask;
pub use bot::RandomBot;
pub use check::{Diagnostic, Weight};
pub use chooser::{Chooser, Meeting};
pub use data::DecodeError;
pub use dyn_ruleset::DynRuleset;
pub use error::{Contradiction, DynError, InvalidState, LawBroken};
pub use facts::{Aside, Audience, Event, Illegal, Opening, Told, ToldRoll};
pub use ids::{BadName, Seat, SeatId, Viewer, is_name};
pub use interrupted::Interrupted;
pub use interval::Interval;
pub use journal::{By, Divergence, Entry, OrderLine};
pub use laws::laws;
pub use left_out::{Came, LeftOut, Moment, Unused};
pub use line::{Line, SetOff};
pub use moments::moments;
pub use odds::{Chance, Odds, choose};
pub use outcome::{Outcome, Run};
pub use playout::{Broken, Playing, Playout, playout, watch};
pub use prompt::{Choices, Fields, Prompt, Refused, fields};
pub use rehearsal::{
    Decision, Effort, Left, LeftToOthers, Likely, Open, Rehearsal, SupposedLine, Trial, Unplayed,
};
pub use ruleset::{AskKind, BotKind, Flow, Reads, Ruleset, reads};
pub use seen::Seen;
pub use shapes::Answer;
pub use spent::{Past, past, place, played, repeated, settled};
pub use table::Play;
pub use table::{Mail, Overdue, Stop, Table};
pub use to_come::{ToCome, left_out, to_come};
pub use windows::{
    Announced, Cancelled, Claim, GivenUp, How, Intent, MOST, Windows, give_up, play_window,
};
pub use witnessed::Witnessed;

use shapes::Shape;
