//! `rewind`: begin an earlier turn again.

use super::{CliError, Ui, adjudicate::plain_papers, words};
use crate::{
    game_dir,
    history::{self, Anew},
};
use chrono::{DateTime, Utc};
use serde_json::json;
use std::path::PathBuf;

/// Begin an earlier turn again.
///
/// Nothing is deleted, and no closed turn is touched: a turn is appended that begins with the very state
/// which the earlier one began with. It is played in new sittings, so its dice are new ones; keys that were
/// used are never used again. A public note binds the state and gives the reason, and log, reports and audit
/// say from then on that the turn was drawn twice. Every player is mailed a report of where the game stands
/// now, with an order form; orders that were sent for the turn that is left are not played.
///
/// What players have seen in between, they have seen: face-down tiles lie where they lay. A rewind can itself
/// be taken back, by a rewind to the turn that was left. The set-up cannot be rewound. A command that is run again
/// because its run died does not rewind twice.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
\x20 chronojudge rewind summer-war --to 4 --reason 'turn 4 was played by a wrong rule' --preview\n\
\x20 chronojudge rewind summer-war --to 4 --reason 'turn 4 was played by a wrong rule'")]
pub(super) struct Args {
    /// The game directory
    dir: PathBuf,
    /// The turn to begin again; its folder in `turns/` has that number
    #[arg(long, value_name = "TURN")]
    to: u32,
    /// Why; it is published
    #[arg(long)]
    reason: String,
    /// Only show what would be different; writes nothing, sends nothing
    #[arg(long)]
    preview: bool,
    /// Rewind once more, though the run before died after it had rewound the game
    #[arg(long)]
    again: bool,
}

pub(super) fn run(args: &Args, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    if args.preview {
        let game = words::open(&args.dir)?;
        let anew = history::rewind(&game, args.to, now, &args.reason)?;
        return preview(&anew, ui);
    }
    let (game, mut held) = words::open_locked(&args.dir, ui, now)?;
    held.must_be_done_once();
    if !args.again
        && let Some(then) = history::rewound_already(&game, args.to, &args.reason)?
    {
        return words::done_already(ui, then, "the game was rewound");
    }
    let anew = history::rewind(&game, args.to, now, &args.reason)?;
    commit(anew, ui)
}

/// Shows what it would mean.
pub(super) fn preview(anew: &Anew<'_>, ui: &Ui) -> Result<u8, CliError> {
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

/// Makes it happen, and says so.
pub(super) fn commit(anew: Anew<'_>, ui: &Ui) -> Result<u8, CliError> {
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

fn not_played(anew: &Anew<'_>, ui: &Ui) {
    if !anew.orders.is_empty() {
        ui.say(format!(
            "Orders on file for turn {} are not played: {}.",
            anew.turn() - 1,
            game_dir::list(&anew.orders)
        ));
    }
}

fn as_json(anew: &Anew<'_>) -> serde_json::Value {
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
