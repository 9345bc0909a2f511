//! chronojudge adjudicates asynchronous board games from YAML order files.
//!
//! The crate is a house of floors; an import only ever looks down, and a test reads every `use` to
//! see that it does.
//!
//! | floor | module | what it knows |
//! |---|---|---|
//! | 0 | [`yaml`] | YAML, and how to say what is wrong with it |
//! | 0 | [`net`] | a connection to a server, secured, with a bound on its time |
//! | 0 | [`dice`] | the protocol `fair1`: committed keys, labelled rolls, sealed slots |
//! | 0 | [`ssh`] | signatures as `ssh-keygen -Y` makes and checks them |
//! | 0 | [`dkim`] | signatures of mail servers, and where their keys are looked up |
//! | 1 | [`engine`] | a table at which rules ask, roll and tell; no game, no file, no clock |
//! | 1 | [`content`] | boards and cards as YAML, with their provenance |
//! | 2 | [`rulesets`] | the rules of each game |
//! | 2 | [`audit`] | the public log, and what it proves |
//! | 3 | [`store`] | the game directory |
//! | 4 | [`mail`] | letters, the outbox, transports; what arrives, taken apart |
//! | 4 | [`relay`] | where a round of the public beacon is fetched |
//! | 4 | [`report`] | reports and order forms, from templates |
//! | 5 | [`site`] | a game as a static site, from its public files alone |
//! | 5 | [`schemas`] | JSON Schemas of what people write |
//! | 6 | [`sitting`] | one run: lock, rules, stage, flip, log, reports, outbox |
//! | 7 | [`desk`] | the GM's clock: deadlines, reminders, guards, and what is done by hand |
//! | 8 | [`cli`] | one file per command |
#![forbid(unsafe_code)]
#![allow(clippy::result_large_err)] // a diagnostic carries its place and its advice

/// This program and its version, as records name it.
pub const PROGRAM: &str = concat!("chronojudge ", env!("CARGO_PKG_VERSION"));

pub mod audit;
pub mod cli;
pub mod content;
pub mod desk;
pub mod dice;
pub mod dkim;
pub mod engine;
pub mod mail;
#[cfg(any(feature = "imap", feature = "beacon"))]
pub mod net;
pub mod relay;
pub mod report;
pub mod rulesets;
pub mod schemas;
pub mod site;
pub mod sitting;
pub mod ssh;
pub mod store;
pub mod yaml;
