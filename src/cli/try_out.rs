//! `try`: a preview of a player's own orders on their own view, and of supposed orders of others.

mod table;

use super::{CliError, Ui, own_view::OwnView, set_off, words};
use crate::{
    collect::Collect,
    engine::{Effort, OnFile, SeatId},
    game_dir::Filed,
    orders::as_locked,
};
use serde_json::json;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

/// Preview your own orders on your own view, before you send them.
///
/// The rules execute your part of the turn as if no other player acted before you and all other players answered their
/// questions with the defaults. The output lists the decisions of other players and marks the results that depend on
/// them as open. Every possible outcome of dice, facedown tiles and counters in the bag is counted, so the chances are
/// exact. If there are too many outcomes, a random sample is used, always the same one, and each chance has a 95 %
/// interval. The preview uses only the view that came with your report, so it cannot reveal hidden information.
///
/// `--suppose` plays an order file that another player might send, in the order of the rules, wherever the rules ask
/// that player. It is checked as far as your view allows. What the file does not answer, and what the players without
/// such a file are asked, is still answered by default.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
\x20 chronojudge try zytal.orders.yaml --view zytal.view.yaml\n\
\x20 chronojudge try zytal.orders.yaml --view zytal.view.yaml --suppose roo.yaml --suppose human.yaml\n\
\x20 chronojudge try zytal.orders.yaml --view zytal.view.yaml --json | jq '.tried.steps[] | .what'")]
pub(super) struct Args {
    /// The order file
    file: PathBuf,
    /// The view that came with the report
    #[arg(long)]
    view: PathBuf,
    /// Suppose these orders of another seat, an order file that names its seat; may be repeated
    #[arg(long, value_name = "FILE")]
    suppose: Vec<PathBuf>,
    /// Show all possible actions, and also results with a chance below 1 %
    #[arg(long)]
    all: bool,
}

/// Supposed orders, as far as they can be used.
struct Supposed {
    on_file: BTreeMap<SeatId, OnFile>,
    has_errors: bool,
}

/// The reason why there is no preview.
enum NoPreview {
    /// A file cannot be used; its diagnostics were printed, and this is the exit code.
    Refused(u8),
    Failed(CliError),
}

impl From<CliError> for NoPreview {
    fn from(error: CliError) -> Self {
        Self::Failed(error)
    }
}

/// Reads an order file.
fn read(own: &OwnView, file: &Path, ui: &Ui) -> Result<Filed, NoPreview> {
    let bytes = words::order_file(file, ui).ok_or(NoPreview::Refused(2))?;
    own.file(file, &bytes).map_err(|problems| {
        ui.problems(&problems);
        NoPreview::Refused(1)
    })
}

/// Reads and checks the files of `--suppose`.
fn supposed(own: &OwnView, files: &[PathBuf], ui: &Ui) -> Result<Supposed, NoPreview> {
    let mut read_files: BTreeMap<SeatId, Filed> = BTreeMap::new();
    for file in files {
        let filed = read(own, file, ui)?;
        let problems = own.misdirected_supposed(&filed, &read_files);
        if !problems.is_empty() {
            ui.problems(&filed.wrap(problems));
            return Err(NoPreview::Refused(1));
        }
        read_files.insert(filed.envelope.seat.clone(), filed);
    }
    let mut has_errors = false;
    for filed in read_files.values() {
        let problems = filed.wrap(own.look_supposed(filed, &read_files)?);
        ui.problems(&problems);
        has_errors |= problems.has_errors();
    }
    let on_file = read_files.iter();
    let on_file =
        on_file.map(|(seat, filed)| (seat.clone(), as_locked(std::slice::from_ref(filed))));
    Ok(Supposed {
        on_file: on_file.collect_map(),
        has_errors,
    })
}

pub(super) fn run(args: &Args, ui: &Ui) -> Result<u8, CliError> {
    match preview(args, ui) {
        Ok(code) | Err(NoPreview::Refused(code)) => Ok(code),
        Err(NoPreview::Failed(error)) => Err(error),
    }
}

/// Prints the preview, and returns the exit code.
fn preview(args: &Args, ui: &Ui) -> Result<u8, NoPreview> {
    let own = OwnView::open(&args.view)?;
    let filed = read(&own, &args.file, ui)?;
    let look = own.look(&filed)?;
    let problems = filed.wrap(look.problems);
    ui.problems(&problems);
    if look.misdirected && problems.has_errors() {
        return Ok(1);
    }
    let supposed = supposed(&own, &args.suppose, ui)?;
    let tried = own.preview(
        &own.words()?,
        &filed,
        &look.done,
        supposed.on_file,
        Effort::FULL,
    )?;
    let seat = &own.seat;
    if ui.json() {
        ui.data(&json!({
            "game": seat.game, "turn": seat.turn, "seat": seat.seat, "tried": tried, "set-off": look.set_off,
        }))?;
    } else {
        table::print(&own, &tried, args.all, ui)?;
        set_off::print(&look.set_off, ui)?;
    }
    Ok(u8::from(problems.has_errors() || supposed.has_errors))
}
