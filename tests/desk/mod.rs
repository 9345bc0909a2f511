//! The GM's desk: the clock, reminders, guards, escalation, and manual commands.

mod absent_seat;
mod anew;
pub mod bench;
pub mod bots;
mod clock;
mod fork;
mod found;
mod guards;
mod ladder;
mod missed;
mod post;
mod reminders;
mod stops;
mod tick;
mod to_players;
mod trouble;
mod verbs;
