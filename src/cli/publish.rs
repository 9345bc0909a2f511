//! `publish`: the public files of a game as the history of a repository.

use super::{CliError, Ui, site, words};
use crate::{
    site::{Chapter, chapters},
    store::{Disk, Secrecy},
};
use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// Commit the public files of a game to a git repository, a commit for each sitting.
///
/// What is there already is left alone, so it can be called after every sitting, or once at the end. A
/// repository that holds another log of the game is never written over. Nothing but the public files goes in.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
\x20 chronojudge publish summer-war --git ../summer-war-public\n\
\x20 chronojudge publish summer-war --git ../summer-war-public --push")]
pub(super) struct Args {
    /// A game directory, or the public folder of one
    dir: PathBuf,
    /// The repository; it is made if there is none
    #[arg(long, value_name = "DIR")]
    git: PathBuf,
    /// Push it afterwards to where its branch goes
    #[arg(long)]
    push: bool,
}

pub(super) fn run(args: &Args, ui: &Ui) -> Result<u8, CliError> {
    let public = site::public_of(&args.dir)?;
    let repository = Repository(&args.git);
    if !args.git.join(".git").exists() {
        let made = std::fs::create_dir_all(&args.git);
        made.map_err(|why| {
            CliError::user(format!("{} cannot be made: {why}", args.git.display()))
        })?;
        repository.git(&["init", "--quiet"])?;
    }
    let mut commits = 0;
    for chapter in chapters(&public)? {
        if !is_new(&public, &args.git, &chapter)? {
            continue;
        }
        for path in &chapter.files {
            let bytes = Disk::read(&public.join(path))?.ok_or_else(|| {
                CliError::user(format!("{path} is missing: `chronojudge audit` the game."))
            })?;
            Disk::new().write(&args.git.join(path), &bytes, Secrecy::Open)?;
        }
        repository.commit(&chapter)?;
        ui.say(format!("Committed: {}", chapter.title));
        commits += 1;
    }
    if args.push {
        repository.git(&["push", "--quiet"])?;
    }
    ui.say(match commits {
        0 => "Nothing new.".to_owned(),
        n => format!("{} in {}.", words::count(n, "commit"), args.git.display()),
    });
    Ok(0)
}

/// Whether the repository lacks a record of a chapter; an error if it has another one.
fn is_new(public: &Path, repository: &Path, chapter: &Chapter) -> Result<bool, CliError> {
    let mut new = false;
    for path in &chapter.records {
        match Disk::read(&repository.join(path))? {
            None => new = true,
            theirs if theirs == Disk::read(&public.join(path))? => {}
            Some(_) => {
                return Err(CliError::user(format!(
                    "{} holds another log: its {path} is not that of the game.",
                    repository.display()
                ))
                .hint("Name another repository. Of two logs of one game one is forged: compare their heads with those in your mails."));
            }
        }
    }
    Ok(new)
}

/// A git repository, by the program `git`.
struct Repository<'a>(&'a Path);

impl Repository<'_> {
    /// One commit, of these files alone, dated as the sitting was.
    fn commit(&self, chapter: &Chapter) -> Result<(), CliError> {
        let mut add = vec!["add", "--force", "--"];
        add.extend(chapter.files.iter().map(String::as_str));
        self.git(&add)?;
        let date = chapter.at.as_ref().map(|at| format!("--date={at}"));
        let mut commit = vec!["commit", "--quiet", "--message", chapter.title.as_str()];
        commit.extend(date.as_deref());
        commit.push("--");
        commit.extend(chapter.files.iter().map(String::as_str));
        self.git(&commit)
    }

    fn git(&self, args: &[&str]) -> Result<(), CliError> {
        let output = Command::new("git")
            .arg("-C")
            .arg(self.0)
            .args(args)
            .stdin(Stdio::null())
            .output()
            .map_err(|why| {
                CliError::user(format!("git cannot be run: {why}"))
                    .hint("Install git, or copy `public/` yourself.")
            })?;
        if output.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        Err(CliError::user(format!(
            "git {} failed: {}",
            args.first().unwrap_or(&""),
            said.trim()
        )))
    }
}
