//! The process that works at the games of a tick, and the one that watches over it.
//!
//! The worker is told the games on its standard input and says on its standard output, a line of JSON for each,
//! which it has begun and which it has ended, and how. If it breaks down, each game that was begun and not ended
//! gets a worker of its own, so that the one that is to blame is found, and the others are done. If it breaks down at
//! a mail, the game gets another worker, which tries that mail once more or sets it aside, and does the rest.

use super::{CliError, Told, Ui, watchdog};
use crate::{
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

/// How often a game gets another worker in one tick, because the one before died at a mail.
const MOST_AGAIN: u32 = 6;

/// What a worker is told to do.
#[derive(Debug, Serialize, Deserialize)]
struct Work {
    games: Vec<PathBuf>,
    last: Option<DateTime<Utc>>,
}

/// What a worker says; games go by their numbers in the list.
#[derive(Debug, Serialize, Deserialize)]
enum Said {
    Begun(usize),
    Ended(usize, Told),
}

/// Does what standard input says.
pub(super) fn work(ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    let work: Work = serde_json::from_reader(io::stdin().lock()).map_err(|error| {
        CliError::user(format!("A worker is started by `tick` alone: {error}."))
    })?;
    watchdog::watch(&work.games, ui);
    // If nobody hears it any more, the games are done all the same.
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

/// Has all the games worked at; gives what was done in each, in their order.
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
        let begun = said.begun.iter().map(|&number| batch[number]).collect();
        for (number, what) in said.ended {
            told[batch[number]] = Some(what);
        }
        let left: BTreeSet<usize> = batch
            .iter()
            .copied()
            .filter(|&g| told[g].is_none())
            .collect();
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
                    "The process that works at the games ended before it had begun.",
                ));
            }
            _ => batches.extend(suspects.into_iter().map(|game| vec![game])),
        }
        batches.push(others);
    }
    Ok(told.into_iter().flatten().collect())
}

/// Whether the last worker of a game has died at a mail.
fn at_a_mail(game: &Path) -> bool {
    lock_file::mail_at_work(&Layout::new(game), None).is_some()
}

/// What a worker said, however it ended.
#[derive(Debug, Default)]
struct Heard {
    begun: Vec<usize>,
    ended: Vec<(usize, Told)>,
}

fn one_worker(work: &Work, ui: &Ui, now: DateTime<Utc>) -> Result<Heard, CliError> {
    let cannot = |error: io::Error| {
        CliError::internal(format!(
            "A process to work at the games cannot be started: {error}."
        ))
    };
    let work = serde_json::to_vec(work).map_err(|error| {
        CliError::user(format!("The games cannot be named to a process: {error}."))
    })?;
    let mut worker = Command::new(std::env::current_exe().map_err(cannot)?)
        .args(["tick", "--worker", "--clock", &now.to_rfc3339()])
        .args(["--color", if ui.color() { "always" } else { "never" }])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(cannot)?;
    if let Some(mut input) = worker.stdin.take() {
        // A worker that does not listen says nothing either, and that is seen.
        let _ = input.write_all(&work);
    }
    let mut heard = Heard::default();
    for line in worker
        .stdout
        .take()
        .into_iter()
        .flat_map(|out| BufReader::new(out).lines())
    {
        // The last line of one that breaks down may be cut short.
        match line.map(|line| serde_json::from_str(&line)) {
            Ok(Ok(Said::Begun(number))) => heard.begun.push(number),
            Ok(Ok(Said::Ended(number, told))) => heard.ended.push((number, told)),
            Ok(Err(_)) | Err(_) => {}
        }
    }
    worker.wait().map_err(cannot)?;
    Ok(heard)
}
