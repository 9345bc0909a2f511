//! The worker process that handles the games of a tick, and its supervisor.
//!
//! The worker reads the list of games from its standard input. For each game it prints a line of JSON on its standard
//! output when it begins the game, and one with the result when it ends the game. If the worker crashes, each game that
//! was begun and not ended gets a worker of its own: this finds the game with the fault, and the others are handled. If
//! it crashes while it handles a mail, the game gets another worker, which tries that mail once more or sets it aside,
//! and does the rest.

use super::{CliError, Told, Ui, watchdog};
use crate::{
    collect::Collect,
    game_dir::{Disk, Layout, lock_file},
    schedule,
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeSet,
    io::{self, BufRead as _, BufReader, Write as _},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The maximum number of further workers for one game in one tick, after workers that died while they handled a mail.
const MOST_AGAIN: u32 = 6;

/// The work of one worker process.
#[derive(Debug, Serialize, Deserialize)]
struct Work {
    games: Vec<PathBuf>,
    last: Option<DateTime<Utc>>,
}

/// A message of a worker; a game is its index in the list.
#[derive(Debug, Serialize, Deserialize)]
enum Said {
    Begun(usize),
    Ended(usize, Told),
}

/// Handles the games that standard input lists.
pub(super) fn work(ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    let work: Work = serde_json::from_reader(io::stdin().lock()).map_err(|error| {
        CliError::user(format!("A worker is started by `tick` alone: {error}."))
    })?;
    watchdog::watch(&work.games, ui);
    // If the supervisor is gone, the games are handled all the same.
    let say = |said: &Said| {
        let mut line = serde_json::to_vec(said).expect("plain data");
        line.push(b'\n');
        let _ = io::stdout().lock().write_all(&line);
    };
    schedule::tick_games(
        &work.games,
        &Disk::new(),
        now,
        work.last,
        |number| say(&Said::Begun(number)),
        |number, ticked| say(&Said::Ended(number, Told::of(ui, ticked))),
    );
    Ok(0)
}

/// Lets workers handle all the games; returns the result of each game in order.
pub(super) fn watch(
    games: &[PathBuf],
    ui: &Ui,
    disk: &Disk,
    now: DateTime<Utc>,
    last: Option<DateTime<Utc>>,
) -> Result<Vec<Told>, CliError> {
    let mut told: Vec<Option<Told>> = games.iter().map(|_| None).collect();
    let mut again = vec![MOST_AGAIN; games.len()];
    let mut batches: Vec<Vec<usize>> = vec![(0..games.len()).collect()];
    while let Some(batch) = batches.pop() {
        if batch.is_empty() {
            continue;
        }
        let work = Work {
            games: batch.iter().map(|&game| games[game].clone()).collect(),
            last,
        };
        let said = one_worker(&work, ui, now)?;
        let begun = said.begun.iter().map(|&number| batch[number]).collect_set();
        for (number, what) in said.ended {
            told[batch[number]] = Some(what);
        }
        let left: BTreeSet<usize> = batch
            .iter()
            .copied()
            .filter(|&g| told[g].is_none())
            .collect_set();
        if left.is_empty() {
            continue;
        }
        let suspects: Vec<usize> = left.intersection(&begun).copied().collect();
        let others: Vec<usize> = left.difference(&begun).copied().collect();
        match suspects[..] {
            [game] if batch.len() == 1 && at_a_mail(&games[game]) && again[game] > 0 => {
                again[game] -= 1;
                batches.push(vec![game]);
            }
            [game] if batch.len() == 1 => {
                told[game] = Some(Told::of(ui, schedule::broke_down(&games[game], disk, now)));
            }
            [] if others.len() == batch.len() => {
                return Err(CliError::internal(
                    "The worker process ended before it began a game.",
                ));
            }
            _ => batches.extend(suspects.into_iter().map(|game| vec![game])),
        }
        batches.push(others);
    }
    Ok(told.into_iter().flatten().collect())
}

/// Returns true if the last worker of a game died while it handled a mail.
fn at_a_mail(game: &Path) -> bool {
    lock_file::mail_at_work(&Layout::new(game), None).is_some()
}

/// The messages of a worker, complete even if it crashed.
#[derive(Debug, Default)]
struct Heard {
    begun: Vec<usize>,
    ended: Vec<(usize, Told)>,
}

fn one_worker(work: &Work, ui: &Ui, now: DateTime<Utc>) -> Result<Heard, CliError> {
    let cannot = |error: io::Error| {
        CliError::internal(format!("The worker process cannot be started: {error}."))
    };
    let work = serde_json::to_vec(work).map_err(|error| {
        CliError::user(format!(
            "The list of games cannot be passed to the worker process: {error}."
        ))
    })?;
    let mut worker = Command::new(std::env::current_exe().map_err(cannot)?)
        .args(["tick", "--worker", "--clock", &now.to_rfc3339()])
        .args(["--color", if ui.color() { "always" } else { "never" }])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(cannot)?;
    if let Some(mut input) = worker.stdin.take() {
        // A worker that does not read its input ends without messages, which is detected.
        let _ = input.write_all(&work);
    }
    let mut heard = Heard::default();
    for line in worker
        .stdout
        .take()
        .into_iter()
        .flat_map(|out| BufReader::new(out).lines())
    {
        // The last line of a worker that crashes may be cut short.
        match line.map(|line| serde_json::from_str(&line)) {
            Ok(Ok(Said::Begun(number))) => heard.begun.push(number),
            Ok(Ok(Said::Ended(number, told))) => heard.ended.push((number, told)),
            Ok(Err(_)) | Err(_) => {}
        }
    }
    worker.wait().map_err(cannot)?;
    Ok(heard)
}
