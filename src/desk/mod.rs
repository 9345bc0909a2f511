//! The GM's desk: deadlines, reminders, the ladder, guards, and what a GM does by hand.
//!
//! Nothing here reads a clock: the time is passed in. Whatever changes a game between two sittings is
//! one [`Act`]: a public note with its reason, the new position and a mail to every player, which happen
//! together or not at all.

mod act;
mod bounces;
mod guards;
mod hint;
mod idle;
mod last_report;
mod look;
mod orders;
mod pause;
mod reminders;
mod replace;
mod resend;
mod run;
mod stand_in;
mod terms;
mod tick;
mod token;
mod trouble;

pub use act::{Act, Done};
pub use bounces::{bounces, clear_bounces};
pub use guards::{Tripped, guards, room};
pub use hint::{Hint, games};
pub use look::{Look, Row, look};
pub use orders::{Filing, receive_orders, set_orders};
pub use pause::{hold, pause, release, resume, vote};
pub use reminders::{Reminder, remind, reminders};
pub use replace::{Newcomer, replace};
pub use resend::{send_again, send_test};
pub use run::{Came, Run, draw, draw_game, draw_game_with, run};
pub use stand_in::{give_to_bot, is_bot};
pub use terms::{excuse, excuse_ahead, extend, extended_already};
pub use tick::{Ticked, awake, broke_down, last_tick, note_tick, tick, tick_game, tick_games};
pub use token::new_token;

use crate::{
    mail::MailError,
    sitting::SittingError,
    store::{DiskError, StoreError},
};

/// Why the desk could not do something.
#[derive(Debug, thiserror::Error)]
pub enum DeskError {
    /// The sitting, or what it stands on.
    #[error(transparent)]
    Sitting(#[from] SittingError),
    /// Mail could not be sent.
    #[error(transparent)]
    Mail(#[from] MailError),
    /// A guard that nobody can let pass: it is looked at anew each time.
    #[error("{words}")]
    Guard {
        /// What stops the run.
        words: String,
        /// How to go on.
        hint: String,
    },
    /// It cannot be done now.
    #[error("{0}")]
    NotNow(String),
}

impl From<StoreError> for DeskError {
    fn from(error: StoreError) -> Self {
        SittingError::from(error).into()
    }
}

impl From<DiskError> for DeskError {
    fn from(error: DiskError) -> Self {
        SittingError::from(error).into()
    }
}

/// Says that something cannot be done now.
fn not_now<T>(words: impl Into<String>) -> Result<T, DeskError> {
    Err(DeskError::NotNow(words.into()))
}
