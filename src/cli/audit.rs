//! `audit`: check a public folder without trusting anybody.

use super::{CliError, Ui};
use crate::{
    audit::{self, Check, Conclusion, Verdict},
    game_dir::Disk,
    log::{Kind, Log},
    mail::inbound,
};
use serde_json::json;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

/// Check a public folder without trusting anybody.
///
/// Needs no network and no secret, and looks in three depths: the dice (every link of the log, every key,
/// roll, round of the beacon and opened tile is computed again), the rules (once the game is over, every
/// sitting is played again from what was opened), and people (signatures, and the mails that you kept). What
/// is still secret is said to be not shown. Six answers stand first (yes, no, or not checked), and the reasons
/// for the verdict below them. Exit code 0, PASSED: what can be shown by now is as it must be; 1, FAILED; 2,
/// NOT ALL SHOWN: something that should be open by now is not, or could not be checked; 3, COULD NOT READ:
/// there is no public folder of a game here.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
\x20 chronojudge audit summer-war/public\n\
\x20 chronojudge audit summer-war/public --explain facing/4a-3\n\
\x20 chronojudge audit summer-war/public --explain order-zytal --sitting 7\n\
\x20 chronojudge audit summer-war/public --compare turn-6.eml turn-7.eml")]
pub(super) struct Args {
    /// The public folder of a game
    public: PathBuf,
    /// Print the shell lines that compute one thing by hand: a roll by its label, a tile as `deck/slot`; a
    /// hash by the file or record that it is of, or `head`, `content`, `salts`, `order-SEAT`, `journal`, `state`
    #[arg(long, value_name = "LABEL")]
    explain: Option<String>,
    /// The sitting of it, where it occurs in several
    #[arg(long, requires = "explain")]
    sitting: Option<u32>,
    /// Mails that you kept, as files: whether they were written about this log, when they came, and whether the
    /// facedown tiles that they showed to you lay there
    #[arg(long, value_name = "MAIL", num_args = 1.., conflicts_with = "explain")]
    compare: Vec<PathBuf>,
    /// The fingerprint of the key that signs the log, as it stands at the foot of your mails: `SHA256:…`
    #[arg(long, value_name = "FINGERPRINT", conflicts_with = "explain")]
    log_key: Option<String>,
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
    if let Some(label) = &args.explain {
        let lines = audit::explain(&public, label, args.sitting)
            .map_err(|e| CliError::user(e.to_string()))?;
        return ui.bytes(lines.as_bytes());
    }
    let mut mails = vec![];
    for path in &args.compare {
        let bytes = Disk::read_at_most(path, inbound::MOST_BYTES)?;
        let missing = || CliError::user(format!("There is no file {}.", path.display()));
        mails.push((path.display().to_string(), bytes.ok_or_else(missing)?));
    }
    let depths = depths(&public, &mails, args.log_key.as_deref());
    let own = audit::seats_of_receipts(&public, &mails);
    report(&public, &depths, &own, ui)
}

/// The whole audit, depth by depth.
pub(super) fn depths(
    public: &Path,
    mails: &[(String, Vec<u8>)],
    log_key: Option<&str>,
) -> [(&'static str, Vec<Check>); 3] {
    let mut rules = audit::replay(public);
    rules.extend(audit::from_orders(public));
    [
        ("dice", audit::verify(public)),
        ("rules", rules),
        ("people", audit::people(public, mails, log_key)),
    ]
}

/// Says the six answers, what came of each depth, and of all together.
fn report(
    public: &Path,
    depths: &[(&str, Vec<Check>)],
    own: &BTreeSet<String>,
    ui: &Ui,
) -> Result<u8, CliError> {
    let all: Vec<Check> = depths
        .iter()
        .flat_map(|(_, checks)| checks.clone())
        .collect();
    let conclusion = Conclusion::of(&all);
    let code = conclusion.code();
    let answers = audit::answers(public, &all, own);
    if ui.json() {
        let rows = depths.iter().flat_map(|(depth, checks)| {
            checks.iter().map(move |check| {
                let (verdict, why) = match &check.verdict {
                    Verdict::Ok => ("ok", None),
                    Verdict::Failed(why) => ("failed", Some(why)),
                    Verdict::NotShown(why) => ("not-shown", Some(why)),
                    Verdict::Unchecked(why) => ("unchecked", Some(why)),
                    Verdict::Unreadable(why) => ("unreadable", Some(why)),
                };
                json!({"depth": depth, "what": check.what, "verdict": verdict, "why": why})
            })
        });
        let rows: Vec<_> = rows.collect();
        let ends: BTreeMap<_, _> = depths
            .iter()
            .map(|(depth, checks)| (depth, end(checks)))
            .collect();
        let answers = answers.iter().map(|answer| {
            let (question, sentence) = (answer.question, &answer.sentence);
            json!({"question": question, "answer": answer.reply.as_str(), "sentence": sentence})
        });
        let answers: Vec<_> = answers.collect();
        ui.data(&json!({
            "answers": answers,
            "checks": rows,
            "depths": ends,
            "verdict": conclusion.as_str(),
            "exit": code,
        }))?;
        return Ok(code);
    }
    for answer in &answers {
        ui.done(answer.to_string())?;
    }
    ui.done("")?;
    let (reasons, rest): (Vec<&Check>, Vec<&Check>) = all.iter().partition(|check| check.spoils());
    for reason in reasons {
        ui.line(reason.to_string())?;
    }
    for check in rest {
        ui.done(check.to_string())?;
    }
    for (depth, checks) in depths {
        ui.say(format!("{:7} {}", format!("{depth}:"), end(checks)));
    }
    let name = conclusion.as_str();
    ui.say(match conclusion {
        Conclusion::Passed if is_sealed(public) => {
            ui.good(&format!("{name}: everything that can be shown by now is as it must be; the rest is sealed until the game ends."))
        }
        Conclusion::Passed => {
            ui.good(&format!("{name}: everything that is public is as it must be."))
        }
        Conclusion::Failed => ui.bad(&format!("{name}: the reasons stand below the six answers.")),
        Conclusion::NotAllShown => ui.bad(&format!(
            "{name}: nothing is wrong with what was checked; the lines below the six answers say what is missing."
        )),
        Conclusion::CouldNotRead => ui.bad(&format!(
            "{name}: there is no public folder of a game here."
        )),
    });
    Ok(code)
}

/// Returns whether anything is sealed until the game ends: it has not been opened yet.
fn is_sealed(public: &Path) -> bool {
    Log::examine(public).0.of(Kind::Final).next().is_none()
}

/// What came of one depth, in a few words.
fn end(checks: &[Check]) -> String {
    let count = |test: fn(&Verdict) -> bool| checks.iter().filter(|c| test(&c.verdict)).count();
    let ok = count(|v| matches!(v, Verdict::Ok));
    let failed = count(|v| matches!(v, Verdict::Failed(_)));
    let not_shown = checks.len() - ok - failed;
    let all = [(ok, "ok"), (failed, "FAILED"), (not_shown, "not shown")];
    let words = all
        .iter()
        .filter(|(n, _)| *n > 0)
        .map(|(n, what)| format!("{n} {what}"));
    words.collect::<Vec<_>>().join(", ")
}
