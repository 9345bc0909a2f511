//! A game sitting by sitting, from its public files alone: for a page that shows how it was played.

use super::{
    Raw, SiteError,
    game::{Played, Sitting},
    pages,
};
use crate::report::Die;
use serde::Serialize;
use std::{ops::RangeInclusive, path::Path};

/// A game, and some of its sittings.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Replay {
    /// The name of the game.
    pub game: String,
    /// The title of the game.
    pub title: String,
    /// The title of its ruleset.
    pub ruleset: &'static str,
    /// The number of sittings.
    pub sittings: usize,
    /// The sittings that were wanted, in order.
    pub moments: Vec<Moment>,
}

/// One sitting.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Moment {
    /// Its number.
    pub sitting: u32,
    /// Its turn.
    pub turn: u32,
    /// The time at which its orders were locked.
    pub at: String,
    /// Its outcome: `waits for answers`, `turn complete` or `game over`.
    pub ended: &'static str,
    /// Its page of the site.
    pub page: String,
    /// Its public rolls, in rule order.
    pub rolls: Vec<Throw>,
}

/// One roll or shuffle.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Throw {
    /// Its label and result.
    #[serde(flatten)]
    pub die: Die,
    /// True if the published key gives the same.
    pub holds: bool,
}

/// Returns some of the sittings of a public folder, counted from 1. Each roll is computed again; the rest is not audited.
///
/// # Errors
/// [`SiteError`] if the public files are not those of a game, or are damaged.
pub fn replay(public: &Path, wanted: RangeInclusive<usize>) -> Result<Replay, SiteError> {
    let played = Played::read(public)?;
    let shared = pages::shared(&played, Raw::Beside, false);
    let moment = |(n, sitting): (usize, &Sitting)| {
        Ok(Moment {
            sitting: sitting.sitting,
            turn: sitting.turn,
            at: sitting.at.clone(),
            ended: sitting.came_to(),
            page: pages::turn(&played, n, &shared)?,
            rolls: throws(&played, sitting),
        })
    };
    let all = played.sittings.iter().enumerate();
    let moments = all
        .filter(|(n, _)| wanted.contains(&(n + 1)))
        .map(moment)
        .collect::<Result<_, SiteError>>()?;
    Ok(Replay {
        game: played.about.game.clone(),
        title: played.about.title.clone(),
        ruleset: played.title,
        sittings: played.sittings.len(),
        moments,
    })
}

fn throws(played: &Played, sitting: &Sitting) -> Vec<Throw> {
    let rolled = played.ledger.sittings.iter();
    let rolled = rolled.filter(|rolled| rolled.sitting == sitting.sitting);
    let held = rolled.flat_map(|rolled| rolled.rolls.iter().zip(&rolled.again));
    let dice = sitting.dice.iter().cloned().zip(held);
    dice.map(|(die, (roll, again))| Throw {
        die,
        holds: roll == again,
    })
    .collect()
}
