//! One run of the adjudicator: orders are locked, dice are drawn, results are published.

mod about;
mod again;
mod already;
mod anew;
mod at_once;
mod away;
mod begin;
mod begun;
mod deadline;
mod derive;
mod differ;
mod drawn;
mod due;
mod fork;
mod gather;
mod invite;
mod judge;
mod keep;
mod key;
mod ladder;
mod leaks;
mod lock;
mod note;
mod people;
pub mod post;
mod preview;
mod promise;
mod promised;
mod publish;
mod reading;
mod receipts;
mod replay;
mod rerun;
mod restore;
mod reveal;
mod revision;
mod run;
mod salting;
mod scores;
mod seat_draw;
mod seating;
mod shelf;
mod sound;
mod standing;
mod table;
mod take;
mod tell;
mod timing;
mod to_player;
mod waits;
mod witness;

pub use again::plays_as_before;
pub use already::{ran_already, rewound_already};
pub use anew::{Anew, amend, rewind};
pub use away::{absences, announce, is_away};
pub use begin::{Founded, found, start};
pub use begun::Begun;
pub use deadline::{BadSchedule, after_pause, first_from, in_zone, instant_in, next_deadline};
pub use derive::from_orders;
pub use differ::{Difference, differences};
pub use due::{Due, bots, lapse, lapsed, owing, played_by, step, unattended};
pub use fork::{Forked, Wish, fork};
pub use gather::{OnFileSet, Refusal, Refused, gather, put_in_force, used_files};
pub use judge::{Before, judge};
pub use key::foot;
pub use ladder::missed_one;
pub use lock::draw_locked;
pub use note::{Note, Noted, Who, last_note, notes_since};
pub use people::people;
pub use preview::{Preview, preview};
pub use publish::Deck;
pub use reading::left;
pub use receipts::seats_of_receipts;
pub use replay::replay;
pub use rerun::{Rerun, rerun};
pub use restore::{Restored, Source, restore};
pub use reveal::reveal;
pub use run::{Ran, Request, sit, sit_on};
pub use salting::{
    Wanted, close_table, draw_game, is_drawn, lower, promise_salt, wanted, write_salts,
};
pub use seating::{Correction, correct_player, list, seat_player};
pub use sound::sound;
pub use standing::{signed_standing, take_standing};
pub use take::{player_has_sent, signed, take};
pub use tell::SCHEMA_TYPE;
pub use to_player::{MailKind, ToPlayer, YAML_TYPE, attached_as, mailed_form};
pub use waits::{due, unanswered, wanting};

use crate::{
    audit::log::LogError,
    dice::chain::NoRandomness,
    engine::{Divergence, Garbled},
    mail::MailError,
    report::ReportError,
    store::{DiskError, StoreError},
};

/// Why a sitting, or what leads to one, came to nothing.
#[derive(Debug, thiserror::Error)]
pub enum SittingError {
    /// The game directory.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The disk.
    #[error(transparent)]
    Disk(#[from] DiskError),
    /// The public log.
    #[error(transparent)]
    Log(#[from] LogError),
    /// A record that cannot be written.
    #[error(transparent)]
    Record(#[from] crate::audit::record::BadRecord),
    /// The ruleset cannot read its own data.
    #[error(transparent)]
    Garbled(#[from] Garbled),
    /// A report that cannot be written.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// A mail that cannot be written.
    #[error(transparent)]
    Mail(#[from] MailError),
    /// The system gives no randomness.
    #[error(transparent)]
    Randomness(#[from] NoRandomness),
    /// A schedule that makes no sense.
    #[error(transparent)]
    Schedule(#[from] BadSchedule),
    /// The rules, or what they read, changed in the middle of a turn.
    #[error("turn {turn} does not play as it did before: {divergence}")]
    Diverged {
        /// The turn.
        turn: u32,
        /// Where.
        divergence: Divergence,
    },
    /// The rules do not come to an end.
    #[error("the rules ask or roll without end in turn {0}")]
    Runaway(u32),
    /// All keys of the chain are used up.
    #[error("all {0} sittings of this game are used up")]
    NoKey(u32),
    /// The game is not at the point where this can be done.
    #[error("{0}")]
    NotNow(String),
}
