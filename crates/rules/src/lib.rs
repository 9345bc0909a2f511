//! The engine of chronojudge, and the rules of its games. A game is played in memory: no file, no mail and no clock.
//!
//! [`engine`] is the table at which rules ask, roll and tell, with an example of a whole game; [`rulesets`] lists the games
//! and has the rules of each. Their boards and cards are [`content`]: YAML with its provenance. A [`drawing`] is what a game
//! shows of a view. The dice are those of [`chronojudge_dice`], the files those of [`chronojudge_yaml`].
//!
//! ```
//! use chronojudge_rules::rulesets;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! for known in rulesets::ALL {
//!     let rules = (known.load)(&(known.library)())?;
//!     println!("{} ({}) has the bot {}", known.title, known.edition, rules.bots()[0].name);
//! #   assert!(!known.edition.is_empty(), "{}", known.title);
//! }
//! # Ok(())
//! # }
//! ```

#![forbid(unsafe_code)]
#![warn(unnameable_types, unreachable_pub)] // the word `pub` marks what an outsider can call
// One game uses a part of what all share.
#![cfg_attr(
    not(all(
        feature = "the-loop",
        feature = "time-agent",
        feature = "time-control",
        feature = "time-pirates",
        feature = "time-whisperers"
    )),
    allow(dead_code, unreachable_pub, unused_imports, unused_macros)
)]
#![allow(clippy::result_large_err)] // a diagnostic carries its place and its advice

use chronojudge_dice as dice;
use chronojudge_yaml as yaml;

pub mod collect;
pub mod content;
pub mod drawing;
pub mod engine;
pub mod rulesets;
