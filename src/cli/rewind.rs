//! `rewind`: replay an earlier turn with new dice.

use super::{CliError, Ui, adjudicate::plain_papers, words};
use crate::{
    game_dir::{self, LockedGame},
    history::{self, Anew},
};
use chrono::{DateTime, Utc};
use serde_json::json;
use std::path::PathBuf;

/// Replay an earlier turn with new dice.
///
/// Nothing is deleted, and no closed turn is changed: a new turn is appended, which starts from the same state as the
/// earlier turn. It is executed in new sittings, so its dice are new; used keys are never used again. A public note
/// commits to the state and gives the reason, and from then on the log, the reports and the audit say that the turn
/// was drawn twice. Every player is mailed a report of the new position, with an order form; orders for the abandoned
/// turn are not executed.
///
/// Players keep what they have seen since: facedown tiles stay where they were. To undo a rewind, rewind to the
/// abandoned turn. The set-up cannot be rewound. A command that is repeated because its run died does not rewind twice.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
\x20 chronojudge rewind summer-war --to 4 --reason 'turn 4 was played by a wrong rule' --preview\n\
\x20 chronojudge rewind summer-war --to 4 --reason 'turn 4 was played by a wrong rule'")]
pub(super) struct Args {
    /// The game directory
    dir: PathBuf,
    /// The turn to replay: the number of its folder in `turns/`
    #[arg(long, value_name = "TURN")]
    to: u32,
    /// The reason; it is published
    #[arg(long)]
    reason: String,
    /// Only show the differences; write and send nothing
    #[arg(long)]
    preview: bool,
    /// Rewind once more, although the run before died after it had rewound the game
    #[arg(long)]
    again: bool,
}

pub(super) fn run(args: &Args, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    if args.preview {
        let game = words::open(&args.dir)?;
        let anew = history::rewind(&game, args.to, now, &args.reason)?;
        return preview(&anew, ui);
    }
    let mut game = words::open_locked(&args.dir, ui, now)?;
    game.must_be_done_once();
    if !args.again
        && let Some(then) = history::rewound_already(&game, args.to, &args.reason)?
    {
        return words::done_already(ui, then, "the game was rewound");
    }
    let anew = history::rewind(&game, args.to, now, &args.reason)?;
    commit(anew, ui)
}

/// Prints the changes that a rewind or a correction would make.
pub(super) fn preview<G>(anew: &Anew<'_, G>, ui: &Ui) -> Result<u8, CliError> {
    if ui.json() {
        return ui.data(&as_json(anew));
    }
    for difference in &anew.differences {
        ui.line(difference.to_string())?;
    }
    ui.say(format!(
        "{} in the state.",
        words::count(anew.differences.len(), "difference")
    ));
    ui.say(&anew.text);
    not_played(anew, ui);
    ui.say("Nothing was changed: this is a preview.");
    Ok(0)
}

/// Commits a rewind or a correction, and prints its result.
pub(super) fn commit(anew: Anew<'_, LockedGame>, ui: &Ui) -> Result<u8, CliError> {
    let mut data = as_json(&anew);
    let text = anew.text.clone();
    ui.say(&text);
    not_played(&anew, ui);
    let begun = anew.commit()?;
    for alert in &begun.alerts {
        ui.warn(plain_papers(alert));
    }
    ui.say(format!(
        "Turn {} is open. {} in the outbox.",
        begun.position.turn,
        words::count(begun.mails, "mail")
    ));
    if ui.json() {
        data["preview"] = false.into();
        data["deadline"] = json!(begun.position.deadline);
        data["mails"] = begun.mails.into();
        data["head"] = json!(begun.position.head);
        ui.data(&data)?;
    }
    Ok(0)
}

fn not_played<G>(anew: &Anew<'_, G>, ui: &Ui) {
    if !anew.orders.is_empty() {
        ui.say(format!(
            "Orders on file for turn {} are not executed: {}.",
            anew.turn() - 1,
            game_dir::list(&anew.orders)
        ));
    }
}

fn as_json<G>(anew: &Anew<'_, G>) -> serde_json::Value {
    let differences = anew.differences.iter();
    let differences: Vec<_> = differences
        .map(|d| json!({"path": d.path, "was": d.was, "is": d.is}))
        .collect();
    json!({
        "preview": true,
        "turn": anew.turn(),
        "text": anew.text,
        "dropped": anew.dropped,
        "orders-not-played": anew.orders,
        "differences": differences,
    })
}
