//! `replay`: the sittings of a game, for the play page.

use super::{CliError, Ui};
use crate::site;
use serde_json::json;
use std::path::PathBuf;

/// Show how a game was played, sitting by sitting, from its public files.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The public folder of a game
    public: PathBuf,
    /// The first sitting to show, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    from: usize,
    /// The last sitting to show
    #[arg(long, value_name = "N", default_value_t = usize::MAX)]
    to: usize,
}

pub(super) fn run(args: &Args, ui: &Ui) -> Result<u8, CliError> {
    let replay = site::replay(&args.public, args.from..=args.to)?;
    ui.data(&json!(replay))
}
