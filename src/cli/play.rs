//! The play page, which packages of the program contain: one HTML file for all games, and a smaller one for each game.

use super::CliError;
use crate::{game_dir::Disk, site};
use std::{
    env,
    path::{Path, PathBuf},
};

/// The message of a command that makes a site, if the program came without the play page.
pub(super) const NONE: &str = "There is no play page, on which players point at their orders: this program came without \
                               it. `bash packaging/play.sh` makes it from the sources; CHRONOJUDGE_PLAY names the file, \
                               or the folder.";

/// Returns the play page for the game of a public folder, if this program came with it: the page of that ruleset alone, or
/// that of all.
///
/// # Errors
/// [`CliError`] if the page or the name of the ruleset cannot be read.
pub(super) fn page(public: &Path) -> Result<Option<Vec<u8>>, CliError> {
    for path in places(&site::ruleset(public)?) {
        let page = Disk::read(&path)
            .map_err(|error| CliError::user(format!("The play page cannot be read: {error}.")))?;
        if page.is_some() {
            return Ok(page);
        }
    }
    Ok(None)
}

/// Returns the places where the page may lie: where the variable says, beside the program in an archive, or where the
/// package of a system puts it.
fn places(ruleset: &str) -> Vec<PathBuf> {
    let named = env::var_os("CHRONOJUDGE_PLAY").filter(|path| !path.is_empty());
    if let Some(path) = named.map(PathBuf::from) {
        return if path.is_dir() {
            in_folder(&path, ruleset).into()
        } else {
            vec![path]
        };
    }
    // A system without `/proc` does not tell where the program lies, but the command line may.
    let program = env::current_exe().ok();
    let program = program.or_else(|| env::args_os().next().map(PathBuf::from));
    let folder = program.as_deref().and_then(Path::parent);
    let folders = folder.map(|folder| [folder.to_owned(), folder.join("../share/chronojudge")]);
    let folders = folders.into_iter().flatten();
    folders
        .flat_map(|folder| in_folder(&folder, ruleset))
        .collect()
}

/// Returns the names of the page in a folder, the smaller page first.
fn in_folder(folder: &Path, ruleset: &str) -> [PathBuf; 2] {
    [format!("play-{ruleset}.html"), "play.html".to_owned()].map(|name| folder.join(name))
}
