//! `site`: make a static site of a game.

use super::{CliError, Ui, audit::depths, play, words};
use crate::{
    audit::{Check, Verdict},
    collect::Collect,
    game_dir::{Disk, PART, SITE_MARK, Secrecy},
    log::{PublicFolder, is_record_name},
    site::{self, Files, Raw},
};
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

/// Make a static site of a game: its reports and pictures, the dice, the log, and how to verify them.
///
/// The site is made from the public files alone, so it contains no secrets, and every owner of these files can make the
/// same site. No page needs a script; the page of the dice has one that recomputes every roll in the reader's browser.
///
/// `play/` is a page on which players open their view and point at their orders. Packages of the program contain it.
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
    let folder = Folder::open(&args.out, &public)?;
    let raw = if args.out.parent().is_some_and(|above| same(above, &public)) {
        Raw::Above
    } else {
        Raw::Beside
    };
    let rules = refuse_what_fails(&public)?;
    let play = play::page(&public)?;
    let has_play = play.is_some();
    let files = site::build(&public, raw, &rules, play)?;
    folder.put(&files)?;
    ui.say(format!(
        "{} in {}: open {}.",
        words::count(files.len(), "file"),
        args.out.display(),
        args.out.join(FIRST).display()
    ));
    if !has_play {
        ui.say(play::NONE);
    }
    Ok(0)
}

/// The page that links to all others: it is written last, so that it never links to a file that is not there yet.
pub(super) const FIRST: &str = "index.html";

/// A folder that is new or empty, or holds an earlier site.
#[derive(Debug)]
pub(super) struct Folder<'a> {
    out: &'a Path,
    /// The files of the earlier site.
    before: Vec<String>,
}

impl<'a> Folder<'a> {
    /// Reads the list of an earlier site; an error if the folder holds anything else, or another log than that of the
    /// public folder.
    pub(super) fn open(out: &'a Path, public: &Path) -> Result<Self, CliError> {
        let before = earlier(out)?;
        refuse_another_log(public, &out.join("public"), &out.display().to_string())?;
        Ok(Self { out, before })
    }

    /// Writes a site, and removes the files that only the earlier site had.
    pub(super) fn put(&self, files: &Files) -> Result<(), CliError> {
        let disk = Disk::new();
        let mark = self.out.join(SITE_MARK);
        // The list of files is written before the first file, so an interrupted run can be repeated.
        let all: BTreeSet<&str> = files
            .keys()
            .chain(&self.before)
            .map(String::as_str)
            .collect_set();
        disk.write(&mark, &lines(all), Secrecy::Open)?;
        for (path, bytes) in in_order(files) {
            let path = self.out.join(path);
            // A file that is the same already keeps its time, by which servers and copies know it.
            if Disk::read(&path)?.as_ref() != Some(bytes) {
                disk.write(&path, bytes, Secrecy::Open)?;
            }
        }
        for path in self.before.iter().filter(|path| !files.contains_key(*path)) {
            // A file that is already gone is no error.
            let _ = std::fs::remove_file(self.out.join(path));
        }
        disk.write(&mark, &list(files), Secrecy::Open)?;
        Ok(())
    }
}

/// Returns the files of a site with the first page at the end.
fn in_order(files: &Files) -> impl Iterator<Item = (&String, &Vec<u8>)> {
    let others = files.iter().filter(|(path, _)| *path != FIRST);
    others.chain(files.get_key_value(FIRST))
}

/// Returns the list of the files of a site, as it is in its folder.
pub(super) fn list(files: &Files) -> Vec<u8> {
    lines(files.keys().map(String::as_str).collect_set())
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
/// not be passed on. Returns the checks of the rules.
pub(super) fn refuse_what_fails(public: &Path) -> Result<Vec<Check>, CliError> {
    let [dice, rules, people] = depths(public, &[], None, &mut |_| {}).map(|(_, checks)| checks);
    let mut checks = dice.iter().chain(&rules).chain(&people);
    let failed = checks.find_map(|check| match &check.verdict {
        Verdict::Failed(why) | Verdict::Unreadable(why) => Some(format!("{}: {why}", check.what)),
        Verdict::Ok | Verdict::NotShown(_) | Verdict::Unchecked(_) => None,
    });
    match failed {
        None => Ok(rules),
        Some(why) => Err(CliError::user(format!(
            "{} fails its audit, so nothing of it is published: {why}.",
            public.display()
        ))
        .hint("`chronojudge audit` lists all failures.")),
    }
}

/// Returns the paths in the list of a site; those that lead out of its folder are left out.
pub(super) fn listed(list: &str) -> Vec<String> {
    let inside = |path: &&str| {
        !path.is_empty()
            && !path
                .split('/')
                .any(|part| part.is_empty() || part.starts_with('.'))
    };
    list.lines().filter(inside).map(str::to_owned).collect()
}

/// Refuses a published copy with a record that differs from that of the game, or that the game does not have. Only the
/// names of records count: an interrupted copy may have left other files.
pub(super) fn refuse_another_log(public: &Path, copy: &Path, place: &str) -> Result<(), CliError> {
    let names = Disk::names(&copy.join("log"))?;
    let records = names.iter().filter_map(|name| name.to_str());
    for name in records.filter(|name| is_record_name(name)) {
        let record = format!("log/{name}");
        let theirs = Disk::read(&copy.join(&record))?;
        if theirs != PublicFolder::new(public).read(&record).ok() {
            let words = format!("{place} holds another log: its {record} is not that of the game.");
            return Err(CliError::user(words).hint(
                "Name another place. If a game has two logs, one is forged: compare their heads with those in your mails.",
            ));
        }
    }
    Ok(())
}

/// Returns true if a folder with these files holds nothing, or only the parts of a file that an interrupted run left.
pub(super) fn is_free<'a>(mut names: impl Iterator<Item = &'a str>) -> bool {
    // The list of a site is the first file of a copy; rsync puts a dot before the name of a part.
    let part = format!(".{SITE_MARK}.");
    names.all(|name| name.starts_with(&part) || name.starts_with(PART))
}

/// Returns the error for a folder that holds something else than a site.
pub(super) fn not_a_site(place: &str) -> CliError {
    CliError::user(format!(
        "{place} is not empty, and holds no site of a game."
    ))
    .hint("Name a folder that is new or empty.")
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
        return Ok(listed(&String::from_utf8_lossy(&bytes)));
    }
    let names = Disk::names(out)?;
    if is_free(names.iter().map(|name| name.to_str().unwrap_or_default())) {
        return Ok(vec![]);
    }
    Err(not_a_site(&out.display().to_string()))
}
