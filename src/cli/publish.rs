//! `publish`: the public files of a game as the history of a repository.

use super::{CliError, Ui, site, words};
use crate::{
    audit::public_file,
    site::{Chapter, chapters},
    store::{Disk, Secrecy},
};
use std::{
    collections::BTreeSet,
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
    site::refuse_what_fails(&public)?;
    let repository = Repository(&args.git);
    if !args.git.join(".git").exists() {
        let made = std::fs::create_dir_all(&args.git);
        made.map_err(|why| {
            CliError::user(format!("{} cannot be made: {why}", args.git.display()))
        })?;
        repository.git(&["init", "--quiet"])?;
    }
    let mut commits = 0;
    let committed = repository.committed()?;
    for chapter in chapters(&public)? {
        refuse_another_log(&public, &args.git, &chapter)?;
        // What lies in the work tree without a commit was left by a run that was cut short.
        if chapter.records.iter().all(|path| committed.contains(path)) {
            continue;
        }
        for path in &chapter.files {
            let bytes = public_file::read(&public, path).map_err(|why| {
                CliError::user(format!("{why}.")).hint("`chronojudge audit` says what is wrong.")
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

/// Refuses a repository that has another record where the game has one.
fn refuse_another_log(public: &Path, repository: &Path, chapter: &Chapter) -> Result<(), CliError> {
    for path in &chapter.records {
        let theirs = Disk::read(&repository.join(path))?;
        if theirs.is_some() && theirs != public_file::read(public, path).ok() {
            return Err(CliError::user(format!(
                "{} holds another log: its {path} is not that of the game.",
                repository.display()
            ))
            .hint("Name another repository. Of two logs of one game one is forged: compare their heads with those in your mails."));
        }
    }
    Ok(())
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
        self.git(&commit).map(drop)
    }

    /// The paths of the files in its last commit; none before the first.
    fn committed(&self) -> Result<BTreeSet<String>, CliError> {
        if self
            .git(&["rev-parse", "--quiet", "--verify", "HEAD"])
            .is_err()
        {
            return Ok(BTreeSet::new());
        }
        let names = self.git(&["ls-tree", "-r", "-z", "--full-tree", "--name-only", "HEAD"])?;
        Ok(names.split('\0').map(str::to_owned).collect())
    }

    /// Runs git, and returns what it prints.
    fn git(&self, args: &[&str]) -> Result<String, CliError> {
        let mut git = Command::new("git");
        // Nothing that the repository or the environment names is run, and no other repository is meant.
        git.args([
            "-c",
            "core.hooksPath=/dev/null",
            "-c",
            "core.fsmonitor=false",
        ]);
        for (name, _) in std::env::vars_os() {
            let shown = name.to_string_lossy();
            let of_the_writer = ["GIT_AUTHOR_", "GIT_COMMITTER_"];
            if shown.starts_with("GIT_") && !of_the_writer.iter().any(|s| shown.starts_with(s)) {
                git.env_remove(&name);
            }
        }
        let output = git
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
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        Err(CliError::user(format!(
            "git {} failed: {}",
            args.first().unwrap_or(&""),
            said.trim()
        )))
    }
}
