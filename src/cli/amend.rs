//! `amend`: correct the state of a game.

use super::{CliError, Ui, rewind, words};
use crate::{
    game_dir::{Disk, StoreError},
    history,
    yaml::{Budget, Document, Problems, Source},
};
use chrono::{DateTime, Utc};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Correct the state of a game.
///
/// The file is a complete state, like `turns/NNNN/state.yaml` of the open turn: copy that file, correct the copy, and
/// give the copy here. It must satisfy all invariants of the rules. Like a rewind, a correction appends a new turn,
/// which starts from the state in the file: answers given in the open turn are dropped, and orders for it are not
/// executed. A public note commits to the state and gives the reason; every player is mailed a report with the changes
/// that the player may see.
///
/// Do not move facedown tiles: when a tile is opened, it shows the content that was committed before the correction.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n\
\x20 cp summer-war/turns/0007/state.yaml fixed.yaml       # the open turn is 7; correct the copy\n\
\x20 chronojudge amend summer-war fixed.yaml --reason 'zytal was paid twice' --preview\n\
\x20 chronojudge amend summer-war fixed.yaml --reason 'zytal was paid twice'")]
pub(super) struct Args {
    /// The game directory
    dir: PathBuf,
    /// The corrected state
    file: PathBuf,
    /// The reason; it is published
    #[arg(long)]
    reason: String,
    /// Only show the differences; write and send nothing
    #[arg(long)]
    preview: bool,
}

pub(super) fn run(args: &Args, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    let state = read(&args.file)?;
    let bad = |mut error: CliError| {
        error.words = format!("{}: {}", words::name(&args.file), error.words);
        error
    };
    if args.preview {
        let game = words::open(&args.dir)?;
        let anew = history::amend(&game, state, now, &args.reason).map_err(CliError::from);
        return rewind::preview(&anew.map_err(bad)?, ui);
    }
    let game = words::open_locked(&args.dir, ui, now)?;
    let anew = history::amend(&game, state, now, &args.reason).map_err(CliError::from);
    rewind::commit(anew.map_err(bad)?, ui)
}

/// Reads a state that the GM has edited.
fn read(path: &Path) -> Result<Value, CliError> {
    let name = words::name(path);
    let Some(bytes) = Disk::read_at_most(path, Budget::Large.bytes())? else {
        return Err(CliError::user(format!("There is no file {name}.")));
    };
    let wrong = |source, list| CliError::from(StoreError::Problems(Problems::new(source, list)));
    let document = Document::read(name.as_str(), &bytes, Budget::Large)
        .map_err(|list| wrong(Source::lossy(&name, &bytes), list))?;
    match document.decode() {
        Ok(state) => Ok(state),
        Err(problem) => Err(wrong(document.source, vec![problem])),
    }
}
