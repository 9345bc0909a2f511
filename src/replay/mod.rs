//! Executing sittings that were played: from the orders that they locked and the dice of their keys, or from a journal.
//!
//! The GM's side and the auditor's walk the sittings of a turn in the same way: [`Turn`] carries the outcome and the locked
//! files from sitting to sitting. They differ in where the bytes come from ([`crate::orders::LockedFiles`]).

mod same_rules;
mod sitting;
mod table;
mod turn;

pub(crate) use same_rules::plays_as_before;
pub(crate) use sitting::{Keys, Sitting, sittings};
pub(crate) use table::Table;
pub(crate) use turn::Turn;
