//! Answers to the invitation, before a game begins: `accept`, `decline`, the hash of a salt, and the salt itself.
//!
//! A mail changes only the entry of its own player. The table is closed by the lobby, after the mails of a run.

use super::{
    post::{Post, Work},
    said::Said,
    sender::Proof,
};
use crate::{
    compose::without_hashes,
    dice::{
        Hash,
        chain::{player_salt, salt_hash},
    },
    engine::SeatId,
    error::GameError,
    game_dir::{Invitation, Player, Secrecy, bytes, list, read, seat_name},
    log::Kind,
    mail::{Address, Incoming, inbound::QuotedLine},
};
use std::collections::BTreeMap;

/// Maximum number of words of the line that accepts or declines, such as `I accept, thanks`.
const MOST_WORDS: usize = 3;
/// Length of a hash in hex digits.
const HASH: usize = 64;

/// The contents of a mail that answers an invitation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Rsvp {
    /// Whether the player plays, if the first line says it.
    plays: Option<bool>,
    /// The hashes of salts, each with the seat that its line names.
    hashes: Vec<(Option<SeatId>, Hash)>,
    /// The salts that match a promised hash.
    salts: BTreeMap<SeatId, String>,
}

impl Rsvp {
    /// Reads the lines that the writer of a mail typed, or its subject if there are none.
    fn of(mail: &Incoming, lines: &[QuotedLine], seats: &[SeatId]) -> Self {
        let own = lines
            .iter()
            .filter(|line| line.depth == 0)
            .map(|line| line.text.trim());
        let own: Vec<&str> = own.filter(|line| !line.is_empty()).collect();
        let first = own.first().copied().unwrap_or(&mail.subject);
        let hashes = own.iter().filter_map(|line| hash_in(line, seats));
        Self {
            plays: plays(first),
            hashes: hashes.collect(),
            salts: BTreeMap::new(),
        }
    }

    fn is_empty(&self) -> bool {
        self.plays.is_none() && self.hashes.is_empty() && self.salts.is_empty()
    }
}

/// Returns true for a line that accepts, false for one that declines, and `None` for any other.
fn plays(line: &str) -> Option<bool> {
    let words = super::press::words_of(line);
    if words.len() > MOST_WORDS {
        return None;
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["accept" | "accepted" | "yes", ..] | ["i", "accept", ..] => Some(true),
        ["decline" | "declined" | "no", ..] | ["i", "decline", ..] => Some(false),
        _ => None,
    }
}

/// Returns the hash in a line, such as `hash  0123…` or `zytal: 0123…`, with the seat that the line names.
fn hash_in(line: &str, seats: &[SeatId]) -> Option<(Option<SeatId>, Hash)> {
    let words: Vec<&str> = line
        .split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_'))
        .filter(|word| !word.is_empty())
        .collect();
    let mut hashes = words.iter().filter(|word| word.len() == HASH);
    let hash = hashes.next()?.to_ascii_lowercase().parse().ok()?;
    if hashes.next().is_some() {
        return None;
    }
    let named = |seat: &&SeatId| {
        words
            .iter()
            .any(|word| word.eq_ignore_ascii_case(seat.as_str()))
    };
    Some((seats.iter().find(named).cloned(), hash))
}

impl Post<'_> {
    /// Returns the answer to an invitation that a mail holds, with the seat that it is about; `None` for any other mail,
    /// and after the game has begun.
    pub(super) fn answer_to_invitation(&self, mail: &Incoming) -> Option<(SeatId, Rsvp)> {
        if self.open.is_some() {
            return None;
        }
        let senders = self.senders(mail);
        // Two players may share an address: the mail that is answered tells them apart.
        let answered = |seat: &&SeatId| {
            let player = self.players.of(seat);
            player.is_some_and(|player| self.answers_own(mail, player))
        };
        let seat = senders.iter().find(answered).or(senders.first());
        let seat = seat?;
        let player = self.players.of(seat)?;
        let lines = mail.lines();
        let mut rsvp = Rsvp::of(mail, &lines, &player.seats);
        rsvp.salts = self.promised(player, &lines);
        (!rsvp.is_empty()).then(|| (seat.clone(), rsvp))
    }

    /// Returns the lines that are the salts of a player's seats, after the table was closed: the log has their hashes.
    fn promised(&self, player: &Player, lines: &[QuotedLine]) -> BTreeMap<SeatId, String> {
        let mut found = BTreeMap::new();
        let (Some(seated), Some(genesis)) = (self.log.of(Kind::Seated).next(), self.log.genesis())
        else {
            return found;
        };
        for line in lines.iter().filter(|line| line.depth == 0) {
            let line = line.text.trim();
            let labelled = line
                .strip_prefix("salt")
                .map(|words| words.trim_start_matches([':', ' ']));
            for words in std::iter::once(line).chain(labelled) {
                let salt = player_salt(words.trim_matches(['"', '\'', '`']));
                for seat in &player.seats {
                    let promised = seated.hash(&format!("salt-hash.{seat}"));
                    if promised
                        .is_ok_and(|hash| salt_hash(&genesis.hash, &seat_name(seat), &salt) == hash)
                    {
                        found.insert(seat.clone(), salt.to_string());
                    }
                }
            }
        }
        found
    }

    /// Accepts the answer to an invitation, and replies to it. The proof of the sender is that of any mail without an
    /// order file: the address alone is not enough unless the game trusts it.
    pub(super) fn invitation(
        &mut self,
        mail: &Incoming,
        seat: &SeatId,
        rsvp: &Rsvp,
        work: &mut Work,
    ) -> Result<(), GameError> {
        if let Proof::Lacking(why) = self.proof(mail, seat, None) {
            let words = vec![format!("Your answer was not taken: {why}.")];
            work.seats.insert(seat.clone(), "rejected".to_owned());
            return self.receipt(mail, seat, &Said::Invitation("REJECTED", words), work);
        }
        let mut words = vec![];
        let mut players = self.players.clone();
        let Some(player) = players.players.iter_mut().find(|p| p.seats.contains(seat)) else {
            return Ok(());
        };
        let before = player.invitation;
        // A salt, and the hash of one, come from a player who plays.
        let plays = rsvp.plays.unwrap_or(true);
        let verdict = if plays { "ACCEPTED" } else { "DECLINED" };
        if plays {
            player.invitation = Invitation::Accepted;
            if before != Invitation::Accepted || rsvp.plays.is_some() {
                words.push(format!(
                    "You play {} in {}. The first report comes by mail when the game begins; until then you need not do \
                     anything else.",
                    list(&player.seats),
                    self.game.file.title
                ));
            }
            self.note_hashes(player, &rsvp.hashes, &mut words);
        } else {
            player.invitation = Invitation::Declined;
            words.push(
                "You do not play, and the GM was told. If this is a mistake, answer this mail with the one word `accept`."
                    .to_owned(),
            );
        }
        let (name, seats) = (player.name.clone(), player.seats.clone());
        if players != self.players {
            let layout = &self.game.layout;
            let kept = bytes("players", &players)?;
            work.stage
                .add(layout, &layout.players(), kept, Secrecy::Secret);
        }
        let all = |players: &crate::game_dir::Players| {
            let accepted = |p: &Player| p.invitation == Invitation::Accepted;
            let is_seated = |seat: &SeatId| players.of(seat).is_some_and(accepted);
            self.game.seat_ids().iter().all(is_seated)
        };
        let complete = all(&players) && !all(&self.players);
        self.players = players;
        if !rsvp.salts.is_empty() && plays {
            self.note_salts(&rsvp.salts, &mut words, work)?;
        }
        let changed = before != self.players.of(seat).map_or(before, |p| p.invitation);
        let game = &self.game.file.game;
        let text = mail.written().unwrap_or_default();
        let remark = match (plays, changed) {
            (false, true) => Some(format!(
                "They decline the invitation. To give {} to another player: `chronojudge seat {game} {seat} --again \
                 --name NAME --address ADDRESS`.",
                list(&seats)
            )),
            _ if complete => Some(format!(
                "They accept the invitation; now every seat has a player who has accepted. `chronojudge start {game}` \
                 begins the game as soon as the salts are in, or without them."
            )),
            _ => None,
        };
        if let Some(remark) = remark {
            if let Some(address) = self.players.of(seat).map(|p| p.address.clone()) {
                let who = format!("{name} ({})", list(&seats));
                let to = Address::new(Some(&name), &address)?;
                self.write_to_gm(mail, &text, &who, to, &[remark], work)?;
            }
        } else if let Some(text) = super::remarks::for_a_person(&beside(mail)) {
            let way = "It came with an answer to the invitation.";
            words.extend(self.pass_on_beside(mail, (seat, true), &text, way, work)?);
        }
        work.seats.insert(seat.clone(), verdict.to_lowercase());
        self.receipt(mail, seat, &Said::Invitation(verdict, words), work)
    }

    /// Records the hashes of a player's salts, while the table is open.
    fn note_hashes(
        &self,
        player: &mut Player,
        hashes: &[(Option<SeatId>, Hash)],
        words: &mut Vec<String>,
    ) {
        if hashes.is_empty() {
            return;
        }
        if self.log.of(Kind::Seated).next().is_some() {
            words.push(
                "The hash was not taken: the table is closed, and the hashes of all salts stand in the public log."
                    .to_owned(),
            );
            return;
        }
        for (named, hash) in hashes {
            let only = (player.seats.len() == 1).then(|| player.seats[0].clone());
            let Some(seat) = named.clone().or(only) else {
                words.push(format!(
                    "It is not clear which seat a hash is for, so it was not taken: write the seat in front of it, as in \
                     `{}: {hash}`.",
                    player.seats[0]
                ));
                continue;
            };
            let before = player.salt_hashes.get(&seat);
            if before.is_some_and(|before| *before != hash.to_string()) {
                words.push(format!(
                    "Another hash is on file for {seat} already, and stays: {}.",
                    player.salt_hashes[&seat]
                ));
                continue;
            }
            player.salt_hashes.insert(seat.clone(), hash.to_string());
            words.push(format!(
                "The hash of your salt for {seat} is on file: {hash}. Keep the salt itself to yourself until you are mailed \
                 the hashes of all players."
            ));
        }
    }

    /// Records the opened salts, if every player has been mailed the hashes of all.
    fn note_salts(
        &self,
        salts: &BTreeMap<SeatId, String>,
        words: &mut Vec<String>,
        work: &mut Work,
    ) -> Result<(), GameError> {
        if self.log.of(Kind::Salts).next().is_some() {
            words.push("All salts are in already.".to_owned());
            return Ok(());
        }
        let waiting = without_hashes(self.game)?;
        if !waiting.is_empty() {
            words.push(format!(
                "Your salt was not taken yet: the hashes of all salts have not been mailed to {}. Send it again tomorrow.",
                waiting.join(", ")
            ));
            return Ok(());
        }
        let layout = &self.game.layout;
        let mut opened: BTreeMap<SeatId, String> = read(&layout.salts())?.unwrap_or_default();
        for (seat, salt) in salts {
            opened.insert(seat.clone(), salt.clone());
            words.push(format!(
                "The salt of {seat} is the one that was promised, and is open."
            ));
        }
        let kept = bytes("salts", &opened)?;
        work.stage
            .add(layout, &layout.salts(), kept, Secrecy::Secret);
        Ok(())
    }
}

/// Returns the lines of a mail beside its answer: those of its writer after the first, without hashes.
fn beside(mail: &Incoming) -> String {
    let lines = mail.lines();
    let own = lines.iter().filter(|line| line.depth == 0);
    let rest = own
        .map(|line| line.text.trim())
        .filter(|line| !line.is_empty())
        .skip(1)
        .take_while(|line| *line != "--")
        .filter(|line| hash_in(line, &[]).is_none());
    rest.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_accepts_or_declines_only_if_it_says_nothing_else() {
        for line in [
            "accept",
            "Accept.",
            "YES",
            "I accept!",
            "Yes please",
            "Re: [gem] accept",
        ] {
            assert_eq!(plays(line), Some(true), "{line}");
        }
        for line in ["decline", "No, thanks", "I decline"] {
            assert_eq!(plays(line), Some(false), "{line}");
        }
        for line in [
            "Yes, but only from March on",
            "No problem, I accept it",
            "When do we begin?",
            "[gem] You play zytal",
            "",
        ] {
            assert_eq!(plays(line), None, "{line}");
        }
    }

    #[test]
    fn a_hash_is_found_with_the_seat_of_its_line() {
        let seats = ["zytal", "roo"].map(|seat| SeatId::new(seat).expect("a seat"));
        let hex = "0a".repeat(32);
        let hash: Hash = hex.parse().expect("a hash");
        let of = |line: &str| hash_in(line, &seats);
        assert_eq!(of(&format!("hash  {hex}")), Some((None, hash)));
        assert_eq!(
            of(&format!("Roo: {}", hex.to_uppercase())),
            Some((Some(seats[1].clone()), hash))
        );
        assert_eq!(of("salt  12ab 34cd"), None);
        assert_eq!(of(&format!("{hex} {hex}")), None);
    }
}
