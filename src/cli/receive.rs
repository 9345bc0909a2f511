//! `receive`: take in order files, as players sent them.

use super::{CliError, Ui, words};
use crate::{
    engine::SeatId,
    sitting::{self, gather, judge},
    store::{Ended, Game, Position, Stage, TurnRecord},
    yaml::Problems,
};
use chrono::{DateTime, Utc};
use serde_json::json;
use std::path::PathBuf;

/// Take in order files, as players sent them.
///
/// A file is accepted or rejected as a whole. An accepted one comes into force for its seat, and the
/// one before is kept; a rejected one changes nothing.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
\x20 chronojudge receive summer-war ~/Downloads/*.orders.yaml\n\
\x20 chronojudge receive summer-war - < zytal.yaml")]
pub(super) struct Args {
    /// The game directory
    dir: PathBuf,
    /// Order files; `-` is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

pub(super) fn run(args: &Args, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    let (game, _held) = words::open_locked(&args.dir, ui, now)?;
    let position =
        sitting::sound(&game)?.ok_or_else(|| CliError::user("The game has not begun."))?;
    if position.ended == Ended::GameOver {
        return Err(CliError::user("The game is over: no orders are wanted."));
    }
    let record = TurnRecord::read(&game, position.turn)?;
    let (mut rejected, mut unread) = (false, false);
    let mut rows = vec![];
    for file in &args.files {
        let name = words::name(file);
        let Some(bytes) = words::order_file(file, ui) else {
            unread = true;
            continue;
        };
        match take(&game, &position, &record, &name, &bytes)? {
            Ok((seat, warnings)) => {
                ui.problems(&warnings);
                let verdict = if warnings.list.is_empty() {
                    "ACCEPTED"
                } else {
                    "ACCEPTED WITH WARNINGS"
                };
                rows.push(json!({"file": name, "accepted": true, "seat": seat, "problems": warnings.to_json()}));
                if !ui.json() {
                    ui.line(format!("{} {name}: {seat}", ui.good(verdict)))?;
                }
            }
            Err(problems) => {
                rejected = true;
                ui.problems(&problems);
                rows.push(json!({"file": name, "accepted": false, "problems": problems.to_json()}));
                if !ui.json() {
                    ui.line(format!("{} {name}", ui.bad("REJECTED")))?;
                }
            }
        }
    }
    if ui.json() {
        ui.data(&json!({"files": rows}))?;
    }
    Ok(if unread { 2 } else { u8::from(rejected) })
}

/// Judges one file, and puts it in force if it is good.
fn take(
    game: &Game,
    position: &Position,
    record: &TurnRecord,
    name: &str,
    bytes: &[u8],
) -> Result<Result<(SeatId, Problems), Problems>, CliError> {
    let turn = position.turn;
    let seat = match game.read_orders(name, bytes) {
        Ok(filed) => filed.envelope.seat,
        Err(problems) => return Ok(Err(problems)),
    };
    if !game.seat_ids().contains(&seat) {
        // The judge below says it with its place.
        let seats = game.seat_ids();
        let filed = game
            .read_orders(name, bytes)
            .map_err(crate::store::StoreError::Problems)?;
        let list = filed.misdirected(game.name.as_str(), turn, None, &seats, &*game.rules);
        return Ok(Err(filed.wrap(list)));
    }
    let used = sitting::used_files(game, turn, &seat)?;
    match judge(game, position, &seat, record, &used, name, bytes)? {
        Err(problems) => Ok(Err(problems)),
        Ok((_, warnings)) => {
            let mut stage = Stage::new("receiving");
            sitting::put_in_force(game, turn, &seat, bytes, &mut stage);
            stage.commit(&game.disk, &game.layout)?;
            // What is in force now must be what a sitting would take.
            debug_assert!(
                gather(game, position, record).is_ok_and(|s| s.orders.contains_key(&seat))
            );
            Ok(Ok((seat, warnings)))
        }
    }
}
