//! `status`: the state of a game and the seats it waits for.

use super::{CliError, Ui, adjudicate, status_all, ui::Tone, words};
use crate::{
    compose::bare,
    engine::SeatId,
    game_dir::{self, Ended, Game, Invitation, Layout, Player, Players},
    inbox,
    lobby::{self, Wanted},
    mail,
    orders::Bounces,
    run::Due,
    schedule::{self, Status},
};
use chrono::{DateTime, Utc};
use serde_json::json;
use std::{collections::BTreeMap, path::PathBuf};

/// Show the status of a game and the seats it waits for, or of all games in a folder.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
\x20 chronojudge status summer-war\n\
\x20 chronojudge status /srv/games        one line for each game, and what it waits for")]
pub(super) struct Args {
    /// The game directory, or a folder of games
    #[arg(default_value = ".")]
    dir: PathBuf,
}

pub(super) fn run(args: &Args, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    if !Layout::new(&args.dir).game().exists() {
        let games = schedule::games(&args.dir)?;
        if !games.is_empty() {
            return status_all::run(&games, ui, now);
        }
    }
    let game = words::open(&args.dir)?;
    let head = game.log_end()?.head_field();
    words::warn_of_trust(game.players()?.trust, ui);
    let Some(position) = game_dir::verify(&game)? else {
        let wanted = lobby::wanted(&game)?;
        let players = game.players()?.players;
        if ui.json() {
            let mut data = json!({
                "begun": false, "empty": [], "declined": [], "hashes-wanted": [], "salts-wanted": [], "round": null, "head": head,
            });
            match &wanted {
                Wanted::Players(seats) => data["empty"] = json!(seats),
                Wanted::Declined(seats) => data["declined"] = json!(seats),
                Wanted::Hashes(seats) => data["hashes-wanted"] = json!(seats),
                Wanted::Salts(seats) => data["salts-wanted"] = json!(seats),
                Wanted::Round(round, _) => data["round"] = json!(round),
                Wanted::Nothing => {}
            }
            let invited = players.iter().map(|player| {
                json!({"player": player.name, "seats": player.seats, "invitation": player.invitation})
            });
            data["players"] = invited.collect();
            return ui.data(&data);
        }
        ui.line(format!("{}: not begun", game.file.title))?;
        invitations(&game, &players, ui)?;
        return ui.line(wanted.to_string());
    };
    let status = schedule::status(&game, position, now)?;
    for stray in &status.set.strays {
        ui.warn(stray);
    }
    let mails = mail::queued(game.layout.root())?.len();
    let post = Post {
        outbox: mails,
        bounces: schedule::bounces(&game, now)?,
        press: inbox::pending(&game)?,
        aside: inbox::set_aside(&game)?,
    };
    if ui.json() {
        ui.data(&as_json(&game, &status, &post, &head))
    } else {
        table(&game, &status, &post, &head, ui)
    }
}

/// Prints the seats of a game that has not begun, with their players and the answers to the invitations.
fn invitations(game: &Game, players: &[Player], ui: &Ui) -> Result<(), CliError> {
    if players.is_empty() {
        return Ok(());
    }
    ui.line(format!("\n{:12} {:16} invitation", "seat", "player"))?;
    for seat in game.seat_ids() {
        let player = players.iter().find(|player| player.seats.contains(&seat));
        let (name, answer) = match player {
            None => ("", "the seat is empty"),
            Some(player) => {
                let answer = match player.invitation {
                    Invitation::Open => "no answer yet",
                    Invitation::Accepted => "accepted",
                    Invitation::Declined => "DECLINED: seat another player",
                };
                (player.name.as_str(), answer)
            }
        };
        ui.line(format!("{:12} {name:16} {answer}", seat.as_str()))?;
    }
    ui.line("")?;
    Ok(())
}

/// The mails and letters that wait, and the bounces.
struct Post {
    outbox: usize,
    bounces: BTreeMap<String, Bounces>,
    press: usize,
    /// Mails that could not be handled.
    aside: usize,
}

fn as_json(game: &Game, status: &Status, post: &Post, head: &str) -> serde_json::Value {
    let position = &status.position;
    let seats: Vec<_> = status
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
                "absences": row.absences,
                "missed": row.missed,
                "step": row.step,
                "bot": row.bot,
                "bounces": row.bounces,
            })
        })
        .collect();
    let guards: Vec<_> = status
        .guards
        .iter()
        .map(|g| json!({"guard": g.guard, "why": g.words, "hint": g.hint}))
        .collect();
    json!({
        "begun": true,
        "fork": game.file.fork,
        "turn": position.turn,
        "sitting": position.sitting,
        "ended": position.ended.as_str(),
        "deadline": position.deadline,
        "lapse": status.lapse,
        "paused": status.paused.as_ref().map(|pause| pause.until),
        "held": position.clock.held.is_some(),
        "held-by": position.clock.held.as_ref().and_then(|held| held.guard),
        "hold": status.held.as_ref().map(|held| json!({
            "who": held.who, "at": held.at, "why": held.text,
        })),
        "guards": guards,
        "winners": position.winners,
        "locked": position.locked.as_ref().map(|locked| json!({
            "sitting": locked.sitting, "round": locked.round, "out": locked.out(),
        })),
        "due": status.due == Due::Now,
        "waits": adjudicate::waits(&status.due),
        "seats": seats,
        "outbox": post.outbox,
        "bounces": post.bounces,
        "press-waiting": post.press,
        "set-aside": post.aside,
        "head": head,
    })
}

fn table(game: &Game, status: &Status, post: &Post, head: &str, ui: &Ui) -> Result<u8, CliError> {
    let position = &status.position;
    if let Some(fork) = &game.file.fork {
        ui.line(format!("A {}.", fork.words()))?;
    }
    let title = ui.toned(Tone::Heading, &game.file.title);
    ui.line(format!(
        "{title} ({}): turn {}, after sitting {}",
        game.known.title, position.turn, position.sitting
    ))?;
    let utc = |at: DateTime<Utc>| at.format("%Y-%m-%d %H:%M UTC");
    if let Some(deadline) = position.deadline {
        let grace = status.lapse.filter(|lapse| *lapse != deadline);
        let grace = grace.map(|lapse| format!("; the grace period ends {}", utc(lapse)));
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
        for row in &status.rows {
            let mut last = row.asked.clone();
            let remarks = row.remarks();
            if !remarks.is_empty() {
                last.push(format!("({})", remarks.join(", ")));
            }
            let (seat, player, orders) = (&row.seat, &row.player, row.orders);
            // Colours have no width: the padding comes first.
            let tone = match orders {
                "on file" => Some(Tone::Good),
                "rejected" => Some(Tone::Bad),
                _ if row.owes => Some(Tone::Doubtful),
                _ => None,
            };
            let orders = format!("{orders:9}");
            let orders = tone.map_or(orders.clone(), |tone| ui.toned(tone, &orders));
            let line = format!("{seat:12} {player:16} {orders} {}", last.join(", "));
            ui.line(line.trim_end())?;
        }
        ui.line("")?;
    }
    let waits = adjudicate::waits(&status.due);
    ui.line(match status.due {
        Due::Now => ui.toned(Tone::Good, &waits),
        _ => waits,
    })?;
    if let Some(held) = &status.held {
        let guard = position.clock.held.as_ref().and_then(|held| held.guard);
        let guard = guard.map_or_else(String::new, |g| format!(", by the guard `{}`", g.as_str()));
        ui.line(format!(
            "Held by {}{guard}, {}: {}",
            held.who, held.at, held.text
        ))?;
    }
    for guard in &status.guards {
        ui.line(format!("Guard `{}`: {}", guard.guard.as_str(), guard.words))?;
    }
    ui.line(format!("Outbox: {}", words::count(post.outbox, "mail")))?;
    if post.aside > 0 {
        ui.line(format!(
            "Set aside: {} that could not be handled, in inbox/aside",
            words::count(post.aside, "mail")
        ))?;
    }
    post_lines(post, &game.players()?, ui)?;
    ui.line(format!("Head of the log: {head}"))
}

/// Prints the number of letters that wait, and the addresses that mails do not reach.
fn post_lines(post: &Post, players: &Players, ui: &Ui) -> Result<(), CliError> {
    if post.press > 0 {
        let letters = words::count(post.press, "letter");
        ui.line(format!(
            "Press: {letters} to be carried with the next report"
        ))?;
    }
    for (address, bounces) in &post.bounces {
        let seats: Vec<&str> = players
            .players
            .iter()
            .filter(|player| bare(&player.address).as_ref() == Some(address))
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
