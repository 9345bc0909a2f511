//! The GM's desk: the clock, reminders, guards, the ladder, and what is done by hand.

mod bench;
mod clock;
mod guards;
mod ladder;
mod post;
mod reminders;
mod tick;
mod verbs;
