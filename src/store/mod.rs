//! The game directory: where everything lies, and how it is written so that nothing is ever torn.
//!
//! Everything in a game directory is the GM's and secret except `public/`. What a sitting changes is
//! staged as a whole, made durable, and then moved into place; a death in the middle leaves either
//! nothing or a staged sitting that the next command finishes.

mod about;
mod asks;
mod by_hand;
mod clockwork;
mod codes;
mod disk;
mod earlier;
mod fault;
mod game;
mod game_file;
mod layout;
mod lock;
pub mod lock_file;
mod log_end;
mod look;
mod orders;
mod own;
mod players;
mod position;
mod remembered;
mod side_by_side;
mod signing;
mod stage;
mod standing;
mod turns;

pub use about::Fork;
pub use by_hand::{Keyed, mail_settings, read_terms};
pub use clockwork::{
    Absence, Clockwork, Days, Guard, Guards, Hold, Locked, Pause, Pauses, StandIn, Step,
    Substitute, Terms,
};
pub use codes::CODES;
pub use disk::{Disk, DiskError, Secrecy};
pub use fault::{Fault, strike_in_mail};
pub use game::{Game, StoreError};
pub use game_file::{
    Carried, DiceLevel, GameFile, Press, PressKind, Schedule, SeatLine, SittingPolicy, Weekday,
};
pub use layout::{Layout, number};
pub use lock::{Held, LockError};
pub use log_end::stage_checkpoint;
pub use orders::{Envelope, Filed, read_order_file, verdict};
pub use own::read_content;
pub use players::{MailFormat, Pictures, Player, Players, Standings, Tokens, Trust};
pub use position::{Ended, Position};
pub use side_by_side::{
    Job, at_once, both, call_helpers, cores, let_go, side_by_side, waiting_together,
};
pub use signing::public_log_key;
pub use stage::{PLACING, Sheet, Stage};
pub use standing::{StandingFile, read_standing_file};
pub use turns::{TurnRecord, bytes, read};
