//! `status`: where a game stands.

use super::{CliError, Ui, adjudicate, words};
use crate::{
    audit::Log,
    engine::SeatId,
    mail,
    sitting::{self, Request, Wanted, post},
    store::{Ended, Players, TurnRecord, read},
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
    let players = game.players()?;
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
    let record = TurnRecord::read(&game, position.turn)?;
    let set = sitting::gather(&game, &position, &record)?;
    for stray in &set.strays {
        ui.warn(stray);
    }
    let request = Request {
        at: now,
        overdue: false,
        early: None,
    };
    let due = sitting::due(&game, &position, &record, &set, &request);
    let mails = mail::queued(game.layout.root())?.len();
    let book: post::Book = read(&game.layout.post_book())?.unwrap_or_default();
    let press = post::press_pending(&game)?;
    let rows: Vec<_> = game
        .seat_ids()
        .into_iter()
        .map(|seat| {
            let asks: Vec<&str> = record
                .prompts
                .iter()
                .filter(|p| p.seat == seat)
                .map(|p| p.ask.as_str())
                .collect();
            let orders = if set.refused.iter().any(|r| r.seat == seat) {
                "rejected"
            } else if set.orders.contains_key(&seat) {
                "on file"
            } else {
                "none"
            };
            let player = players.of(&seat).map_or("", |p| p.name.as_str());
            (seat, player, orders, asks.join(", "))
        })
        .collect();
    if ui.json() {
        let seats: Vec<_> = rows
            .iter()
            .map(|(seat, player, orders, asks)| {
                json!({"seat": seat, "player": player, "orders": orders, "asked": asks})
            })
            .collect();
        return ui.data(&json!({
            "begun": true,
            "turn": position.turn,
            "sitting": position.sitting,
            "ended": position.ended.as_str(),
            "deadline": position.deadline,
            "winners": position.winners,
            "due": due == sitting::Due::Now,
            "waits": adjudicate::waits(&due),
            "seats": seats,
            "outbox": mails,
            "bounces": book.bounces,
            "press-waiting": press,
            "head": head,
        }));
    }
    ui.line(format!(
        "{} ({}): turn {}, after sitting {}",
        game.file.title, game.known.title, position.turn, position.sitting
    ))?;
    if let Some(deadline) = position.deadline {
        ui.line(format!(
            "Orders are due {}",
            deadline.format("%Y-%m-%d %H:%M UTC")
        ))?;
    }
    if position.ended != Ended::GameOver {
        ui.line(format!(
            "\n{:12} {:16} {:9} asked",
            "seat", "player", "orders"
        ))?;
        for (seat, player, orders, asks) in rows {
            ui.line(format!("{seat:12} {player:16} {orders:9} {asks}").trim_end())?;
        }
        ui.line("")?;
    }
    ui.line(adjudicate::waits(&due))?;
    ui.line(format!("Outbox: {}", words::count(mails, "mail")))?;
    post_lines(ui, &players, &book, press)?;
    ui.line(format!("Head of the log: {head}"))
}

/// What the post is about: letters that wait, and addresses that mails do not reach.
fn post_lines(ui: &Ui, players: &Players, book: &post::Book, press: usize) -> Result<(), CliError> {
    if press > 0 {
        let letters = words::count(press, "letter");
        ui.line(format!(
            "Press: {letters} to be carried with the next report"
        ))?;
    }
    for (address, bounces) in &book.bounces {
        let seats: Vec<&str> = players
            .players
            .iter()
            .filter(|player| post::bare(&player.address).as_ref() == Some(address))
            .flat_map(|player| player.seats.iter().map(SeatId::as_str))
            .collect();
        ui.line(format!(
            "Bounces: {} to {address} ({}) since turn {}, the last on {}: {}",
            words::count(bounces.failed as usize, "mail"),
            seats.join(", "),
            bounces.since_turn,
            bounces.last.format("%Y-%m-%d"),
            bounces.words
        ))?;
    }
    Ok(())
}
