//! `decrypt`: read the view that a link on the play page opens.

use super::{CliError, Ui};
use crate::{cipher::Key, game_dir::Disk};
use serde_json::{Value, json};
use std::path::PathBuf;

/// Say where the encrypted view of a link lies, or read it.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The key: what stands behind `#` in the link
    key: Key,
    /// The encrypted view; left out, its path below the folder of the play page is said
    file: Option<PathBuf>,
}

pub(super) fn run(args: &Args, ui: &Ui) -> Result<u8, CliError> {
    let Some(path) = &args.file else {
        return ui.data(&json!({"path": format!("views/{}", args.key.name())}));
    };
    let file = Disk::read(path)?.unwrap_or_default();
    let text = (args.key)
        .decrypt(&file)
        .map_err(|why| CliError::user(format!("The view of this link cannot be read: {why}.")))?;
    let shown: Value = serde_json::from_slice(&text)
        .map_err(|why| CliError::user(format!("The view of this link cannot be read: {why}.")))?;
    ui.data(&shown)
}
