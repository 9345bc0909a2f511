//! `status` of a folder: what each game in it waits for.

use super::{CliError, Ui, adjudicate, ui::Tone, words};
use crate::{
    compose,
    game_dir::{self, Ended},
    inbox, lobby, mail,
    run::Due,
    schedule::{self, Status},
};
use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// One game of the folder.
struct Line {
    dir: String,
    /// The title and the turn.
    what: String,
    /// The details: the awaited event, the deadline, rejected files, waiting mails and bots.
    words: Vec<(Option<Tone>, String)>,
    data: Value,
}

/// Prints what each game waits for. A game that cannot be read does not hide the others.
///
/// # Errors
/// [`CliError`] if nothing can be printed.
pub(super) fn run(games: &[PathBuf], ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    let (mut lines, mut code) = (vec![], 0);
    for dir in games {
        match line(dir, now) {
            Ok(line) => lines.push(line),
            Err(error) => {
                ui.error(&error);
                code = 1;
            }
        }
    }
    if ui.json() {
        let all: Vec<&Value> = lines.iter().map(|line| &line.data).collect();
        ui.data(&json!({ "games": all }))?;
        return Ok(code);
    }
    for line in lines {
        let dir = ui.toned(Tone::Heading, &line.dir);
        ui.line(format!("{dir}: {}", line.what))?;
        for (tone, words) in line.words {
            let words = tone.map_or(words.clone(), |tone| ui.toned(tone, &words));
            ui.line(format!("  {words}"))?;
        }
    }
    Ok(code)
}

fn line(dir: &Path, now: DateTime<Utc>) -> Result<Line, CliError> {
    let game = words::open(dir)?;
    let dir = words::name(dir);
    let title = &game.file.title;
    let Some(position) = game_dir::verify(&game)? else {
        let wanted = lobby::wanted(&game)?.to_string();
        return Ok(Line {
            what: format!("{title}, not begun"),
            data: json!({"game": dir, "title": title, "begun": false, "waits": wanted}),
            words: vec![(None, wanted)],
            dir,
        });
    };
    let status = schedule::status(&game, position, now)?;
    let position = &status.position;
    let waits = adjudicate::waits(&status.due);
    let tone = (status.due == Due::Now).then_some(Tone::Good);
    let mut words = vec![(tone, waits.clone())];
    let due = compose::deadline(&game, position.deadline, now, None)?;
    if let Some(due) = due.filter(|_| position.ended != Ended::GameOver) {
        let due = format!(
            "Orders are due {} ({}), {} from now.",
            due.local, due.zone, due.left
        );
        words.push((None, due));
    }
    let rejected = status.set.refused.len();
    let outbox = mail::queued(game.layout.root())?.len();
    let aside = inbox::set_aside(&game)?;
    let bots = bots(&status);
    for (count, tone, what) in [
        (rejected, Some(Tone::Bad), "order file is rejected"),
        (outbox, None, "mail waits in the outbox"),
        (aside, Some(Tone::Bad), "mail was set aside"),
    ] {
        if count > 0 {
            let what = if count == 1 {
                what.to_owned()
            } else {
                plural(what)
            };
            words.push((tone, format!("{count} {what}.")));
        }
    }
    if !bots.is_empty() {
        words.push((None, format!("Bots play {}.", bots.join(", "))));
    }
    Ok(Line {
        what: format!("{title} ({}), turn {}", game.known.title, position.turn),
        data: json!({
            "game": dir, "title": title, "begun": true, "turn": position.turn, "sitting": position.sitting,
            "waits": waits, "deadline": position.deadline, "rejected": rejected, "outbox": outbox, "set-aside": aside,
            "bots": bots,
        }),
        words,
        dir,
    })
}

/// Returns the seats that bots play.
fn bots(status: &Status) -> Vec<String> {
    let rows = status.rows.iter().filter(|row| row.bot.is_some());
    rows.map(|row| row.seat.to_string()).collect()
}

/// Returns a phrase about one thing as one about several.
fn plural(what: &str) -> String {
    [
        (" file is ", " files are "),
        ("mail waits ", "mails wait "),
        ("mail was ", "mails were "),
    ]
    .iter()
    .fold(what.to_owned(), |what, (one, many)| what.replace(one, many))
}
