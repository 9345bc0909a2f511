//! `publish`: put the public files of a game and its site in their places.

mod child;
mod place;
mod repository;
mod rsync;

use super::{
    CliError, Ui,
    site::{self, Folder},
    words,
};
use crate::{
    game_dir::{Disk, Layout, PublishSettings, SITE_MARK, Secrecy},
    log::PublicFolder,
    site::{Chapter, Raw, build, chapters},
};
use place::Place;
use repository::Repository;
use std::{
    path::{Path, PathBuf},
    time::Duration,
};

/// The folder of the site in a git repository.
const SITE: &str = "site";

/// Put the public files of a game and its site where all can find them: on a web server, or in a git repository.
///
/// `--to` makes the site with the public files in a folder of this machine, or on a server by the program `rsync`; every
/// file is there before the first page that links to it. `--git` commits the public files to a repository, a commit for
/// each sitting, and the site to its folder `site`. Without `--to` and `--git` the places are those of `publish` in
/// `game.yaml`.
///
/// The command can be run after every sitting, or once at the end; an interrupted run is completed by the next one. Only
/// public files are published, and only if they pass their audit. Existing commits are not changed; files of others are
/// not deleted; and a place that holds another log of the game is never overwritten.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
\x20 chronojudge publish summer-war --to ada@example.org:www/summer-war\n\
\x20 chronojudge publish summer-war --git ../summer-war-public --push\n\
\x20 chronojudge publish summer-war            to the places that game.yaml names:\n\
\x20     publish:\n\
\x20       to: ada@example.org:www/summer-war")]
pub(super) struct Args {
    /// A game directory, or the public folder of one
    #[arg(default_value = ".")]
    dir: PathBuf,
    /// The folder for the site with the public files: on this machine, or `USER@HOST:FOLDER` by the program `rsync`
    #[arg(long, value_name = "PLACE")]
    to: Option<String>,
    /// The repository; it is created if it does not exist
    #[arg(long, value_name = "DIR")]
    git: Option<PathBuf>,
    /// Push the commits to the upstream of the branch afterwards
    #[arg(long)]
    push: bool,
    /// Commit the public files to the repository without the site
    #[arg(long, requires = "git")]
    no_site: bool,
    /// The time limit for each of the three runs of rsync, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 900, value_parser = clap::value_parser!(u64).range(1..))]
    time_limit: u64,
}

pub(super) fn run(args: &Args, ui: &Ui) -> Result<u8, CliError> {
    let public = site::public_of(&args.dir)?;
    let settings = settings(args)?;
    let place = settings.to.as_deref().map(Place::parse).transpose()?;
    let rules = site::refuse_what_fails(&public)?;
    if let Some(place) = &place {
        let files = build(&public, Raw::Beside, &rules)?;
        ui.say(format!(
            "Copying {} to {place} …",
            words::count(files.len(), "file")
        ));
        match place {
            Place::Folder(folder) => {
                refuse_another_log_in(&public, &folder.join("public"), &place.to_string())?;
                Folder::open(folder)?.put(&files)?;
            }
            Place::Server(server) => {
                let limit = Duration::from_secs(args.time_limit);
                rsync::put(server, limit, &files, |theirs| {
                    refuse_another_log_in(&public, theirs, &place.to_string())
                })?;
            }
        }
        ui.say(format!("{} {place}.", ui.good("Published:")));
    }
    if let Some(git) = &settings.git {
        let repository = Repository::open(git)?;
        let chapters = chapters(&public)?;
        let mut commits = commit(&repository, git, &public, &chapters, ui)?;
        if !args.no_site {
            let files = build(&public, Raw::Above, &rules)?;
            let out = git.join(SITE);
            let gone = Folder::open(&out)?.put(&files)?;
            let mut paths: Vec<String> = files.into_keys().collect();
            paths.push(SITE_MARK.to_owned());
            if repository.commit_site(SITE, &paths, &gone, chapters.last())? {
                ui.say("Committed: the site");
                commits += 1;
            }
        }
        if settings.push {
            repository.git(&["push", "--quiet"])?;
        }
        ui.say(match commits {
            0 => "Nothing new.".to_owned(),
            n => format!("{} in {}.", words::count(n, "commit"), git.display()),
        });
    }
    Ok(0)
}

/// Returns the places to publish to: those of the arguments, or those of `game.yaml`.
fn settings(args: &Args) -> Result<PublishSettings, CliError> {
    if args.to.is_some() || args.git.is_some() {
        return Ok(PublishSettings {
            to: args.to.clone(),
            git: args.git.clone(),
            push: args.push,
        });
    }
    let mut settings = PublishSettings::default();
    if Layout::new(&args.dir).game().exists() && Layout::new(&args.dir).public().is_dir() {
        settings = words::open(&args.dir)?.file.publish.unwrap_or_default();
    }
    if settings.to.is_none() && settings.git.is_none() {
        return Err(CliError::user("There is no place to publish to.").hint(
            "Name one with `--to` or `--git`, or in game.yaml: `publish:` with `to:` or `git:` below it.",
        ));
    }
    // A relative path in the file does not depend on the folder in which the command is run.
    settings.git = settings.git.map(|git| args.dir.join(git));
    settings.to = settings.to.map(|to| Place::below(&args.dir, to));
    settings.push |= args.push;
    Ok(settings)
}

/// Commits each chapter that has no commit yet; returns their number.
fn commit(
    repository: &Repository<'_>,
    git: &Path,
    public: &Path,
    chapters: &[Chapter],
    ui: &Ui,
) -> Result<usize, CliError> {
    let mut commits = 0;
    let committed = repository.committed()?;
    for chapter in chapters {
        refuse_another_log(public, git, chapter)?;
        // Files in the work tree without a commit were left by an interrupted run.
        if chapter.records.iter().all(|path| committed.contains(path)) {
            continue;
        }
        for path in &chapter.files {
            let bytes = PublicFolder::new(public).read(path).map_err(|why| {
                CliError::user(format!("{why}.")).hint("`chronojudge audit` says what is wrong.")
            })?;
            Disk::new().write(&git.join(path), &bytes, Secrecy::Open)?;
        }
        repository.commit(chapter)?;
        ui.say(format!("Committed: {}", chapter.title));
        commits += 1;
    }
    Ok(commits)
}

/// Refuses a repository with a record that differs from that of the game.
fn refuse_another_log(public: &Path, repository: &Path, chapter: &Chapter) -> Result<(), CliError> {
    for path in &chapter.records {
        let theirs = Disk::read(&repository.join(path))?;
        if theirs.is_some() && theirs != PublicFolder::new(public).read(path).ok() {
            return Err(another_log(&repository.display().to_string(), path));
        }
    }
    Ok(())
}

/// Refuses a published folder whose log has a record that differs from that of the game, or that the game does not have.
fn refuse_another_log_in(public: &Path, theirs: &Path, place: &str) -> Result<(), CliError> {
    for name in Disk::names(&theirs.join("log"))? {
        let path = format!("log/{}", name.to_string_lossy());
        let other = Disk::read(&theirs.join(&path))?;
        if other != PublicFolder::new(public).read(&path).ok() {
            return Err(another_log(place, &path));
        }
    }
    Ok(())
}

fn another_log(place: &str, record: &str) -> CliError {
    CliError::user(format!(
        "{place} holds another log: its {record} is not that of the game."
    ))
    .hint("Name another place. If a game has two logs, one is forged: compare their heads with those in your mails.")
}
