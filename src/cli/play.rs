//! The play page, which packages of the program contain: one HTML file, the same for all games.

use super::CliError;
use crate::game_dir::Disk;
use std::{
    env,
    path::{Path, PathBuf},
};

/// What is said where a site is made by a program that came without the page.
pub(super) const NONE: &str = "There is no play page, on which players point at their orders: this program came without \
                               it. `bash packaging/play.sh` makes it from the sources; CHRONOJUDGE_PLAY names the file.";

/// Returns the play page, if this program came with it.
///
/// # Errors
/// [`CliError`] if the page cannot be read.
pub(super) fn page() -> Result<Option<Vec<u8>>, CliError> {
    for path in places() {
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
fn places() -> Vec<PathBuf> {
    let named = env::var_os("CHRONOJUDGE_PLAY").filter(|path| !path.is_empty());
    if let Some(path) = named {
        return vec![path.into()];
    }
    // A system without `/proc` does not tell where the program lies, but the command line may.
    let program = env::current_exe().ok();
    let program = program.or_else(|| env::args_os().next().map(PathBuf::from));
    let folder = program.as_deref().and_then(Path::parent);
    let names = ["play.html", "../share/chronojudge/play.html"];
    folder
        .map(|folder| names.map(|name| folder.join(name)).into())
        .unwrap_or_default()
}
