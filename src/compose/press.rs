//! Letters between players: those that wait, and the mails that carry them.

use super::{MailKind, ToPlayer};
use crate::{
    engine::SeatId,
    error::SittingError,
    game_dir::{Disk, Game, MailFormat, Players, PressKind, foot, read, with_foot},
    mail::{Key, Settings, compose},
    report::{self, Format, Reader, Words},
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Mails by their keys, and what is wrong with a template.
pub(crate) type Mails = (Vec<(Key, Vec<u8>)>, Option<String>);

/// A letter, as it is kept in `press/`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Letter {
    /// Its number, from 1.
    pub number: u32,
    /// The turn in which it was written.
    pub turn: u32,
    /// When it came.
    pub at: DateTime<Utc>,
    /// What it says of who wrote it.
    pub kind: PressKind,
    /// Who wrote it.
    pub from: SeatId,
    /// To whom: seats, and `gm`.
    pub to: Vec<String>,
    /// Whether it goes to all.
    #[serde(default)]
    pub all: bool,
    /// Which letter it is for each reader. The Message-ID has this number: the other would tell how many letters the
    /// others have written.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub numbers: BTreeMap<String, u32>,
    /// What it says.
    pub lines: Vec<String>,
    /// The sitting after which it was carried; nothing while it waits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carried: Option<u32>,
}

pub(crate) fn kind_name(kind: PressKind) -> &'static str {
    match kind {
        PressKind::White => "white",
        PressKind::Grey => "grey",
        PressKind::Anonymous => "anonymous",
    }
}

/// The letters that wait for the next report.
pub(crate) fn waiting(game: &Game) -> Result<Vec<Letter>, SittingError> {
    let mut found = vec![];
    let number = |name: &String| name.strip_suffix(".yaml")?.parse::<u32>().ok();
    let names = Disk::list(&game.layout.presses())?;
    // Other files there are not the program's.
    let mut numbers: Vec<(u32, &String)> = (names.iter())
        .filter_map(|name| Some((number(name)?, name)))
        .collect();
    numbers.sort_unstable();
    for (_, name) in numbers.into_iter().rev() {
        match read::<Letter>(&game.layout.presses().join(name))? {
            // Each report carries all that wait, so those before were carried too.
            Some(letter) if letter.carried.is_some() => break,
            letter => found.extend(letter),
        }
    }
    found.reverse();
    Ok(found)
}

/// A letter as mails of a sitting, with the head of the log, one for each of its readers; and what is wrong with its template, if they are plain ones.
pub(crate) fn mails(
    game: &Game,
    words: &Words,
    players: &Players,
    settings: &Settings,
    letter: &Letter,
    (sitting, head): (u32, &str),
    now: DateTime<Utc>,
) -> Result<Mails, SittingError> {
    let name = |seat: &SeatId| {
        let reader = Reader::seat(seat.as_str(), None).name;
        match players.of(seat) {
            Some(player) => format!("{reader} ({})", player.name),
            None => reader,
        }
    };
    let from = match letter.kind {
        PressKind::White => name(&letter.from),
        PressKind::Grey => "a player of this game".to_owned(),
        PressKind::Anonymous => "unsigned".to_owned(),
    };
    let short = match letter.kind {
        PressKind::White => letter.from.to_string(),
        PressKind::Grey => "a player".to_owned(),
        PressKind::Anonymous => "nobody".to_owned(),
    };
    let to = readers(letter);
    let press = report::Press {
        game: game.name.to_string(),
        title: game.file.title.clone(),
        from,
        to: to.clone(),
        kind: kind_name(letter.kind).to_owned(),
        lines: letter.lines.clone(),
        answer: Some(match letter.kind {
            PressKind::White => format!(
                "To answer, send a mail with the subject: Press to {}",
                letter.from
            ),
            _ => "To answer, write to everybody, with the subject: Press to all".to_owned(),
        }),
    };
    let (text, no_text) = words.press(&press, Format::Text);
    let (html, no_html) = words.press(&press, Format::Html);
    let wrong = no_text.or(no_html).map(|wrong| wrong.to_string());
    let text = format!("{}\n{}", text.trim_end(), foot(game, head));
    let html = with_foot(&html, game, head);
    let mut mails = vec![];
    for reader in &letter.to {
        let seat = game
            .seat_ids()
            .into_iter()
            .find(|seat| seat.as_str() == reader);
        let player = seat.as_ref().and_then(|seat| players.of(seat));
        let subject = format!("{} Press from {short} to {to}", game.file.tag());
        let number = letter.numbers.get(reader).copied();
        let number = number.unwrap_or(letter.number);
        let mail = match (&seat, player) {
            (None, _) => {
                let key = Key::new(game.name.as_str(), sitting, reader, "press", number)?;
                settings.letter_to_gm(key, letter.turn, &subject, &text, now)
            }
            (Some(seat), Some(player)) => {
                let mail = ToPlayer {
                    game,
                    settings,
                    player,
                    seat,
                    kind: MailKind::Press,
                    number,
                    turn: letter.turn,
                    sitting,
                    position: None,
                };
                let mut mail = mail.letter(&subject, &text, now)?;
                mail.html = (player.format == MailFormat::Both).then(|| html.clone());
                mail
            }
            (Some(_), None) => continue,
        };
        let bytes = compose(&mail)?;
        mails.push((mail.key, bytes));
    }
    Ok((mails, wrong))
}

/// To whom a letter goes, in words; the same words a subject may hold.
pub(crate) fn readers(letter: &Letter) -> String {
    let gm = letter.to.iter().any(|to| to == "gm");
    match (letter.all, gm) {
        // The names would be all but the writer's.
        (true, false) => "all".to_owned(),
        (true, true) => "all, gm".to_owned(),
        (false, _) => letter.to.join(", "),
    }
}
