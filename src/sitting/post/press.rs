//! Letters between players: carried as they were written, and never interpreted.
//!
//! A mail whose subject begins with `Press` is one and nothing else: no order is looked for in it. The
//! subject says to whom and of which kind: `Press to zytal, roo`, `Press grey to all`.

mod subject;

pub(super) use subject::{is_press, words_of};

use super::{Became, Post, Work, letters::Said, who::Proof};
use crate::{
    engine::SeatId,
    mail::{Incoming, Key, Settings, compose},
    report::{self, Format, Reader, Words},
    sitting::{
        MailKind, SittingError, ToPlayer,
        key::{foot, with_foot},
    },
    store::{Carried, Disk, Game, MailFormat, Players, PressKind, Secrecy, bytes, read},
    yaml::flat,
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A longer letter is no letter.
const MOST_BYTES: usize = 32 << 10;

/// A letter, as it is kept in `press/`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::sitting) struct Letter {
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

fn kind_name(kind: PressKind) -> &'static str {
    match kind {
        PressKind::White => "white",
        PressKind::Grey => "grey",
        PressKind::Anonymous => "anonymous",
    }
}

impl Post<'_> {
    /// Takes a letter, and tells its writer.
    pub(super) fn press(&mut self, mail: &Incoming, work: &mut Work) -> Result<(), SittingError> {
        let Some(seat) = self.senders(mail).into_iter().next() else {
            work.became = Became::Stranger;
            return Ok(());
        };
        let is_proven = self.proof(mail, &seat, None).is_more_than_address();
        let said = match self.letter(mail, &seat)? {
            Ok(letter) => match self.book.letter(&seat, is_proven) {
                Ok(()) => self.carry(letter, work)?,
                Err(most) => Said::Press(
                    "REJECTED",
                    vec![format!(
                        "Your letter was not carried: a seat may write {most} letters a day. Send it again tomorrow."
                    )],
                ),
            },
            Err(why) => Said::Press("REJECTED", vec![why]),
        };
        if mail
            .found()
            .candidates
            .iter()
            .any(|c| c.part.starts_with("the attachment"))
        {
            work.notes
                .push("a file came with press, and was not looked at".to_owned());
        }
        self.receipt(mail, &seat, &said, work)
    }

    /// The letter that a mail is, or why it is none.
    fn letter(
        &self,
        mail: &Incoming,
        seat: &SeatId,
    ) -> Result<Result<Letter, String>, SittingError> {
        let no = |why: &str| Ok(Err(why.to_owned()));
        let Some(rules) = &self.game.file.press else {
            return no("This game carries no letters between players.");
        };
        let Some((position, _)) = &self.open else {
            return no("The game has not begun.");
        };
        if let Some(trouble) = mail.trouble {
            return Ok(Err(format!(
                "Nothing of your mail was looked at, because {}.",
                trouble.words()
            )));
        }
        if let Proof::Lacking(why) = self.proof(mail, seat, None) {
            return Ok(Err(format!("Your letter was not carried: {why}.")));
        }
        let asked = match subject::asked(&mail.subject, &self.game.seat_ids(), seat) {
            Ok(asked) => asked,
            Err(why) => return Ok(Err(why)),
        };
        let usual = rules.kinds.first().copied().unwrap_or(PressKind::White);
        let kind = asked.kind.unwrap_or(usual);
        if !rules.kinds.contains(&kind) {
            let kinds: Vec<&str> = rules.kinds.iter().map(|kind| kind_name(*kind)).collect();
            return Ok(Err(format!(
                "This game carries no {} letters, but {}.",
                kind_name(kind),
                kinds.join(" and ")
            )));
        }
        let text = mail.text().unwrap_or_default();
        let lines: Vec<String> = text
            .lines()
            // A signature would say who wrote it (RFC 3676, 4.3).
            .take_while(|line| *line != "-- " && *line != "--")
            .map(|line| self.veil.over(flat(line).trim_end()))
            .collect();
        let length: usize = lines.iter().map(String::len).sum();
        if lines.iter().all(String::is_empty) {
            return no(
                "There was no plain text in your mail: set your mail program to send plain text.",
            );
        }
        if length > MOST_BYTES {
            return no("Your letter is longer than 32 KiB.");
        }
        let names = Disk::list(&self.game.layout.presses())?;
        let numbers = names
            .iter()
            .filter_map(|name| name.strip_suffix(".yaml")?.parse().ok());
        let last: u32 = numbers.max().unwrap_or_default();
        let mut to = asked.to;
        // An unsigned letter to all goes to its writer too, or the one without it would be known.
        if asked.all && kind != PressKind::White {
            to.push(seat.to_string());
            to.sort();
        }
        Ok(Ok(Letter {
            number: last + 1,
            turn: position.turn,
            at: self.now,
            kind,
            from: seat.clone(),
            to,
            all: asked.all,
            numbers: BTreeMap::new(),
            lines,
            carried: None,
        }))
    }

    fn carry(&mut self, mut letter: Letter, work: &mut Work) -> Result<Said, SittingError> {
        for reader in &letter.to {
            let number = self.book.number(reader, "press");
            letter.numbers.insert(reader.clone(), number);
        }
        let layout = &self.game.layout;
        let sitting = self
            .open
            .as_ref()
            .map_or(0, |(position, _)| position.sitting);
        let at_once = self
            .game
            .file
            .press
            .as_ref()
            .is_some_and(|p| p.carried == Carried::AtOnce);
        if at_once {
            letter.carried = Some(sitting);
            let head = self
                .head
                .map_or_else(|| "none".to_owned(), |head| head.to_string());
            let (mails, wrong) = mails(
                self.game,
                &self.words,
                &self.players,
                &self.settings,
                &letter,
                (sitting, &head),
                self.now,
            )?;
            work.notes
                .extend(wrong.map(|wrong| format!("a plain letter was sent: {wrong}")));
            for (key, mail) in mails {
                let path = layout.outbox().join(format!("{}.eml", key.stem()));
                work.stage.add(layout, &path, mail, Secrecy::Secret);
                work.letters.push(key.stem());
            }
        }
        let kept = bytes("press", &letter)?;
        work.stage
            .add(layout, &layout.press(letter.number), kept, Secrecy::Secret);
        work.became = Became::Press {
            number: letter.number,
        };
        Ok(Said::Press(
            "ACCEPTED",
            vec![format!(
                "Your {} letter goes to {}, {}.",
                kind_name(letter.kind),
                readers(&letter),
                if at_once {
                    "at once"
                } else {
                    "with the next report"
                }
            )],
        ))
    }
}

/// The letters that wait for the next report.
pub(in crate::sitting) fn waiting(game: &Game) -> Result<Vec<Letter>, SittingError> {
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

/// Mails by their keys, and what is wrong with a template.
type Mails = (Vec<(Key, Vec<u8>)>, Option<String>);

/// A letter as mails of a sitting, with the head of the log, one for each of its readers; and what is wrong with its template, if they are plain ones.
pub(in crate::sitting) fn mails(
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
fn readers(letter: &Letter) -> String {
    let gm = letter.to.iter().any(|to| to == "gm");
    match (letter.all, gm) {
        // The names would be all but the writer's.
        (true, false) => "all".to_owned(),
        (true, true) => "all, gm".to_owned(),
        (false, _) => letter.to.join(", "),
    }
}
