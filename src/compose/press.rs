//! Letters between players: the ones that wait, and the mails that carry them.

use super::{MailKind, ToPlayer};
use crate::{
    engine::SeatId,
    error::GameError,
    game_dir::{Carried, Disk, Game, MailFormat, Players, PressKind, foot, read, with_foot},
    mail::{Key, Settings, compose},
    report::{self, Format, Reader, Words},
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Mails by their keys, and the error of a template, if there is one.
pub(crate) type Mails = (Vec<(Key, Vec<u8>)>, Option<String>);

/// A letter, as it is saved in `press/`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Letter {
    /// Its number, from 1.
    pub number: u32,
    /// The turn in which it was written.
    pub turn: u32,
    /// The time at which it arrived.
    pub at: DateTime<Utc>,
    /// The kind, which decides what readers learn about its writer.
    pub kind: PressKind,
    /// The seat of its writer.
    pub from: SeatId,
    /// The recipients: seats, and `gm`.
    pub to: Vec<String>,
    /// True if it goes to all.
    #[serde(default)]
    pub all: bool,
    /// The number of the letter for each reader. The Message-ID contains this number, because `number` would reveal how
    /// many letters the other players have written.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub numbers: BTreeMap<String, u32>,
    /// The text.
    pub lines: Vec<String>,
    /// The sitting after which it was carried; `None` while it waits.
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

/// Returns the files of letters among these files, by their numbers; others in the folder are not the program's.
fn numbered(names: &[String]) -> Vec<(u32, &String)> {
    let number = |name: &String| name.strip_suffix(".yaml")?.parse::<u32>().ok();
    let mut numbers: Vec<(u32, &String)> = (names.iter())
        .filter_map(|name| Some((number(name)?, name)))
        .collect();
    numbers.sort_unstable();
    numbers
}

/// Returns the letters that wait for the next report.
pub(crate) fn waiting(game: &Game) -> Result<Vec<Letter>, GameError> {
    let mut found = vec![];
    let names = Disk::list(&game.layout.presses())?;
    for (_, name) in numbered(&names).into_iter().rev() {
        match read::<Letter>(&game.layout.presses().join(name))? {
            // Each report carries all letters that wait, so the earlier ones were carried too.
            Some(letter) if letter.carried.is_some() => break,
            letter => found.extend(letter),
        }
    }
    found.reverse();
    Ok(found)
}

/// Returns a letter as its readers see it: with no more of its writer than its kind tells.
fn shown(game: &Game, players: &Players, letter: &Letter) -> report::Press {
    let name = |seat: &SeatId| {
        let reader = Reader::seat(seat.as_str(), None).name;
        match players.of(seat) {
            Some(player) => format!("{reader} ({})", player.name),
            None => reader,
        }
    };
    report::Press {
        game: game.name.to_string(),
        title: game.file.title.clone(),
        from: match letter.kind {
            PressKind::White => name(&letter.from),
            PressKind::Grey => "a player of this game".to_owned(),
            PressKind::Anonymous => "unsigned".to_owned(),
        },
        to: readers(letter),
        kind: kind_name(letter.kind).to_owned(),
        lines: letter.lines.clone(),
        answer: Some(match letter.kind {
            PressKind::White => format!(
                "To answer, send a mail with the subject: Press to {}",
                letter.from
            ),
            _ => "To answer, write to all players, with the subject: Press to all".to_owned(),
        }),
    }
}

/// The letters of a game, for the reports of one sitting.
pub(crate) struct Thread {
    /// Each letter with the sitting after which it was carried, or `None` if it is carried with these reports.
    letters: Vec<(Vec<String>, Option<u32>, report::Press)>,
    /// The time at which letters are carried.
    carried: Carried,
}

impl Thread {
    /// Reads the letters of a game, oldest first.
    pub(crate) fn read(game: &Game, players: &Players) -> Result<Self, GameError> {
        let carried = game.file.press.as_ref().map(|press| press.carried);
        let mut letters = vec![];
        if carried.is_some() {
            for (_, name) in numbered(&Disk::list(&game.layout.presses())?) {
                if let Some(letter) = read::<Letter>(&game.layout.presses().join(name))? {
                    let press = shown(game, players, &letter);
                    letters.push((letter.to, letter.carried, press));
                }
            }
        }
        Ok(Self {
            letters,
            carried: carried.unwrap_or_default(),
        })
    }

    /// Returns the letters to a reader that have come since the report of the sitting `seen`, for the report of `sitting`.
    pub(crate) fn since(&self, reader: &str, seen: u32, sitting: u32) -> Vec<report::Press> {
        let is_new = |carried: Option<u32>| match (self.carried, carried) {
            (_, None) => true,
            // Such a letter comes after the report of the sitting that it names.
            (Carried::AtOnce, Some(carried)) => (seen..sitting).contains(&carried),
            // Such a letter comes with the report of the sitting that it names.
            (Carried::WithReport, Some(carried)) => seen < carried && carried <= sitting,
        };
        let own = self
            .letters
            .iter()
            .filter(|(to, carried, _)| to.iter().any(|to| to == reader) && is_new(*carried));
        own.map(|(.., press)| press.clone()).collect()
    }
}

/// Composes the mails of a letter, one for each of its readers, with the sitting and the head of the log. If the
/// template fails, the mails are plain ones, and its error is returned with them.
pub(crate) fn mails(
    game: &Game,
    words: &Words,
    players: &Players,
    settings: &Settings,
    letter: &Letter,
    (sitting, head): (u32, &str),
    now: DateTime<Utc>,
) -> Result<Mails, GameError> {
    let short = match letter.kind {
        PressKind::White => letter.from.to_string(),
        PressKind::Grey => "a player".to_owned(),
        PressKind::Anonymous => "an anonymous player".to_owned(),
    };
    let press = shown(game, players, letter);
    let to = &press.to;
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

/// Returns the recipients of a letter as text, in words that a subject may contain.
pub(crate) fn readers(letter: &Letter) -> String {
    let gm = letter.to.iter().any(|to| to == "gm");
    match (letter.all, gm) {
        // A list of names would reveal the writer, as the only one who is missing.
        (true, false) => "all".to_owned(),
        (true, true) => "all, gm".to_owned(),
        (false, _) => letter.to.join(", "),
    }
}
