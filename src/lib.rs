//! chronojudge adjudicates asynchronous board games from YAML order files.
//!
//! A game is a folder. This plays what is due in it, as `chronojudge adjudicate` does, and then audits what was published:
//!
//! ```
//! use chronojudge::{
//!     audit,
//!     game_dir::{Disk, Game},
//!     run::RunOutcome,
//!     schedule,
//! };
//! use chrono::Utc;
//! # use std::{error::Error, fs, path::Path};
//! # fn copy(from: &Path, to: &Path) -> Result<(), Box<dyn Error>> {
//! #     fs::create_dir_all(to)?;
//! #     for entry in fs::read_dir(from)? {
//! #         let entry = entry?;
//! #         let to = to.join(entry.file_name());
//! #         if entry.path().is_dir() { copy(&entry.path(), &to)?; } else { fs::copy(entry.path(), &to)?; }
//! #     }
//! #     Ok(())
//! # }
//! # fn main() -> Result<(), Box<dyn Error>> {
//! # let temporary = tempfile::tempdir()?;
//! # let folder = temporary.path();
//! # copy(Path::new("games/gem-1992"), folder)?;
//!
//! let now = Utc::now();
//! // One program works at a game at a time; the lock ends with the value.
//! let game = Game::open(folder, Disk::new())?.lock(now)?;
//! match schedule::run(&game, now, None)?.came {
//!     RunOutcome::Sat { position, mails, .. } => {
//!         println!("turn {} is open, {mails} mails are in the outbox", position.turn);
//! #       assert_eq!((position.turn, mails), (5, 6));
//!     }
//!     other => println!("no sitting ran: {other:?}"),
//! }
//! for check in audit::verify(&folder.join("public")) {
//!     println!("{check}");
//! #   assert!(!matches!(check.verdict, audit::Verdict::Failed(_)), "{check}");
//! }
//! # drop(game);
//! # Ok(())
//! # }
//! ```
//!
//! Other starts: [`rulesets::ALL`] lists the games, [`engine`] plays one in memory, [`yaml`] reads YAML with diagnostics,
//! [`dice`] draws and verifies dice.
//!
//! The modules are layers: an import only goes down, and a test reads every file to see that it does. Those that know YAML,
//! dice, engine and games are crates of their own, which can be used without this one: `chronojudge-yaml`,
//! `chronojudge-dice` and `chronojudge-rules`.
//! An order travels `inbox → game_dir → run → log → report → outbox`; [`schedule`] and [`cli`] call that, [`audit`] and
//! [`history`] read what it left.
//!
//! | layer | module | knowledge |
//! |---|---|---|
//! | 0 | [`yaml`] | YAML, and diagnostics with file, line, column and caret |
//! | 0 | [`dice`] | the protocol `fair1`: committed keys, labelled rolls, sealed slots |
//! | 0 | `collect` | ordered maps and sets, filled one entry after another |
//! | 0 | [`cipher`] | files that only the holder of their key can read |
//! | 0 | `net` | a secured connection with a time limit |
//! | 0 | [`ssh`] | signatures as `ssh-keygen -Y` makes and checks them |
//! | 0 | [`dkim`] | signatures of mail servers, and the look-up of their keys |
//! | 0 | [`drawing`] | SVG, and the pictures that a game offers to the templates |
//! | 1 | [`engine`] | a table at which rules ask, roll and tell; no game, no file, no clock |
//! | 1 | [`content`] | boards and cards as YAML, with their provenance |
//! | 2 | [`rulesets`] | the rules of each game |
//! | 2 | [`log`] | the public log: records, heads, notes, branches; the format, not the checks |
//! | 3 | [`game_dir`] | the game directory: every path, every file format, stage and lock |
//! | 4 | [`report`] | reports and order forms, from templates |
//! | 4 | [`mail`] | letters, the outbox, transports, sources; the parts of an incoming mail |
//! | 4 | [`relay`] | rounds of the public beacon |
//! | 5 | [`schemas`] | JSON Schemas of the files that people write |
//! | 5 | [`error`] | the errors of a step on a game |
//! | 6 | [`orders`] | orders on file: loaded, validated, accepted |
//! | 7 | [`compose`] | every mail to a player begins here, with its address and the token of its seat |
//! | 7 | `replay` | sittings that were played, executed again from their orders and dice or from a journal |
//! | 8 | [`inbox`] | mail in: sender, orders, absences, press, limits, receipts |
//! | 8 | [`run`] | one run: orders are locked, dice drawn, results published, readers notified |
//! | 9 | [`lobby`] | before a game begins: founding, seats, salts, the first sitting |
//! | 9 | [`audit`] | the checks of a public folder and of the mails that a reader kept |
//! | 10 | [`history`] | rewind, amend, fork, restore, and the opening at the end |
//! | 11 | [`schedule`] | deadlines, escalation, guards, reminders, pauses, `tick` |
//! | 11 | [`site`] | a game as a static site, from its public files alone |
//! | 12 | [`cli`] | one file per command |
#![forbid(unsafe_code)]
#![warn(unnameable_types, unreachable_pub)] // the word `pub` marks what an outsider can call
// One game uses a part of what all share.
#![cfg_attr(
    not(feature = "games"),
    allow(dead_code, unreachable_pub, unused_imports)
)]
#![allow(clippy::result_large_err)] // a diagnostic carries its place and its advice

/// This program and its version, as records name it.
pub const PROGRAM: &str = concat!("chronojudge ", env!("CARGO_PKG_VERSION"));

#[doc(inline)]
pub use chronojudge_dice as dice;
#[doc(inline)]
pub use chronojudge_rules::{content, drawing, engine, rulesets};
#[doc(inline)]
pub use chronojudge_yaml as yaml;

use chronojudge_rules::collect;

pub mod audit;
pub mod cipher;
pub mod cli;
pub mod compose;
pub mod dkim;
pub mod error;
pub mod game_dir;
pub mod history;
pub mod inbox;
pub mod lobby;
pub mod log;
pub mod mail;
#[cfg(feature = "imap")]
mod net;
pub mod orders;
pub mod relay;
mod replay;
pub mod report;
pub mod run;
pub mod schedule;
pub mod schemas;
pub mod site;
pub mod ssh;
