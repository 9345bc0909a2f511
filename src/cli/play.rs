//! The play page, which packages of the program contain: one HTML file, the same for all games.

use super::CliError;
use crate::game_dir::Disk;
use std::{env, path::PathBuf};

/// The variable that names the page.
const VARIABLE: &str = "CHRONOJUDGE_PLAY";

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
    let named = env::var_os(VARIABLE).filter(|path| !path.is_empty());
    if let Some(path) = named {
        return vec![path.into()];
    }
    let program = env::current_exe().unwrap_or_default();
    let folder = program.parent().map(PathBuf::from).unwrap_or_default();
    vec![
        folder.join("play.html"),
        folder.join("../share/chronojudge/play.html"),
    ]
}
