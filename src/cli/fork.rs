//! `fork`: another game that begins where this one stands.

use super::{CliError, Ui, words};
use crate::{
    dice::Master,
    history::{self, Wish},
};
use chrono::{DateTime, Utc};
use serde_json::json;
use std::path::PathBuf;

/// Make another game that begins where this one stands, or stood.
///
/// The fork has a name, a secret, dice and a public log of its own, and begins with the state of the open turn,
/// or of an earlier one, with nothing answered in it. Every report, mail and subject of it says of which game
/// and turn it is a fork. The original is only read, and learns nothing of it.
///
/// Unless `--mail` is given the GM alone plays it, to try something: all its mail is addressed to the GM and written to
/// a folder, it has no deadlines, it begins at once, and its dice are `plain`. With `--mail` the players of the original
/// play the fork too, with the schedule and the settings of the original; a mailbox that is not `shared` stays the
/// original's alone. They are mailed what the fork is bound to and asked for salts, as before any game: `salt promise`,
/// `salt open`, and `start`, which opens the first turn. Its dice are of the level of the original, and the state that it
/// begins with is bound before any salt is promised. `--mail --plain` asks for nothing, begins at once, and says in
/// public that its dice are `plain`.
///
/// What lies face down lies there as it did, under new seals. So as long as the original is played, keep what a
/// fork shows to yourself: whoever plays on in it may learn what nobody there knows.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
\x20 chronojudge fork summer-war what-if --reason 'what if roo had moved?'\n\
\x20 chronojudge fork summer-war summer-war-2 --turn 4 --mail --reason 'played on from turn 4 by agreement'")]
pub(super) struct Args {
    /// The game directory
    dir: PathBuf,
    /// The name of the fork: lower-case letters, digits, hyphens
    name: String,
    /// The turn it begins with; the open one unless given
    #[arg(long)]
    turn: Option<u32>,
    /// Where it is to lie; beside its original unless given
    #[arg(long, value_name = "DIR")]
    into: Option<PathBuf>,
    /// The players of the original play it, and are mailed
    #[arg(long)]
    mail: bool,
    /// Ask the players for no salts: it begins at once, and its dice are `plain`
    #[arg(long)]
    plain: bool,
    /// Why; it stands in its public log
    #[arg(long)]
    reason: String,
    /// Use this master secret instead of a new one, for tests: 64 hex digits
    #[arg(long, hide = true)]
    master: Option<String>,
}

pub(super) fn run(args: Args, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    let (game, _held) = words::open_locked(&args.dir, ui, now)?;
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
        ui.warn("no mail is taken in for the fork: the mailbox of the original is not `shared`; see its mail.yaml");
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
                "Nobody is mailed; its reports are in `reports/`.".to_owned()
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
