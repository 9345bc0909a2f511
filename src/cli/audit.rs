//! `audit`: check a public folder without trusting anybody.

use super::{CliError, Ui};
use crate::audit::{self, Verdict, exit_code};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Check a public folder without trusting anybody.
///
/// Needs no network and no secret: every link of the log, every key, every roll and every opened tile
/// is computed again. What is still secret is said to be not shown. Exit code 0: passed; 1: failed;
/// 2: something could not be checked.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
\x20 chronojudge audit summer-war/public\n\
\x20 chronojudge audit summer-war/public --explain facing/4a-3\n\
\x20 chronojudge audit summer-war/public --explain zone-4a/2 --item 4a-t3 --salt 5c0f…")]
pub(super) struct Args {
    /// The public folder of a game
    public: PathBuf,
    /// Print the shell lines that compute one roll by hand: its label, or `deck/slot` for a tile
    #[arg(long, value_name = "LABEL")]
    explain: Option<String>,
    /// The sitting of that roll, where the label occurs in several
    #[arg(long, requires = "explain")]
    sitting: Option<u32>,
    /// What you were shown of that slot, to hold it against the published seal
    #[arg(long, value_name = "TILE", requires = "explain", requires = "salt")]
    item: Option<String>,
    /// The salt that came with it
    #[arg(long, value_name = "HEX", requires = "item")]
    salt: Option<String>,
}

pub(super) fn run(args: &Args, ui: &Ui) -> Result<u8, CliError> {
    // A game directory is as good: its public folder is known.
    let inner = args.public.join("public");
    let public = if inner.join("log").is_dir() {
        inner
    } else {
        args.public.clone()
    };
    if !public.is_dir() {
        return Err(CliError::user(format!(
            "There is no folder {}.",
            public.display()
        )));
    }
    if let (Some(slot), Some(item), Some(salt)) = (&args.explain, &args.item, &args.salt) {
        return look(&public, slot, item, salt, ui);
    }
    if let Some(label) = &args.explain {
        let lines = audit::explain(&public, label, args.sitting)
            .map_err(|e| CliError::user(e.to_string()))?;
        return ui.bytes(lines.as_bytes());
    }
    let mut checks = audit::verify(&public);
    checks.extend(crate::sitting::replay(&public));
    let code = exit_code(&checks);
    if ui.json() {
        let rows: Vec<_> = checks
            .iter()
            .map(|check| {
                let (verdict, why) = match &check.verdict {
                    Verdict::Ok => ("ok", None),
                    Verdict::Failed(why) => ("failed", Some(why)),
                    Verdict::NotShown(why) => ("not-shown", Some(why)),
                    Verdict::Unchecked(why) => ("unchecked", Some(why)),
                };
                json!({"what": check.what, "verdict": verdict, "why": why})
            })
            .collect();
        ui.data(&json!({"checks": rows, "exit": code}))?;
        return Ok(code);
    }
    for check in &checks {
        ui.line(check.to_string())?;
    }
    ui.say(match code {
        0 => ui.good("PASSED: everything that is public is as it must be."),
        1 => ui.bad("FAILED: see above."),
        _ => ui.bad("COULD NOT CHECK everything: see above."),
    });
    Ok(code)
}

/// Whether a reader was shown what lay in a slot from the beginning.
fn look(public: &Path, slot: &str, item: &str, salt: &str, ui: &Ui) -> Result<u8, CliError> {
    let salt = salt.parse().map_err(|_| {
        CliError::user(format!("`{salt}` is no salt."))
            .hint("A salt has 64 hex digits; the report shows it below the tile.")
    })?;
    let look = audit::look(public, slot, item, &salt).map_err(|e| CliError::user(e.to_string()))?;
    let (file, line) = &look.place;
    ui.line(format!("sealed  {}  ({file}, line {line})", look.seal))?;
    ui.line(format!("shown   {}  ({item} with this salt)", look.shown))?;
    ui.say(if look.fits() {
        ui.good("The same: this tile has lain there since the seal was published.")
    } else {
        ui.bad(
            "NOT THE SAME: the tile, the salt or the slot is another than the one that was sealed.",
        )
    });
    Ok(u8::from(!look.fits()))
}
