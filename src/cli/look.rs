//! `look`: the game as a player sees it, from the view that came with their report.

use super::{CliError, Ui, own_view::OwnView};
use crate::report::{Ended, Game, Page, Reader, Reading, ReportError, Words};
use serde_json::json;
use std::path::PathBuf;

/// Show the game as you see it, from the view that came with your report.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
\x20 chronojudge look zytal.view.yaml\n\
\x20 chronojudge look zytal.view.yaml --json | jq -r .html > board.html")]
pub(super) struct Args {
    /// The view that came with the report
    view: PathBuf,
}

pub(super) fn run(args: &Args, ui: &Ui) -> Result<u8, CliError> {
    let own = OwnView::open(&args.view)?;
    let reading = reading(&own);
    let words = Words::builtin(&*own.rules, &own.library)?;
    let page = Page::new(&words, &reading);
    // The templates are the program's own, so what fails is the view.
    let cut = |_: ReportError| CliError::cut_view("The view lacks something that its game shows.");
    if !ui.json() {
        return ui.line(page.look_text().map_err(cut)?.trim_end());
    }
    let seat = &own.seat;
    let look = page.look().map_err(cut)?;
    ui.data(&json!({
        "game": seat.game, "ruleset": seat.ruleset, "title": own.known.title, "turn": seat.turn,
        "sitting": seat.sitting, "seat": seat.seat, "seats": seat.seats,
        "html": look.html, "style": look.style, "form": page.form(&format!("orders-{}.schema.json", own.known.id)).map_err(cut)?,
    }))
}

/// Returns what the view tells as the data of a report.
fn reading(own: &OwnView) -> Reading {
    let seat = &own.seat;
    let game = Game {
        id: seat.game.clone(),
        title: seat.game.clone(),
        ruleset: own.known.title.to_owned(),
        edition: own.known.edition.to_owned(),
    };
    let waits = !seat.asked.is_empty();
    // The view between two turns is that at the end of the earlier one.
    let turn = seat.turn - u32::from(!waits && seat.turn > 0);
    let reader = Reader::seat(seat.seat.as_str(), None);
    let mut reading = Reading::new(game, reader, turn, seat.sitting, seat.view.clone());
    reading.next.turn = seat.turn;
    reading.prompts.clone_from(&seat.asked);
    if waits {
        reading.ended = Ended::Waiting;
    }
    if let Ok(odds) = own.rules.odds_seen(&seat.view, &seat.seat) {
        reading.odds = odds;
    }
    reading
}
