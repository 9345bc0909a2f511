//! `audit`: check a public folder without trusting the GM.

mod folded;

use super::{CliError, Ui, ui::Tone};
use crate::{
    audit::{self, Check, Conclusion, Progress, Verdict},
    collect::Collect,
    game_dir::Disk,
    log::{Kind, PublicFolder},
    mail::inbound,
};
use serde_json::json;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

/// Check a public folder without trusting the GM.
///
/// The audit needs no network and no secret, and has three parts: the dice (every link of the log, every key, roll,
/// round of the beacon and opened tile is computed again), the rules (when the game is over, every sitting is executed
/// again from the opened files), and people (signatures, and the mails that you kept). Files that are still secret are
/// listed as not shown. The output begins with six answers (yes, no, or not checked), followed by the reasons for the
/// verdict and the checks that hold, a line for each kind (`--verbose` lists each check). Exit code 0, PASSED: everything that can be checked now is correct; 1, FAILED; 2, NOT ALL SHOWN: something
/// that should be open by now is not, or could not be checked; 3, COULD NOT READ: there is no public folder of a game
/// here.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
\x20 chronojudge audit summer-war/public\n\
\x20 chronojudge audit summer-war/public --explain facing/4a-3\n\
\x20 chronojudge audit summer-war/public --explain order-zytal --sitting 7\n\
\x20 chronojudge audit summer-war/public --compare turn-6.eml turn-7.eml")]
pub(super) struct Args {
    /// The public folder of a game
    public: PathBuf,
    /// Print the shell commands that compute one value manually: a roll by its label; a tile as `deck/slot`; a hash by
    /// its file or record, or by `head`, `content`, `salts`, `order-SEAT`, `journal`, `state`
    #[arg(long, value_name = "LABEL")]
    explain: Option<String>,
    /// The sitting of this value, if it occurs in several sittings
    #[arg(long, requires = "explain")]
    sitting: Option<u32>,
    /// Mails that you kept, as files: the audit checks if they were written about this log, when they arrived, and if
    /// the facedown tiles that they showed to you were really there
    #[arg(long, value_name = "MAIL", num_args = 1.., conflicts_with = "explain")]
    compare: Vec<PathBuf>,
    /// The fingerprint of the key that signs the log, from the end of your mails: `SHA256:…`
    #[arg(long, value_name = "FINGERPRINT", conflicts_with = "explain")]
    log_key: Option<String>,
    /// Print each check as soon as it is made; the six answers come last
    #[arg(long, conflicts_with = "explain")]
    as_it_goes: bool,
    /// List every check; without this option checks of one kind that all hold share a line
    #[arg(short, long)]
    verbose: bool,
}

pub(super) fn run(args: &Args, ui: &Ui) -> Result<u8, CliError> {
    // A game directory is accepted too: its public folder is audited.
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
    let as_it_goes = args.as_it_goes && !ui.json();
    let bar = ui.progress(0, "auditing");
    let mut failed = Ok(());
    let depths = depths(&public, &mails, args.log_key.as_deref(), &mut |step| {
        if let Progress::Derived { sitting, last } = step {
            bar.set_length(u64::from(last));
            bar.set_position(u64::from(sitting));
        }
        if as_it_goes && failed.is_ok() {
            let line = match step {
                Progress::Check(check) => painted(&check.to_string(), ui),
                Progress::Derived { sitting, last } => {
                    format!("           sitting {sitting} of {last}, from orders and dice")
                }
            };
            failed = ui.done(line).map(drop);
        }
    });
    bar.finish_and_clear();
    failed?;
    let own = audit::seats_of_receipts(&public, &mails);
    let listed = match (as_it_goes, args.verbose) {
        (true, _) => Listed::Not,
        (false, true) => Listed::Each,
        (false, false) => Listed::Folded,
    };
    report(&public, &depths, &own, listed, ui)
}

/// Runs the whole audit, and tells each step; returns the checks of each depth.
pub(super) fn depths(
    public: &Path,
    mails: &[(String, Vec<u8>)],
    log_key: Option<&str>,
    told: &mut dyn FnMut(Progress<'_>),
) -> [(&'static str, Vec<Check>); 3] {
    let dice = audit::verify(public);
    audit::tell(&dice, told);
    let mut rules = audit::replay(public, told);
    rules.extend(audit::from_orders(public, told));
    let people = audit::people(public, mails, log_key);
    audit::tell(&people, told);
    [("dice", dice), ("rules", rules), ("people", people)]
}

/// How the checks that hold are listed below the reasons for a verdict.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Listed {
    /// Not at all: each was printed when it was made.
    Not,
    /// A line for each kind.
    Folded,
    /// A line for each check.
    Each,
}

/// Prints the six answers, the checks, the result of each depth, and the verdict.
fn report(
    public: &Path,
    depths: &[(&str, Vec<Check>)],
    own: &BTreeSet<String>,
    listed: Listed,
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
            .collect_map();
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
    if listed == Listed::Not {
        ui.done("")?;
    }
    for answer in &answers {
        ui.done(answer.to_string())?;
    }
    ui.done("")?;
    let (reasons, rest): (Vec<&Check>, Vec<&Check>) = all.iter().partition(|check| check.spoils());
    for reason in reasons {
        ui.line(painted(&reason.to_string(), ui))?;
    }
    let lines = match listed {
        Listed::Not => vec![],
        Listed::Folded => folded::folded(&rest, &all),
        Listed::Each => rest.iter().map(ToString::to_string).collect(),
    };
    for line in lines {
        ui.done(painted(&line, ui))?;
    }
    for (depth, checks) in depths {
        ui.say(format!("{:7} {}", format!("{depth}:"), end(checks)));
    }
    let name = conclusion.as_str();
    ui.say(match conclusion {
        Conclusion::Passed if is_sealed(public) => {
            ui.good(&format!("{name}: everything that can be checked now is correct; the rest is sealed until the game ends."))
        }
        Conclusion::Passed => {
            ui.good(&format!("{name}: everything public is correct."))
        }
        Conclusion::Failed => ui.bad(&format!("{name}: the reasons are listed below the six answers.")),
        Conclusion::NotAllShown => ui.bad(&format!(
            "{name}: no check failed, but something is missing: see the lines below the six answers."
        )),
        Conclusion::CouldNotRead => ui.bad(&format!(
            "{name}: there is no public folder of a game here."
        )),
    });
    Ok(code)
}

/// Colours the result at the start of a line.
fn painted(line: &str, ui: &Ui) -> String {
    for (start, tone) in [
        ("ok", Tone::Good),
        ("FAILED", Tone::Bad),
        ("NOT READ", Tone::Bad),
        ("NOT SHOWN", Tone::Doubtful),
    ] {
        if let Some(rest) = line.strip_prefix(start) {
            return format!("{}{rest}", ui.toned(tone, start));
        }
    }
    line.to_owned()
}

/// Returns true if the game has not been opened yet, so that something is sealed until it ends.
fn is_sealed(public: &Path) -> bool {
    PublicFolder::new(public)
        .examine()
        .0
        .of(Kind::Final)
        .next()
        .is_none()
}

/// Summarizes the checks of one depth.
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
