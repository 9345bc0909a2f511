//! `content`: check a game's content.

use super::{CliError, Ui, words};
use crate::{
    content::InvalidContent,
    content::{Library, Provenance, Status},
    rulesets::{self, Claim, Effort, Known, one_by_one},
};
use indicatif::ProgressBar;
use rayon::prelude::*;
use serde_json::{Value, json};
use std::path::PathBuf;

/// Check a game's content.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Check that the content is valid, list its sources, and compare it with public statements about it
    ///
    /// Every line of the table is one statement of the rulebook or another public source about components that it does
    /// not print: a number, yes or no, the statement, and the result for this content. Chance and play are simulated
    /// with fixed seeds, so the table is always the same.
    #[command(after_help = "Examples:\n\
\x20 chronojudge content check time-agent\n\
\x20 chronojudge content check games/gem-1992 --full\n\
\x20 chronojudge content check time-agent --content my-box/   # mistakes, with line and caret\n\
\x20 chronojudge content check time-agent --full --markdown > docs/time-agent-content.md")]
    Check {
        /// A ruleset, such as `time-agent`, or a game directory with content of its own
        #[arg(default_value = rulesets::ALL[0].id)]
        what: PathBuf,
        /// A folder of content files that replace the program's own, to check them before a game is founded with
        /// them (`new --content`)
        #[arg(long, value_name = "FOLDER")]
        content: Option<PathBuf>,
        /// Fewer samples for statements about chance, and no games of bots: takes seconds (the default)
        #[arg(long, conflicts_with = "full")]
        quick: bool,
        /// Many samples, and complete games of bots: takes some minutes
        #[arg(long)]
        full: bool,
        /// Print the table as a page of documentation
        #[arg(long, conflicts_with = "json")]
        markdown: bool,
    },
}

pub(super) fn run(args: &Args, ui: &Ui) -> Result<u8, CliError> {
    let Command::Check {
        what,
        content,
        full,
        markdown,
        ..
    } = &args.command;
    let (known, mut library): (Known, Library) =
        if let Some(known) = rulesets::find(&what.to_string_lossy()) {
            (known, (known.library)())
        } else {
            let game = words::open(what)?;
            (game.known, game.library)
        };
    if let Some(folder) = content {
        super::new::overlay(&mut library, folder)?;
    }
    (known.load)(&library)?;
    let all = library.provenance()?;
    let effort = if *full { Effort::FULL } else { Effort::QUICK };
    let claims = measure(&known, &library, effort, ui)?;
    if ui.json() {
        return ui.data(&json!({"files": all, "claims": claims}));
    }
    if *markdown {
        return ui.bytes(page(&known, &claims, *full).as_bytes());
    }
    origins(&all, ui)?;
    table(&claims, ui)?;
    let not_official = all.iter().filter(|l| l.status != Status::Official).count();
    ui.say(format!(
        "{} The content of {} is valid; {} of {} not the publisher's.",
        ui.good("ok."),
        known.title,
        not_official,
        words::count(all.len(), "entry").replace("entrys", "entries"),
    ));
    let failed = claims.iter().filter(|claim| !claim.holds).count();
    if !claims.is_empty() {
        ui.say(format!(
            "{} of {} statements hold{}.",
            claims.len() - failed,
            claims.len(),
            if *full {
                ""
            } else {
                "; `--full` takes more samples, and lets bots play"
            }
        ));
    }
    Ok(0)
}

/// Checks all parts in parallel; the claims are sorted by number.
fn measure(
    known: &Known,
    library: &Library,
    effort: Effort,
    ui: &Ui,
) -> Result<Vec<Claim>, InvalidContent> {
    // The parts are counted with the least possible effort.
    let none = Effort {
        samples: 1,
        games: 0,
    };
    let mut parts = 0;
    while (known.claims)(library, parts, none, &one_by_one)?.is_some() {
        parts += 1;
    }
    let bar = ui.progress(parts as u64, "measuring");
    let of = |part| {
        let jobs = |n: u32, job: &(dyn Fn(u32) -> Value + Sync)| spread(n, job, &bar);
        let claims = (known.claims)(library, part, effort, &jobs);
        bar.inc(1);
        claims
    };
    let claims: Result<Vec<_>, _> = (0..parts).into_par_iter().map(of).collect();
    bar.finish_and_clear();
    let mut all: Vec<Claim> = claims?.into_iter().flatten().flatten().collect();
    all.sort_by_key(|claim| claim.number);
    Ok(all)
}

/// Runs jobs on all cores; the results are in the order of the jobs.
fn spread(jobs: u32, job: &(dyn Fn(u32) -> Value + Sync), bar: &ProgressBar) -> Vec<Value> {
    bar.inc_length(jobs.into());
    (0..jobs)
        .into_par_iter()
        .map(|n| {
            let value = job(n);
            bar.inc(1);
            value
        })
        .collect()
}

fn origins(all: &[Provenance], ui: &Ui) -> Result<(), CliError> {
    for line in all {
        let entry = if line.entry.is_empty() {
            line.file.clone()
        } else {
            format!("{}: {}", line.file, line.entry)
        };
        let whose = if line.overlaid {
            " (this game's own)"
        } else {
            ""
        };
        let source = line.source.as_deref().unwrap_or_default();
        ui.line(format!("{:13} {entry}{whose} - {source}", line.status))?;
    }
    Ok(())
}

/// Prints the statements, the results, and the reasons for statements that do not hold.
fn table(claims: &[Claim], ui: &Ui) -> Result<(), CliError> {
    if !claims.is_empty() {
        ui.line("")?;
        ui.line(" no  holds  by      statement: result")?;
    }
    for claim in claims {
        ui.line(format!(
            "{:3}  {:5}  {:6}  {}: {}",
            claim.number,
            if claim.holds { "yes" } else { "NO" },
            claim.proof.name(),
            claim.claim,
            claim.measured
        ))?;
        if let Some(why) = claim.why {
            ui.line(format!("{:20}{why}", ""))?;
        }
    }
    Ok(())
}

/// Returns the table as a page of documentation.
fn page(known: &Known, claims: &[Claim], full: bool) -> String {
    let cell = |text: &str| text.replace('|', "\\|");
    let holding = claims.iter().filter(|claim| claim.holds).count();
    let mut page = format!(
        "# {}: its components compared with public statements about them\n\n\
         Printed by `chronojudge content check {} --{} --markdown`; do not edit. Each line is one statement of the \
         rulebook or another public source about components that it does not print, with the bounds within which \
         the statement holds. *exact* is counted, *rules* follows from the rules' own code, *chance* is sampled with \
         fixed seeds, *play* is seen in complete games of bots, with fixed seeds too.\n\n\
         {holding} of {} hold.\n\n\
         | no. | by | statement | result | holds |\n|---:|---|---|---|---|\n",
        known.title,
        known.id,
        if full { "full" } else { "quick" },
        claims.len()
    );
    for claim in claims {
        page += &format!(
            "| {} | {} | {} | {} | {} |\n",
            claim.number,
            claim.proof.name(),
            cell(claim.claim),
            cell(&claim.measured),
            if claim.holds { "yes" } else { "**no**" }
        );
    }
    let reasons: Vec<String> = claims
        .iter()
        .filter_map(|claim| Some(format!("* {}: {}\n", claim.number, claim.why?)))
        .collect();
    if !reasons.is_empty() {
        page += "\n## Reasons for statements that do not hold\n\n";
        page += &reasons.concat();
    }
    page
}
