//! `status`: where a game stands.

use super::{CliError, Ui, adjudicate, words};
use crate::{
    audit::Log,
    desk::{self, Look},
    mail,
    sitting::{self, Due, Wanted},
    store::{Ended, Game},
};
use chrono::{DateTime, Utc};
use serde_json::json;
use std::path::PathBuf;

/// Say where a game stands and whom it waits for.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The game directory
    dir: PathBuf,
}

pub(super) fn run(args: &Args, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    let game = words::open(&args.dir)?;
    let head = Log::read(&game.layout.public())?.head_field();
    let Some(position) = sitting::sound(&game)? else {
        let wanted = sitting::wanted(&game)?;
        if ui.json() {
            let (empty, owing) = match &wanted {
                Wanted::Players(seats) => (&seats[..], &[][..]),
                Wanted::Words(seats) => (&[][..], &seats[..]),
                Wanted::Nothing => (&[][..], &[][..]),
            };
            return ui.data(
                &json!({"begun": false, "empty": empty, "words-wanted": owing, "head": head}),
            );
        }
        ui.line(format!("{}: not begun", game.file.title))?;
        return ui.line(wanted.to_string());
    };
    let look = desk::look(&game, position, now)?;
    for stray in &look.set.strays {
        ui.warn(stray);
    }
    let mails = mail::queued(game.layout.root())?.len();
    if ui.json() {
        ui.data(&as_json(&look, mails, &head))
    } else {
        table(&game, &look, mails, &head, ui)
    }
}

fn as_json(look: &Look, mails: usize, head: &str) -> serde_json::Value {
    let position = &look.position;
    let seats: Vec<_> = look
        .rows
        .iter()
        .map(|row| {
            json!({
                "seat": row.seat,
                "player": row.player,
                "orders": row.orders,
                "asked": row.asked.join(", "),
                "owes": row.owes,
                "late": row.late,
                "away": row.away,
                "missed": row.missed,
                "step": row.step,
                "bounces": row.bounces,
            })
        })
        .collect();
    let guards: Vec<_> = look
        .guards
        .iter()
        .map(|g| json!({"guard": g.guard, "why": g.words, "hint": g.hint}))
        .collect();
    json!({
        "begun": true,
        "turn": position.turn,
        "sitting": position.sitting,
        "ended": position.ended.as_str(),
        "deadline": position.deadline,
        "lapse": look.lapse,
        "paused": look.paused.as_ref().map(|pause| pause.until),
        "held": position.clock.held.is_some(),
        "held-by": position.clock.held.as_ref().and_then(|held| held.guard),
        "guards": guards,
        "winners": position.winners,
        "due": look.due == Due::Now,
        "waits": adjudicate::waits(&look.due),
        "seats": seats,
        "outbox": mails,
        "head": head,
    })
}

fn table(game: &Game, look: &Look, mails: usize, head: &str, ui: &Ui) -> Result<u8, CliError> {
    let position = &look.position;
    ui.line(format!(
        "{} ({}): turn {}, after sitting {}",
        game.file.title, game.known.title, position.turn, position.sitting
    ))?;
    let utc = |at: DateTime<Utc>| at.format("%Y-%m-%d %H:%M UTC");
    if let Some(deadline) = position.deadline {
        let grace = look.lapse.filter(|lapse| *lapse != deadline);
        let grace = grace.map(|lapse| format!(", and waited for until {}", utc(lapse)));
        ui.line(format!(
            "Orders are due {}{}",
            utc(deadline),
            grace.unwrap_or_default()
        ))?;
    }
    if position.ended != Ended::GameOver {
        ui.line(format!(
            "\n{:12} {:16} {:9} asked",
            "seat", "player", "orders"
        ))?;
        for row in &look.rows {
            let mut last = row.asked.clone();
            let remarks = row.remarks();
            if !remarks.is_empty() {
                last.push(format!("({})", remarks.join(", ")));
            }
            let (seat, player, orders) = (&row.seat, &row.player, row.orders);
            let line = format!("{seat:12} {player:16} {orders:9} {}", last.join(", "));
            ui.line(line.trim_end())?;
        }
        ui.line("")?;
    }
    ui.line(adjudicate::waits(&look.due))?;
    for guard in &look.guards {
        ui.line(format!("Guard `{}`: {}", guard.guard.as_str(), guard.words))?;
    }
    ui.line(format!("Outbox: {}", words::count(mails, "mail")))?;
    ui.line(format!("Head of the log: {head}"))
}
