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
/// The file is a whole state, as `turns/NNNN/state.yaml` of the open turn is: copy that, mend the copy, and
/// give it here. It is looked at as a state of the rules, with all that must always be so. Like a rewind, a
/// correction appends a turn of its own, which begins with the state of the file: what was answered in the
/// open turn does not count, and orders that were sent for it are not played. A public note binds the state
/// and gives the reason; all players are mailed a report, which shows each what changed as he may see it.
///
/// What lies face down is sealed. Leave it where it lies: a tile that is opened shows what was sealed.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n\
\x20 cp summer-war/turns/0007/state.yaml mended.yaml      # the open turn is 7; mend the copy\n\
\x20 chronojudge amend summer-war mended.yaml --reason 'zytal was paid twice' --preview\n\
\x20 chronojudge amend summer-war mended.yaml --reason 'zytal was paid twice'")]
pub(super) struct Args {
    /// The game directory
    dir: PathBuf,
    /// The state as it should be
    file: PathBuf,
    /// Why; it is published
    #[arg(long)]
    reason: String,
    /// Only show what would be different; writes nothing, sends nothing
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
    let (game, _held) = words::open_locked(&args.dir, ui, now)?;
    let anew = history::amend(&game, state, now, &args.reason).map_err(CliError::from);
    rewind::commit(anew.map_err(bad)?, ui)
}

/// A state as a person has edited it.
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
