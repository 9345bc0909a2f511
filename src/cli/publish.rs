//! `publish`: put the public files of a game and its site in their places.

mod child;
mod place;
mod repository;
mod rsync;

use super::{
    CliError, Ui, play,
    site::{self, Folder},
    words,
};
use crate::{
    collect::Collect,
    compose::encrypted_views,
    game_dir::{Disk, Layout, PublishSettings, SITE_MARK, Secrecy},
    log::PublicFolder,
    site::{self as pages, Chapter, Files, Raw, chapters},
};
use chrono::{DateTime, Utc};
use place::Place;
use repository::Repository;
use std::{
    collections::BTreeSet,
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
/// not deleted; and a place that holds other files without a site, or another log of the game, is never overwritten.
///
/// With `views: true` below `publish:` in `game.yaml`, the newest view of each seat lies beside the play page, encrypted. Its
/// key stands in the link in the mails of that seat alone, so nothing of it is known where the files lie.
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
    #[arg(long)]
    no_site: bool,
    /// The time limit for each run of rsync, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 900, value_parser = clap::value_parser!(u64).range(1..))]
    time_limit: u64,
}

/// The places to publish to.
#[derive(Debug)]
struct Places {
    to: Option<Place>,
    git: Option<PathBuf>,
    push: bool,
}

pub(super) fn run(args: &Args, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    let public = site::public_of(&args.dir)?;
    let places = places(args)?;
    let to = places.to.as_ref();
    let folders = [to.and_then(Place::folder), places.git.as_deref()];
    for folder in folders.into_iter().flatten() {
        refuse_game(folder)?;
    }
    let rules = site::refuse_what_fails(&public)?;
    let play = play::page(&public)?;
    let views = views(&args.dir, play.is_some(), now)?;
    let build = |raw| -> Result<Files, CliError> {
        let mut files = pages::build(&public, raw, &rules, play.clone())?;
        files.extend(views.clone());
        Ok(files)
    };
    if let Some(place) = to {
        let files = build(Raw::Beside)?;
        ui.say(format!(
            "Copying {} to {place} …",
            words::count(files.len(), "file")
        ));
        match place {
            Place::Folder(folder) => Folder::open(folder, &public)?.put(&files)?,
            Place::Server(server) => {
                let limit = Duration::from_secs(args.time_limit);
                rsync::put(server, limit, &files, |theirs| {
                    site::refuse_another_log(&public, theirs, server)
                })?;
            }
        }
        ui.say(format!("{} {place}.", ui.good("Published:")));
    }
    if let Some(git) = &places.git {
        // Everything that can be refused is refused before the first commit.
        site::refuse_another_log(&public, git, &git.display().to_string())?;
        let out = git.join(SITE);
        let folder = if args.no_site {
            None
        } else {
            Some(Folder::open(&out, &public)?)
        };
        let repository = Repository::open(git)?;
        let chapters = chapters(&public)?;
        let mut commits = commit(&repository, git, &public, &chapters, ui)?;
        if let Some(folder) = folder {
            let files = build(Raw::Above)?;
            folder.put(&files)?;
            let mut paths: BTreeSet<String> = files.into_keys().collect_set();
            paths.insert(SITE_MARK.to_owned());
            if repository.commit_site(SITE, &paths, chapters.last())? {
                ui.say("Committed: the site");
                commits += 1;
            }
        }
        if places.push {
            repository.git(&["push", "--quiet"])?;
        }
        ui.say(match commits {
            0 => "Nothing new.".to_owned(),
            n => format!("{} in {}.", words::count(n, "commit"), git.display()),
        });
    }
    Ok(0)
}

/// Returns the newest view of each seat, encrypted, if the game publishes them.
fn views(
    dir: &Path,
    has_page: bool,
    now: DateTime<Utc>,
) -> Result<Vec<(String, Vec<u8>)>, CliError> {
    if !Layout::new(dir).is_game() {
        return Ok(vec![]);
    }
    let game = words::open(dir)?;
    if !game
        .file
        .publish
        .as_ref()
        .is_some_and(|publish| publish.views)
    {
        return Ok(vec![]);
    }
    if !has_page {
        return Err(CliError::user("`publish: views` is set in game.yaml.").hint(play::NONE));
    }
    Ok(encrypted_views(&game, now)?)
}

/// Returns the places to publish to: those of the arguments, or those of `game.yaml`.
fn places(args: &Args) -> Result<Places, CliError> {
    // A relative path in the file does not depend on the folder in which the command is run.
    let (settings, base) = if args.to.is_some() || args.git.is_some() {
        let settings = PublishSettings {
            to: args.to.clone(),
            git: args.git.clone(),
            push: false,
            views: false,
        };
        (settings, Path::new(""))
    } else if Layout::new(&args.dir).is_game() {
        let settings = words::open(&args.dir)?.file.publish.unwrap_or_default();
        (settings, args.dir.as_path())
    } else {
        (PublishSettings::default(), Path::new(""))
    };
    if settings.to.is_none() && settings.git.is_none() {
        return Err(CliError::user("There is no place to publish to.").hint(
            "Name one with `--to` or `--git`, or in game.yaml: `publish:` with `to:` or `git:` below it.",
        ));
    }
    let push = settings.push || args.push;
    for (option, is_set) in [("--push", push), ("--no-site", args.no_site)] {
        if is_set && settings.git.is_none() {
            let words = format!("There is no repository, so `{option}` has no effect.");
            return Err(CliError::user(words).hint(
                "Name a repository with `--git`, or in game.yaml: `publish:` with `git:` below it.",
            ));
        }
    }
    let place = |text: &String| Place::parse(text, base);
    let folder = |path: &PathBuf| place::folder(path, base);
    Ok(Places {
        to: settings.to.as_ref().map(place).transpose()?,
        git: settings.git.as_ref().map(folder).transpose()?,
        push,
    })
}

/// Refuses a game directory as a place to publish to: its private `game.yaml` would be replaced by the public one.
fn refuse_game(folder: &Path) -> Result<(), CliError> {
    if !Layout::new(folder).is_game() {
        return Ok(());
    }
    let words = format!("{} is a game directory.", folder.display());
    Err(CliError::user(words)
        .hint("Publish to a folder of its own, such as `../summer-war-public`."))
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
