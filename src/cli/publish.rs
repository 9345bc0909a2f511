//! `publish`: commit the public files of a game to a git repository.

mod repository;

use super::{CliError, Ui, site, words};
use crate::{
    game_dir::{Disk, Secrecy},
    log::PublicFolder,
    site::{Chapter, chapters},
};
use repository::Repository;
use std::path::{Path, PathBuf};

/// Commit the public files of a game to a git repository, a commit for each sitting.
///
/// Existing commits are not changed, so the command can be run after every sitting, or once at the end; an interrupted
/// run is completed by the next one. A repository that holds another log of the game is never overwritten. Only public
/// files are committed.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
\x20 chronojudge publish summer-war --git ../summer-war-public\n\
\x20 chronojudge publish summer-war --git ../summer-war-public --push")]
pub(super) struct Args {
    /// A game directory, or the public folder of one
    dir: PathBuf,
    /// The repository; it is created if it does not exist
    #[arg(long, value_name = "DIR")]
    git: PathBuf,
    /// Push the commits to the upstream of the branch afterwards
    #[arg(long)]
    push: bool,
}

pub(super) fn run(args: &Args, ui: &Ui) -> Result<u8, CliError> {
    let public = site::public_of(&args.dir)?;
    site::refuse_what_fails(&public)?;
    let repository = Repository::open(&args.git)?;
    let mut commits = 0;
    let committed = repository.committed()?;
    for chapter in chapters(&public)? {
        refuse_another_log(&public, &args.git, &chapter)?;
        // Files in the work tree without a commit were left by an interrupted run.
        if chapter.records.iter().all(|path| committed.contains(path)) {
            continue;
        }
        for path in &chapter.files {
            let bytes = PublicFolder::new(&public).read(path).map_err(|why| {
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

/// Refuses a repository with a record that differs from that of the game.
fn refuse_another_log(public: &Path, repository: &Path, chapter: &Chapter) -> Result<(), CliError> {
    for path in &chapter.records {
        let theirs = Disk::read(&repository.join(path))?;
        if theirs.is_some() && theirs != PublicFolder::new(public).read(path).ok() {
            return Err(CliError::user(format!(
                "{} holds another log: its {path} is not that of the game.",
                repository.display()
            ))
            .hint("Name another repository. If a game has two logs, one is forged: compare their heads with those in your mails."));
        }
    }
    Ok(())
}
