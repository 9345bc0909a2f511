//! `site`: make a static site of a game.

use super::{CliError, Ui, audit::depths, words};
use crate::{
    audit::{self, Verdict},
    game_dir::{Disk, SITE_MARK, Secrecy},
    site::{self, Raw},
};
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

/// Make a static site of a game: its reports and pictures, the dice, the log, and how to verify them.
///
/// The site is made from the public files alone, so it contains no secrets, and every owner of these files can make the
/// same site. No page needs a script; the page of the dice has one that recomputes every roll in the reader's browser.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
\x20 chronojudge site summer-war --out www/summer-war\n\
\x20 chronojudge site summer-war --out summer-war/public/site")]
pub(super) struct Args {
    /// A game directory, or the public folder of one
    dir: PathBuf,
    /// The folder for the site: new, empty, or with an earlier site
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

pub(super) fn run(args: &Args, ui: &Ui) -> Result<u8, CliError> {
    let public = public_of(&args.dir)?;
    let before = earlier(&args.out)?;
    let raw = if args.out.parent().is_some_and(|above| same(above, &public)) {
        Raw::Above
    } else {
        Raw::Beside
    };
    refuse_what_fails(&public)?;
    let mut rules = audit::replay(&public);
    rules.extend(audit::from_orders(&public));
    let files = site::build(&public, raw, &rules)?;
    let disk = Disk::new();
    // The list of files is written before the first file, so an interrupted run can be repeated.
    let all: BTreeSet<&str> = files.keys().chain(&before).map(String::as_str).collect();
    disk.write(&args.out.join(SITE_MARK), &lines(all), Secrecy::Open)?;
    for (path, bytes) in &files {
        disk.write(&args.out.join(path), bytes, Secrecy::Open)?;
    }
    for path in before.iter().filter(|path| !files.contains_key(*path)) {
        // A file that is already gone is no error.
        let _ = std::fs::remove_file(args.out.join(path));
    }
    let names = files.keys().map(String::as_str).collect();
    disk.write(&args.out.join(SITE_MARK), &lines(names), Secrecy::Open)?;
    ui.say(format!(
        "{} in {}: open {}.",
        words::count(files.len(), "file"),
        args.out.display(),
        args.out.join("index.html").display()
    ));
    Ok(0)
}

/// Returns the public folder of a game directory, or the folder itself if it is one.
pub(super) fn public_of(dir: &Path) -> Result<PathBuf, CliError> {
    let inner = dir.join("public");
    [inner, dir.to_owned()]
        .into_iter()
        .find(|public| public.join("log").is_dir())
        .ok_or_else(|| {
            CliError::user(format!(
                "{} is neither a game directory nor the public folder of a game.",
                dir.display()
            ))
        })
}

/// Refuses a public folder that fails its audit, in the dice, the rules or the signatures: it may be forged, and must
/// not be passed on.
pub(super) fn refuse_what_fails(public: &Path) -> Result<(), CliError> {
    let mut checks = depths(public, &[], None)
        .into_iter()
        .flat_map(|(_, checks)| checks);
    let failed = checks.find_map(|check| match check.verdict {
        Verdict::Failed(why) | Verdict::Unreadable(why) => Some(format!("{}: {why}", check.what)),
        Verdict::Ok | Verdict::NotShown(_) | Verdict::Unchecked(_) => None,
    });
    match failed {
        None => Ok(()),
        Some(why) => Err(CliError::user(format!(
            "{} fails its audit, so nothing of it is published: {why}.",
            public.display()
        ))
        .hint("`chronojudge audit` lists all failures.")),
    }
}

fn lines(names: BTreeSet<&str>) -> Vec<u8> {
    names
        .into_iter()
        .flat_map(|name| [name, "\n"])
        .collect::<String>()
        .into_bytes()
}

fn same(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| {
        let path = if path.as_os_str().is_empty() {
            Path::new(".")
        } else {
            path
        };
        std::fs::canonicalize(path).ok()
    };
    real(one).is_some() && real(one) == real(other)
}

/// Returns the files of an earlier site in the folder; an error if the folder holds anything else.
fn earlier(out: &Path) -> Result<Vec<String>, CliError> {
    if let Some(bytes) = Disk::read(&out.join(SITE_MARK))? {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let inside = |path: &&str| {
            !path.is_empty()
                && !path
                    .split('/')
                    .any(|part| part.is_empty() || part.starts_with('.'))
        };
        return Ok(text.lines().filter(inside).map(str::to_owned).collect());
    }
    if Disk::names(out)?.is_empty() {
        return Ok(vec![]);
    }
    Err(CliError::user(format!(
        "{} is not empty, and holds no site of a game.",
        out.display()
    ))
    .hint("Name a folder that is new or empty."))
}
