//! Reports of a real position: two rounds of a game for four, played by the ruleset itself.

mod asks;
mod facts;
mod form;
mod golden;
mod leaks;
mod overlay;
mod samples;
mod table;

pub(super) use table::{Played, reading};
