//! chronojudge adjudicates asynchronous board games from YAML order files.
//!
//! The crate is a house of floors; an import only ever looks down, and a test reads every `use` to
//! see that it does.
//!
//! | floor | module | what it knows |
//! |---|---|---|
//! | 0 | [`yaml`] | YAML, and how to say what is wrong with it |
//! | 0 | [`dice`] | the protocol `fair1`: committed keys, labelled rolls, sealed slots |
//! | 1 | [`engine`] | a table at which rules ask, roll and tell; no game, no file, no clock |
//! | 1 | [`content`] | boards and cards as YAML, with their provenance |
//! | 2 | [`rulesets`] | the rules of each game |
//! | 5 | [`mail`] | letters, the outbox, transports |
#![forbid(unsafe_code)]
#![allow(clippy::result_large_err)] // a diagnostic carries its place and its advice

pub mod content;
pub mod dice;
pub mod engine;
pub mod mail;
pub mod rulesets;
pub mod yaml;
