//! Messages and helpers that several commands share.

use super::{CliError, Ui};
use crate::{
    engine::SeatId,
    game_dir::{Disk, Game, LockedGame, Trust, is_zone},
    rulesets::{self, Known},
    schedule,
    yaml::{Budget, flat},
};
use chrono::{DateTime, Utc};
use serde_json::json;
use std::{io::Read as _, path::Path};

/// Opens a game without locking it.
pub(super) fn open(path: &Path) -> Result<Game, CliError> {
    Ok(Game::open(path, Disk::new())?)
}

/// Opens a game and locks it; prints a warning for each thing that had to be repaired.
pub(super) fn open_locked(
    path: &Path,
    ui: &Ui,
    now: DateTime<Utc>,
) -> Result<LockedGame, CliError> {
    let mut game = open(path)?.lock(now)?;
    for warning in game.take_warnings() {
        ui.warn(warning);
    }
    Ok(game)
}

/// Reports that an earlier run has already done the work, which `what` names, and that this run does nothing.
pub(super) fn done_already(ui: &Ui, then: DateTime<Utc>, what: &str) -> Result<u8, CliError> {
    ui.say(format!(
        "This was done already, on {}: {what}, and the players were notified. Nothing is done now. To do it once more, \
         add `--again`.",
        then.format("%Y-%m-%d %H:%M UTC")
    ));
    if ui.json() {
        ui.data(&json!({"done-already": then}))?;
    }
    Ok(0)
}

/// Returns the printable form of a file's name.
pub(super) fn name(file: &Path) -> String {
    flat(&file.display().to_string())
}

/// Reads an order file, or standard input for `-`; prints the reason and returns `None` if it cannot be read.
pub(super) fn order_file(file: &Path, ui: &Ui) -> Option<Vec<u8>> {
    bytes_of(file).map_err(|error| ui.error(&error)).ok()
}

/// Reads an order file or a file of that size, or standard input for `-`.
pub(super) fn bytes_of(file: &Path) -> Result<Vec<u8>, CliError> {
    let most = Budget::Orders.bytes();
    if file.as_os_str() == "-" {
        let mut bytes = vec![];
        let mut input = std::io::stdin().take(most as u64 + 1);
        return match input.read_to_end(&mut bytes) {
            Ok(_) => Ok(bytes),
            Err(error) => Err(CliError::user(format!(
                "Standard input cannot be read: {error}."
            ))),
        };
    }
    match Disk::read_at_most(file, most) {
        Ok(Some(bytes)) => Ok(bytes),
        Ok(None) => Err(CliError::user(format!("There is no file {}.", name(file)))),
        Err(error) => {
            let why = format!("{} cannot be read: {}.", name(file), error.error);
            Err(CliError::user(why))
        }
    }
}

/// Checks that a time zone exists.
pub(super) fn zone(zone: Option<&str>) -> Result<(), CliError> {
    match zone {
        Some(zone) if !is_zone(zone) => {
            Err(CliError::user(format!("There is no time zone `{zone}`."))
                .hint("Write it like `Europe/Vienna`."))
        }
        _ => Ok(()),
    }
}

/// Prints the result of an action of the GM.
pub(super) fn done(done: &schedule::Done, ui: &Ui) -> Result<u8, CliError> {
    ui.say(done.text.trim_end());
    ui.say(format!("{} in the outbox.", count(done.mails, "mail")));
    if ui.json() {
        ui.data(&json!({
            "done": done.text.trim_end(),
            "deadline": done.position.deadline,
            "mails": done.mails,
            "head": done.position.head,
        }))?;
    }
    Ok(0)
}

/// Finds a ruleset by its name.
pub(super) fn ruleset(name: &str) -> Result<Known, CliError> {
    rulesets::find(name).ok_or_else(|| {
        let names: Vec<&str> = rulesets::ALL.iter().map(|known| known.id).collect();
        let error = CliError::user(format!("Unknown ruleset `{name}`."));
        // So are the programs in the play pages of sites.
        if let [only] = rulesets::ALL {
            return error.hint(format!(
                "This program knows {} alone. The play page of a game's own site knows that game; the file `play.html` of \
                 the package knows all.",
                only.title
            ));
        }
        match crate::yaml::nearest(name, names.iter().copied()) {
            Some(near) => error.hint(format!("Did you mean `{near}`?")),
            None => error.hint(format!("The rulesets are {}.", names.join(", "))),
        }
    })
}

/// Finds a seat of the game by its name.
pub(super) fn seat(game: &Game, name: &str) -> Result<SeatId, CliError> {
    let seats = game.seat_ids();
    if let Some(seat) = seats.iter().find(|s| s.as_str() == name) {
        return Ok(seat.clone());
    }
    let names: Vec<&str> = seats.iter().map(SeatId::as_str).collect();
    let error = CliError::user(format!("There is no seat `{name}` in this game."));
    Err(match crate::yaml::nearest(name, names.iter().copied()) {
        Some(near) => error.hint(format!("Did you mean `{near}`?")),
        None => error.hint(format!("The seats are {}.", names.join(", "))),
    })
}

/// Formats a number with its noun, in the plural unless the number is 1.
pub(super) fn count(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

/// Warns the GM if a sender's address is enough proof for orders in this game.
pub(super) fn warn_of_trust(trust: Trust, ui: &Ui) {
    if trust == Trust::Address {
        ui.warn(
            "a mail with a player's address as its sender is enough to send that player's orders, and a sender can be \
             forged: write `trust: token` into players.yaml",
        );
    }
}
