//! `fork`: make a new game that starts from a turn of this one.

use super::{CliError, Ui, words};
use crate::{
    dice::Master,
    history::{self, Wish},
};
use chrono::{DateTime, Utc};
use serde_json::json;
use std::path::PathBuf;

/// Make a new game that starts from a turn of this one.
///
/// The fork has its own name, secret, dice and public log. It starts with the state at the beginning of the open turn,
/// or of an earlier turn. Every report and mail of the fork names the original game and the turn. The original is only
/// read and not changed.
///
/// Without `--mail` only the GM plays the fork, to try something: all its mail is addressed to the GM and written to a
/// folder, it has no deadlines, it begins at once, and its dice are `plain`. With `--mail` the players of the original
/// play the fork too, with the schedule and the settings of the original, but it does not read the mailbox of the
/// original unless that is `shared`. The players are mailed the commitments of the fork and asked for salts, as before
/// any game: `salt promise`, `salt open`, and `start`, which opens the first turn. The level of its dice is that of the
/// original, and the state that it starts from is committed before any salt is promised. `--mail --plain` asks for no
/// salts, begins at once, and its log says that its dice are `plain`.
///
/// Facedown tiles stay where they are, under new commitments. While the original is still played, do not show reports
/// of the fork to its players: the fork can reveal tiles that are hidden in the original.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
\x20 chronojudge fork summer-war what-if --reason 'what if roo had moved?'\n\
\x20 chronojudge fork summer-war summer-war-2 --turn 4 --mail --reason 'played on from turn 4 by agreement'")]
pub(super) struct Args {
    /// The game directory
    dir: PathBuf,
    /// The name of the fork: lower-case letters, digits, hyphens
    name: String,
    /// The turn it starts from (the open one unless given)
    #[arg(long)]
    turn: Option<u32>,
    /// The directory of the fork (beside the original unless given)
    #[arg(long, value_name = "DIR")]
    into: Option<PathBuf>,
    /// The players of the original play it, and are mailed
    #[arg(long)]
    mail: bool,
    /// Ask the players for no salts: the fork begins at once, and its dice are `plain`
    #[arg(long)]
    plain: bool,
    /// The reason; it is published in the fork's log
    #[arg(long)]
    reason: String,
    /// Use this master secret instead of a new one, for tests: 64 hex digits
    #[arg(long, hide = true)]
    master: Option<String>,
}

pub(super) fn run(args: Args, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    let game = words::open_locked(&args.dir, ui, now)?;
    if !crate::engine::is_name(&args.name) {
        return Err(
            CliError::user(format!("`{}` cannot name a game.", args.name))
                .hint("Use 1 to 64 lower-case letters, digits and hyphens: `what-if`."),
        );
    }
    let beside = || {
        let parent = args.dir.canonicalize().ok().and_then(|dir| {
            let parent = dir.parent()?;
            Some(parent.to_owned())
        });
        parent.unwrap_or_default().join(&args.name)
    };
    let dir = args.into.clone().unwrap_or_else(beside);
    let master = args
        .master
        .map(|hex| Master::from_hex(&hex))
        .transpose()
        .map_err(|e| CliError::user(e.to_string()))?;
    let wish = Wish {
        name: &args.name,
        dir: &dir,
        turn: args.turn,
        mailed: args.mail,
        plain: args.plain,
        reason: &args.reason,
        master,
        at: now,
    };
    let forked = history::fork(&game, &wish)?;
    if forked.no_inbox {
        ui.warn("the fork receives no mail: the mailbox of the original is not `shared`; set `inbox` in the mail.yaml of the fork");
    }
    ui.say(&forked.text);
    let there = format!("{} {} in {}", ui.good("Forked"), args.name, dir.display());
    let mails = format!("{} in its outbox.", words::count(forked.mails, "mail"));
    match &forked.position {
        None => {
            ui.say(format!("{there}. {mails}"));
            ui.say(forked.wanted.to_string());
        }
        Some(position) => {
            let end = if args.mail {
                mails
            } else {
                "No mail is sent; its reports are in `reports/`.".to_owned()
            };
            ui.say(format!("{there}: turn {} is open. {end}", position.turn));
        }
    }
    if ui.json() {
        let position = forked.position.as_ref();
        ui.data(&json!({
            "game": args.name,
            "dir": dir.display().to_string(),
            "begun": position.is_some(),
            "turn": forked.turn,
            "deadline": position.and_then(|position| position.deadline),
            "mails": forked.mails,
            "head": forked.head,
        }))?;
    }
    Ok(0)
}
