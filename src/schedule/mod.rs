//! The schedule of a game: deadlines, escalation, guards, reminders, pauses, alerts, `tick`, and the GM's actions
//! between two sittings.
//!
//! This module does not read the clock: the time is an argument. Every change of a game between two sittings is one
//! [`GmAction`]: a public note with its reason, the new position and a mail to each player, all in one commit.

mod alerts;
mod bounces;
mod cache;
mod gm_action;
mod guards;
mod idle;
mod orders;
mod pause;
mod reminders;
mod replace;
mod resend;
mod run;
mod stand_in;
mod status;
mod terms;
mod tick;
mod tick_game;
mod token;

pub use bounces::{bounces, clear_bounces};
pub use cache::{Hint, games};
pub use gm_action::{Done, GmAction};
pub use guards::{Tripped, guards, room};
pub use orders::{Filing, receive_orders, set_orders};
pub use pause::{hold, pause, release, resume, vote};
pub use reminders::{Reminder, remind, reminders};
pub use replace::{Newcomer, replace};
pub use resend::{send_again, send_test};
pub(crate) use run::draw_game_with;
pub use run::{Run, draw, draw_game, run};
pub use stand_in::{give_to_bot, is_bot};
pub use status::{SeatStatus, Status, status};
pub use terms::{excuse, excuse_ahead, extend, extended_already};
pub(crate) use tick::broke_down;
pub use tick::{Ticked, awake, last_tick, note_tick, tick, tick_games};
pub use tick_game::tick_game;
pub use token::new_token;

use crate::{
    error::GameError,
    game_dir::{DiskError, StoreError},
    mail::MailError,
    orders::NotAccepted,
    yaml::Problems,
};

/// The error of a scheduled or requested action on a game.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ScheduleError {
    /// The sitting failed, or a file that it needs.
    #[error(transparent)]
    Sitting(#[from] GameError),
    /// Mail could not be sent.
    #[error(transparent)]
    Mail(#[from] MailError),
    /// A guard that cannot be released; every run checks it again.
    #[error("{words}")]
    Guard {
        /// The condition that stops the run.
        words: String,
        /// The steps to go on.
        hint: String,
    },
    /// An order file is invalid: its diagnostics. Nothing has changed.
    #[error("{}", .0.lines())]
    Invalid(Problems),
    /// The action is impossible in the present state of the game.
    #[error("{0}")]
    NotNow(String),
}

impl From<NotAccepted> for ScheduleError {
    fn from(error: NotAccepted) -> Self {
        match error {
            NotAccepted::Invalid(problems) => Self::Invalid(problems),
            NotAccepted::Game(error) => error.into(),
        }
    }
}

impl From<StoreError> for ScheduleError {
    fn from(error: StoreError) -> Self {
        GameError::from(error).into()
    }
}

impl From<DiskError> for ScheduleError {
    fn from(error: DiskError) -> Self {
        GameError::from(error).into()
    }
}

/// Returns a [`ScheduleError::NotNow`] with this text.
fn not_now<T>(words: impl Into<String>) -> Result<T, ScheduleError> {
    Err(ScheduleError::NotNow(words.into()))
}
