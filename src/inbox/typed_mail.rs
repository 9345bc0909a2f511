//! Orders that were typed into a mail: completed to an order file by what the mail itself tells, its seat and the
//! report that it answers.

use super::{
    post::{Post, Work},
    ruled::Ruled,
    said::Said,
    typed::{Search, Sections, Typed, search},
};
use crate::{
    compose::token,
    engine::SeatId,
    error::GameError,
    game_dir::{Disk, Position},
    mail::{
        Incoming, Key,
        inbound::{Candidate, QuotedLine},
    },
    yaml::{Budget, Document},
};
use serde_json::Value;

/// The reason why typed orders are not completed to a file, as sentences to their writer.
#[derive(Debug, thiserror::Error)]
pub(super) enum NotCompleted {
    #[error("{0}")]
    NotWanted(&'static str),
    #[error(
        "It is not clear which seat these orders are for, so nothing was taken: put a line such as `seat: {0}` above them."
    )]
    WhichSeat(String),
    #[error(
        "Your mail answers a report of an earlier turn, so it is not clear that its orders are meant for this one, and \
         nothing was taken. Answer your last report, or send the lines in a new mail."
    )]
    EarlierTurn,
    #[error(
        "Your mail was written before the last report, so it is not clear that its orders are meant for this turn, and \
         nothing was taken. Answer your last report."
    )]
    EarlierMail,
}

/// The seat that a token belongs to, and the sitting of the report whose short form has it.
struct Owner {
    seat: SeatId,
    sitting: Option<u32>,
}

impl Post<'_> {
    /// Handles a mail without an order file: orders that were typed into it, or a text for a person.
    pub(super) fn without_file(
        &mut self,
        mail: &Incoming,
        senders: &[SeatId],
        work: &mut Work,
    ) -> Result<Vec<(SeatId, Ruled)>, GameError> {
        let sections = Sections::of(&*self.game.rules);
        let lines = mail.lines();
        let found = search(&lines, &sections, |token| self.form_with(token));
        let mut ruled = vec![];
        match found {
            Search::Found(typed) => {
                // A token in the orders themselves tells whose they are, from any address.
                let owner =
                    token::found_in(typed.text.as_bytes()).and_then(|token| self.owner(&token));
                let senders = owner.map_or_else(|| senders.to_vec(), |owner| vec![owner.seat]);
                match self.completed(mail, &typed, &senders) {
                    Ok(candidate) => self.rule(mail, &candidate, &senders, &mut ruled)?,
                    Err(why) => {
                        let first = senders.first().cloned();
                        ruled.extend(
                            first.map(|seat| (seat, Ruled::refused(None, why.to_string()))),
                        );
                    }
                }
            }
            Search::Unclear { why, token } => {
                let owner = token
                    .and_then(|token| self.owner(&token))
                    .map(|owner| owner.seat);
                let seat = owner.or_else(|| senders.first().cloned());
                ruled.extend(seat.map(|seat| {
                    let words =
                        std::iter::once("Nothing of your mail was taken.".to_owned()).chain(why);
                    let one = Ruled {
                        words: words.collect(),
                        ..Ruled::refused(None, "")
                    };
                    (seat, one)
                }));
            }
            Search::Nothing { quotes_form } => {
                let first = senders.first().cloned();
                match (own_text(&lines), first) {
                    (Some(text), _) => self.pass_on(mail, &text, senders, work)?,
                    (None, Some(seat)) if quotes_form => {
                        let said = Said::Passed("NO ORDERS", vec![UNCHANGED.to_owned()]);
                        work.seats.insert(seat.clone(), "no orders".to_owned());
                        self.receipt(mail, &seat, &said, work)?;
                    }
                    (None, first) => ruled.extend(
                        first.map(|seat| (seat, Ruled::refused(None, super::order_mail::NOTHING))),
                    ),
                }
            }
        }
        Ok(ruled)
    }

    /// Completes typed orders to an order file, with the entries that they leave out and the mail tells.
    fn completed(
        &self,
        mail: &Incoming,
        typed: &Typed,
        senders: &[SeatId],
    ) -> Result<Candidate, NotCompleted> {
        let (position, _) = self.wants_orders().map_err(NotCompleted::NotWanted)?;
        let named = |key: &str| token::named_in(key, typed.text.as_bytes());
        let quoted = self.quoted(mail, typed, named("seat").as_deref())?;
        let in_text = token::found_in(typed.text.as_bytes());
        let owner = in_text
            .as_deref()
            .or(quoted)
            .and_then(|token| self.owner(token));
        let mut head = String::new();
        let mut add = |key: &str, value: &str| {
            if named(key).is_none() {
                head += &format!("{key}: {value}\n");
            }
        };
        add("game", self.game.name.as_str());
        let seat = match (named("seat"), &owner) {
            (Some(_), _) => None,
            (None, Some(owner)) => Some(owner.seat.clone()),
            (None, None) => Some(self.addressed(mail, senders)?),
        };
        let sitting = owner
            .and_then(|owner| owner.sitting)
            .or_else(|| self.answered(mail));
        if named("turn").is_none() && named("sitting").is_none() {
            let sitting = self.sitting_of(mail, sitting, position)?;
            add("turn", &position.turn.to_string());
            add("sitting", &sitting.to_string());
        } else if named("turn").is_none() {
            add("turn", &position.turn.to_string());
        }
        if let Some(seat) = &seat {
            add("seat", seat.as_str());
        }
        if let Some(token) = quoted {
            add("token", token);
        }
        Ok(Candidate {
            part: typed.part.to_owned(),
            bytes: format!("{head}{}", typed.text).into_bytes(),
            notes: typed.notes.clone(),
            left: Some(typed.left.clone()),
        })
    }

    /// Returns the token of the quoted form that typed orders belong to: that of the seat that they name, or the only
    /// one. It counts with the player's own address only, because players forward reports to each other.
    fn quoted<'t>(
        &self,
        mail: &Incoming,
        typed: &'t Typed,
        seat: Option<&str>,
    ) -> Result<Option<&'t str>, NotCompleted> {
        let mut own: Vec<(SeatId, &str)> = vec![];
        for token in &typed.quoted_tokens {
            let Some(owner) = self.owner(token) else {
                continue;
            };
            let player = self.player(&owner.seat);
            let is_own = player.is_some_and(|(_, address)| mail.from.as_ref() == Some(&address));
            if is_own && seat.is_none_or(|seat| owner.seat.as_str() == seat) {
                own.push((owner.seat, token));
            }
        }
        match &own[..] {
            [] => Ok(None),
            [(first, token), rest @ ..] if rest.iter().all(|(seat, _)| seat == first) => {
                Ok(Some(*token))
            }
            [(first, _), ..] => Err(NotCompleted::WhichSeat(first.to_string())),
        }
    }

    /// Returns the seat that a mail without a token is about: the one that its address or the mail that it answers
    /// names, if it is the sender's, or the only seat of the sender.
    fn addressed(&self, mail: &Incoming, senders: &[SeatId]) -> Result<SeatId, NotCompleted> {
        let game = self.game.name.as_str();
        let tags = mail
            .tags()
            .filter(|tag| tag.game == game)
            .filter_map(|tag| tag.seat);
        let keys = self.keys(mail).map(|key| key.reader().to_owned());
        let mut named = tags.chain(keys);
        let own = named.find_map(|name| senders.iter().find(|seat| seat.as_str() == name));
        match (own, senders) {
            (Some(seat), _) => Ok(seat.clone()),
            (None, [only]) => Ok(only.clone()),
            (None, _) => {
                let example = senders.first().map_or("zytal", SeatId::as_str);
                Err(NotCompleted::WhichSeat(example.to_owned()))
            }
        }
    }

    /// Returns the mails of this game that a mail answers, the nearest one first.
    fn keys(&self, mail: &Incoming) -> impl Iterator<Item = Key> {
        let game = self.game.name.as_str();
        let ids = mail.references.iter().rev();
        ids.filter_map(|id| Key::from_message_id(id.as_str()))
            .filter(move |key| key.game() == game)
    }

    /// Returns the sitting of the mail that a mail answers.
    fn answered(&self, mail: &Incoming) -> Option<u32> {
        self.keys(mail).map(|key| key.sitting()).next()
    }

    /// Returns the sitting of the report that orders answer, if that report asked for orders of the open turn.
    fn sitting_of(
        &self,
        mail: &Incoming,
        answered: Option<u32>,
        position: &Position,
    ) -> Result<u32, NotCompleted> {
        let last = position.sitting;
        let Some(sitting) = answered else {
            // A new mail is an answer to the last report, if that had been written.
            let is_old = mail.date.is_some_and(|date| date < position.at);
            return if is_old {
                Err(NotCompleted::EarlierMail)
            } else {
                Ok(last)
            };
        };
        // The report before the first sitting of the turn has opened it.
        let sittings = self.game.layout.turn(position.turn).join("sittings");
        let names = Disk::list(&sittings).unwrap_or_default();
        let first = names
            .iter()
            .filter_map(|name| name.parse::<u32>().ok())
            .min();
        let opened = first.map_or(last, |first| first.saturating_sub(1));
        if sitting < opened {
            return Err(NotCompleted::EarlierTurn);
        }
        Ok(sitting.min(last))
    }

    /// Returns the owner of a token.
    fn owner(&self, token: &str) -> Option<Owner> {
        let last = self
            .open
            .as_ref()
            .map_or(0, |(position, _)| position.sitting);
        let players = self.players.players.iter();
        let mut seats =
            players.flat_map(|player| player.seats.iter().map(move |seat| (player, seat)));
        seats.find_map(|(player, seat)| {
            let lasting = self.minter.token(player, seat) == token;
            let sitting = self.minter.form_of(player, seat, token, last);
            (lasting || sitting.is_some()).then(|| Owner {
                seat: seat.clone(),
                sitting,
            })
        })
    }

    /// Returns the contents of the short form with a token, as it was sent.
    fn form_with(&self, token: &str) -> Option<Value> {
        let owner = self.owner(token)?;
        let name = format!("{}.short.yaml", owner.seat);
        let sitting = owner.sitting?;
        let reports = self.game.layout.reports();
        let turns = Disk::list(&reports).ok()?;
        let bytes = turns.iter().rev().find_map(|turn| {
            let turn = turn.parse().ok()?;
            let folder = self.game.layout.report(turn, sitting);
            Disk::read(&folder.join(&name)).ok().flatten()
        })?;
        entries(&name, &bytes)
    }
}

/// Returns the entries of a form; a form that only asks has comments and no entries.
fn entries(name: &str, form: &[u8]) -> Option<Value> {
    let text = String::from_utf8_lossy(form);
    let mut lines = text.lines().map(str::trim);
    if lines.all(|line| line.is_empty() || line.starts_with('#')) {
        return Some(Value::Object(serde_json::Map::new()));
    }
    let document = Document::read(name, form, Budget::Orders).ok()?;
    Some(document.to_json())
}

/// The reply to a mail that only quotes the form.
const UNCHANGED: &str = "Your mail quotes the form of the report unchanged, so it was read as a quotation and not as \
    orders. To give orders, change the form inside the quotation, or type the lines above it. To send the form as it \
    is, copy it above the quotation.";

/// Returns the writer's own lines, if they say anything before a signature.
fn own_text(lines: &[QuotedLine]) -> Option<String> {
    let own = lines.iter().filter(|line| line.depth == 0);
    let own: Vec<&str> = own
        .map(|line| line.text.as_str())
        .take_while(|line| line.trim_end() != "--")
        .collect();
    let says_something = |line: &&str| line.contains(char::is_alphanumeric);
    own.iter()
        .any(says_something)
        .then(|| own.join("\n").trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_form_that_only_asks_has_no_entries() {
        let of = |form: &str| entries("form", form.as_bytes());
        assert_eq!(of("# You are asked:\n\n  # End\n"), Some(json!({})));
        assert_eq!(
            of("# You are asked:\nmoves: []\n"),
            Some(json!({"moves": []}))
        );
        assert_eq!(of("moves: [\n"), None);
    }
}
