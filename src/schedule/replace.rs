//! Replacing the player of a seat.

use super::{
    ScheduleError,
    gm_action::{Done, GmAction, Message},
    not_now,
    terms::because,
};
use crate::{
    collect::Collect,
    compose::{MailKind, ReportMail, attached_as},
    engine::SeatId,
    game_dir::{LockedGame, Player, Players, Secrecy, Who, bytes},
    log::{Deed, NO_KEY, PlayedBy},
    mail::{Address, Attachment},
    ssh::bare_key,
};
use chrono::{DateTime, Utc};

/// The person who takes a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Newcomer {
    /// The name, as other players see it.
    pub name: String,
    /// The mail address.
    pub address: String,
    /// The time zone, such as `Europe/Vienna`.
    pub zone: Option<String>,
    /// The public SSH key that the orders will be signed with.
    pub key: Option<String>,
}

/// Gives a seat to another player. Orders on file and standing orders stay in force until the newcomer sends others;
/// the count of missed deadlines starts again at 0.
///
/// # Errors
/// Returns [`ScheduleError::NotNow`] if the seat has no player, or the newcomer plays it.
pub fn replace(
    game: &LockedGame,
    at: DateTime<Utc>,
    seat: &SeatId,
    newcomer: Newcomer,
    who: &Who,
    reason: &str,
) -> Result<Done, ScheduleError> {
    Address::new(Some(&newcomer.name), &newcomer.address)?;
    let mut act = GmAction::begin(game, at)?;
    let Some(former) = act.players.of(seat).cloned() else {
        return not_now(format!("The seat `{seat}` has no player."));
    };
    let bot = act.position.clock.bots.remove(seat);
    let stays = former.name == newcomer.name && former.address == newcomer.address;
    if stays && bot.is_none() {
        return not_now(format!("`{seat}` is {}'s already.", former.name));
    }
    let from = match bot {
        Some(stand_in) => format!("the bot {}", stand_in.bot),
        None => former.name.clone(),
    };
    let text = because(
        &format!(
            "{seat} passes from {from} to {}. Orders on file stay in force until other ones are sent.",
            newcomer.name
        ),
        reason,
    );
    let taker = hand_over(&mut act.players, seat, newcomer);
    let kept = bytes("players", &act.players)?;
    let layout = &game.layout;
    act.stage
        .add(layout, &layout.players(), kept, Secrecy::Secret);
    act.position.clock.missed.remove(seat);
    // From now on the seat's orders are signed with another key, or with none. A key that the newcomer gives applies to
    // all their seats.
    let keys = match &taker.key {
        Some(key) => (taker.seats.iter())
            .map(|seat| (format!("key.{seat}"), bare_key(key)))
            .collect(),
        None if former.key.is_some() => vec![(format!("key.{seat}"), NO_KEY.to_owned())],
        None => vec![],
    };
    let number = act.note_of(
        Deed::Replace,
        who.clone(),
        &text,
        seat,
        Some(PlayedBy::Player),
        keys,
    )?;
    act.tell_all(Deed::Replace, who, number, &text)?;
    welcome(&mut act, &taker, seat, number)?;
    let still = |p: &Player| p.name == former.name && p.address == former.address;
    if !act.players.players.iter().any(still) {
        // A player without any seat is notified under the name of the former seat.
        let message = Message {
            subject: format!("{seat} has a new player"),
            text: format!("{text}\n\nThank you for playing.\n"),
            ..Message::default()
        };
        act.mail(&former, MailKind::Farewell, number, message)?;
    }
    act.commit(text)
}

/// Moves a seat to the newcomer; returns the player who has it now.
fn hand_over(players: &mut Players, seat: &SeatId, newcomer: Newcomer) -> Player {
    let same = |p: &Player| p.name == newcomer.name && p.address == newcomer.address;
    let made = players
        .players
        .iter()
        .map(|player| player.new_tokens.get(seat).copied());
    let mut made = made.max().flatten().unwrap_or_default();
    // A player who takes their seat back from a bot keeps its token.
    if players.of(seat).is_none_or(|former| !same(former)) {
        made = made.saturating_add(1);
    }
    for player in players.players.iter_mut().filter(|player| !same(player)) {
        player.seats.retain(|s| s != seat);
        player.new_tokens.remove(seat);
    }
    players.players.retain(|player| !player.seats.is_empty());
    if let Some(known) = players.players.iter_mut().find(|player| same(player)) {
        // A player who takes their seat back from a bot still has it in the list.
        if !known.seats.contains(seat) {
            known.seats.push(seat.clone());
        }
        if made > 0 {
            known.new_tokens.insert(seat.clone(), made);
        }
        if newcomer.key.is_some() {
            known.key = newcomer.key;
        }
        return known.clone();
    }
    let player = Player {
        name: newcomer.name,
        address: newcomer.address,
        zone: newcomer.zone,
        key: newcomer.key,
        seats: vec![seat.clone()],
        new_tokens: [(seat.clone(), made)].into_iter().collect_map(),
        ..Player::default()
    };
    players.players.push(player.clone());
    player
}

/// Mails the last report of the seat, with its attachments, to the player who has it now.
fn welcome(
    act: &mut GmAction<'_>,
    taker: &Player,
    seat: &SeatId,
    number: u32,
) -> Result<(), ScheduleError> {
    let due = act.due_words(taker)?;
    let report = ReportMail::read(act.game, &act.position, taker, seat)?;
    let mut report = report.unwrap_or_default();
    // This mail has text of its own before the report, so the HTML report is attached instead.
    let html = report.html.take().map(|html| Attachment {
        name: attached_as(act.game, &act.position, &format!("{seat}.report.html")),
        content_type: "text/html; charset=utf-8".to_owned(),
        bytes: html.into_bytes(),
    });
    report.attachments.extend(html);
    let message = Message {
        subject: format!("You now play {seat}"),
        text: format!(
            "You now play {seat} in {}. {due}\nThis is the last report of the seat; its order form is attached.\n\n{}",
            act.game.file.title, report.text
        ),
        attachments: report.attachments,
    };
    act.mail_seat(taker, seat, MailKind::Welcome, number, message)
}
