//! The game directory: the path of every file, its content, and how it is written so that no file is ever incomplete.
//!
//! Everything in a game directory belongs to the GM and is secret, except `public/`. The changes of a sitting are
//! staged together, made durable, and then moved into place. A process that dies in between leaves either the game as
//! it was, or a staged sitting that the next command completes.

mod absences;
mod agreed_part;
mod asks;
mod codes;
mod deadline;
mod disk;
mod earlier_files;
mod error;
mod fault;
mod game;
mod game_file;
mod human_files;
mod kept;
mod layout;
mod leaks;
mod lock;
pub mod lock_file;
mod locked_game;
mod log_end;
mod notes;
mod orders;
mod origin;
mod overlay;
mod own_part;
mod parallel;
mod players;
mod position;
mod probe;
mod schedule_settings;
mod seated;
mod sheet;
mod sign;
mod signing;
pub mod sitting_key;
mod stage;
mod standing;
mod turns;
mod verdict;
mod verified;
mod zone;

pub(crate) use absences::is_away;
pub use absences::{AbsenceError, absences, announce};
pub use codes::CODES;
pub(crate) use deadline::{after_pause, first_from, next_deadline};
pub(crate) use disk::PART;
pub use disk::{Disk, DiskError, Secrecy};
pub use error::{LockError, StoreError};
pub use fault::Fault;
pub(crate) use fault::strike_in_mail;
pub use game::Game;
pub use game_file::{Carried, DiceLevel, Fork, GameFile, Press, PressKind, SeatLine};
pub(crate) use human_files::read_terms;
pub use human_files::{Keyed, mail_settings};
pub(crate) use kept::read_either;
pub use kept::{bytes, read};
pub(crate) use layout::SITE_MARK;
pub use layout::{Layout, number};
pub(crate) use leaks::no_secret_is_public;
pub use lock::Held;
pub use lock_file::{AtMail, DiedAt};
pub use locked_game::LockedGame;
pub(crate) use log_end::stage_checkpoint;
pub(crate) use notes::notes_among;
pub use notes::{Note, Noted, Who};
pub(crate) use notes::{last_note, notes_since};
pub use orders::{Envelope, Filed, read_order_file};
pub(crate) use overlay::read_content;
pub(crate) use own_part::NoAdvice;
pub use own_part::{AdviceRule, BadWebAddress, PublishSettings, WebAddress};
pub(crate) use parallel::{try_map, try_map_waiting};
pub use players::{
    Invitation, MailFormat, Mails, Papers, Pictures, Player, Players, Standings, Tokens, Trust,
};
pub use position::{Ended, LastMailed, NoticeMail, Notices, Position};
pub use schedule_settings::{
    Absence, ClockState, Days, Guard, Guards, Hold, Locked, Pause, Pauses, Schedule, SittingPolicy,
    StandIn, Step, Substitute, Terms, Weekday,
};
pub use seated::list;
pub(crate) use seated::{Seated, seat_name};
pub use sheet::Sheet;
pub(crate) use signing::public_log_key;
pub use sitting_key::foot;
pub(crate) use sitting_key::{FOOT, anchor, log_key, public_at, with_foot};
pub use stage::{PLACING, Stage};
pub use standing::{StandingFile, read_standing_file};
pub use turns::TurnRecord;
pub use verdict::verdict;
pub use verified::{Verified, verify};
pub use zone::BadSchedule;
pub(crate) use zone::{in_zone, instant_in, is_zone};
