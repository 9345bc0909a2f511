//! `check`: check order files without playing them.

use super::{CliError, Ui, own_view::OwnView, set_off, ui::Tone, words};
use crate::{
    engine::{SeatId, SetOff, Viewer},
    game_dir::{Game, TurnRecord, verdict},
    orders::{Before, unanswered, used_files},
    yaml::{Problems, Severity},
};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Check order files without playing them.
///
/// The check is the same as that of the adjudicator. A player checks against the view that came with the report
/// (`--view`); the GM checks against a game directory (`--game`, or the game directory that contains the file).
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
\x20 chronojudge check zytal.orders.yaml --view zytal.view.yaml     the player\n\
\x20 chronojudge check zytal.orders.yaml --game summer-war          the GM")]
pub(super) struct Args {
    /// Order files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The view that came with the report
    #[arg(long, conflicts_with = "game")]
    view: Option<PathBuf>,
    /// The game directory
    #[arg(long)]
    game: Option<PathBuf>,
}

pub(super) fn run(args: &Args, ui: &Ui) -> Result<u8, CliError> {
    let (mut rejected, mut unread) = (false, false);
    let mut rows = vec![];
    for file in &args.files {
        let name = words::name(file);
        let Some(bytes) = words::order_file(file, ui) else {
            unread = true;
            continue;
        };
        let (problems, rules) = match &args.view {
            Some(view) => on_view(view, file, &bytes)?,
            None => in_game(args, file, &bytes)?,
        };
        let bad = problems.has_errors();
        rejected |= bad;
        let warnings = problems
            .list
            .iter()
            .filter(|p| p.severity == Severity::Warning)
            .count();
        ui.problems(&problems);
        rows.push(json!({
            "file": name,
            "accepted": !bad,
            "problems": problems.to_json(),
            "set-off": rules,
        }));
        if !ui.json() {
            set_off::print(&rules, ui)?;
            if bad {
                ui.line(format!("{} {name}", ui.toned(Tone::Bad, "REJECTED")))?;
            } else if warnings > 0 {
                ui.done(format!(
                    "{} {name}",
                    ui.toned(Tone::Good, "ACCEPTED WITH WARNINGS")
                ))?;
            } else {
                ui.done(format!("{} {name}", ui.toned(Tone::Good, "ACCEPTED")))?;
            }
        }
    }
    if ui.json() {
        ui.data(&rows.into())?;
    }
    Ok(if unread { 2 } else { u8::from(rejected) })
}

/// The problems of an order file, and what would set its rules off.
type Checked = (Problems, Vec<SetOff>);

/// Checks a player's order file on the player's own view.
fn on_view(view: &Path, file: &Path, bytes: &[u8]) -> Result<Checked, CliError> {
    let own = OwnView::open(view)?;
    match own.file(file, bytes) {
        Ok(filed) => {
            let look = own.look(&filed)?;
            Ok((filed.wrap(look.problems), look.set_off))
        }
        Err(problems) => Ok((problems, vec![])),
    }
}

/// Checks an order file in a game directory, for the GM.
fn in_game(args: &Args, file: &Path, bytes: &[u8]) -> Result<Checked, CliError> {
    let game = match &args.game {
        Some(dir) => words::open(dir)?,
        None => enclosing(file)?,
    };
    let name = file.display().to_string();
    let filed = match game.read_orders(&name, bytes) {
        Ok(filed) => filed,
        Err(problems) => return Ok((problems, vec![])),
    };
    let position = game
        .position()?
        .ok_or_else(|| CliError::user("The game has not begun."))?;
    let mut problems = filed.misdirected(
        game.name.as_str(),
        position.turn,
        named(&game, position.turn, file).as_ref(),
        &game.seat_ids(),
        &*game.rules,
    );
    let seat = filed.envelope.seat.clone();
    let mut rules = vec![];
    if problems.is_empty()
        && let Some(view) = game.view(position.turn, &Viewer::Seat(seat.clone()))?
    {
        let record = TurnRecord::read(&game, position.turn)?;
        let used = used_files(&game, position.turn, &seat)?;
        let next = position.next_lock();
        let before = Before::of(&*game.rules, &seat, &record, &used, &filed, next)?;
        problems = verdict(&game, &filed, &view, &before.done)?;
        rules = game.rules.set_off(&view, &seat, &filed.body)?;
        problems.extend(before.remarks(&filed, position.sitting));
        let asked = record.prompts.iter().filter(|p| p.seat == seat).count();
        let open = unanswered(&game, &position, &record, &filed)?;
        problems.extend(filed.leaves_open(&open, asked, game.rules.asks()));
    }
    Ok((filed.wrap(problems), rules))
}

/// Returns the seat that a file is named after, if it is in the game's own folder of orders.
fn named(game: &Game, turn: u32, file: &Path) -> Option<SeatId> {
    let path = file.canonicalize().ok()?;
    game.seat_ids().into_iter().find(|seat| {
        let place = game.layout.order(turn, seat);
        place.canonicalize().is_ok_and(|p| p == path)
    })
}

/// Opens the game directory that contains a file.
fn enclosing(file: &Path) -> Result<Game, CliError> {
    let path = file.canonicalize().unwrap_or_else(|_| file.to_owned());
    for folder in path.ancestors().skip(1) {
        if folder.join("game.yaml").exists() {
            return words::open(folder);
        }
    }
    Err(
        CliError::user("No view and no game is given, and the file is in no game directory.").hint(
            "Name the view that came with your report (`--view`), or the game directory (`--game`).",
        ),
    )
}
