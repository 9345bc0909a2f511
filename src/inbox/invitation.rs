//! Answers to the invitation, before a game begins: `accept`, `decline`, the hash of a salt, and the salt itself.
//!
//! A mail changes only the entry of its own player. The table is closed by the lobby, after the mails of a run.

mod rsvp;

use super::{
    post::{Post, Work},
    said::Said,
    sender::Proof,
};
use crate::{
    collect::Collect,
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
use rsvp::{Rsvp, hash_in};
use std::collections::{BTreeMap, BTreeSet};

impl Post<'_> {
    /// Returns the answer to an invitation that a mail holds, with the seat that it is about; `None` for any other mail,
    /// and after the game has begun.
    pub(super) fn answer_to_invitation(&self, mail: &Incoming) -> Option<(SeatId, Rsvp)> {
        if self.open.is_some() {
            return None;
        }
        let mut seats = self.one_of_each(self.senders(mail));
        // Players may share an address. The mail that is answered tells them apart, or the address that it was sent to.
        if seats.len() > 1 {
            let answered = |seat: &&SeatId| {
                let player = self.players.of(seat);
                player.is_some_and(|player| self.answers_own(mail, player))
            };
            let tagged: Vec<SeatId> = mail
                .tags()
                .filter(|tag| tag.game == self.game.name.as_str())
                .filter_map(|tag| tag.seat.clone())
                .filter_map(|seat| SeatId::new(&seat).ok())
                .collect();
            let is_tagged = |seat: &&SeatId| {
                let player = self.players.of(seat);
                player.is_some_and(|player| player.seats.iter().any(|own| tagged.contains(own)))
            };
            let answering: Vec<SeatId> = seats.iter().filter(answered).cloned().collect();
            let named: Vec<SeatId> = seats.iter().filter(is_tagged).cloned().collect();
            let told_apart = if answering.is_empty() {
                named
            } else {
                answering
            };
            if !told_apart.is_empty() {
                seats = told_apart;
            }
        }
        let seat = seats.first()?;
        let player = self.players.of(seat)?;
        let lines = mail.lines();
        let known = self.hashes_of_game();
        let is_known = |hash: &Hash| known.contains(hash);
        let mut rsvp = Rsvp::of(mail, &lines, &player.seats, is_known);
        rsvp.salts = self.promised(player, &lines);
        rsvp.is_unclear = seats.len() > 1;
        (!rsvp.is_empty()).then(|| (seat.clone(), rsvp))
    }

    /// Returns the first seat of each player among those of several seats.
    fn one_of_each(&self, seats: Vec<SeatId>) -> Vec<SeatId> {
        let mut firsts: Vec<SeatId> = vec![];
        for seat in seats {
            let player = self.players.of(&seat);
            let is_new = |one: &&SeatId| player.is_some_and(|player| player.seats.contains(*one));
            if firsts.iter().find(is_new).is_none() {
                firsts.push(seat);
            }
        }
        firsts
    }

    /// Returns the hashes that an invitation shows, such as the anchor and those of records: none of them is the hash of a
    /// player's salt.
    fn hashes_of_game(&self) -> BTreeSet<Hash> {
        let entries = self.log.entries.iter();
        entries
            .filter(|entry| entry.record.kind != Kind::Seated)
            .flat_map(|entry| {
                let values = entry.record.entries.iter();
                let in_record = values.filter_map(|(_, value)| value.parse().ok());
                std::iter::once(entry.hash).chain(in_record)
            })
            .collect_set()
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
        if rsvp.is_unclear {
            let words = vec![
                "It is not clear who answers: several players have this address. Nothing was changed. Answer the invitation \
                 itself, with its quotation, so that the program knows which one."
                    .to_owned(),
            ];
            work.seats.insert(seat.clone(), "rejected".to_owned());
            return self.receipt(mail, seat, &Said::Invitation("REJECTED", words), work);
        }
        let mut words = vec![];
        let mut players = self.players.clone();
        let Some(player) = players.players.iter_mut().find(|p| p.seats.contains(seat)) else {
            return Ok(());
        };
        let before = player.invitation;
        let is_closed = self.log.of(Kind::Seated).next().is_some();
        // A salt, and the hash of one, come from a player who plays.
        let plays = rsvp.plays.unwrap_or(true);
        let verdict = if plays { "ACCEPTED" } else { "DECLINED" };
        if plays {
            player.invitation = Invitation::Accepted;
            if before != Invitation::Accepted || rsvp.plays.is_some() {
                words.push(format!(
                    "{}{} in {}. The first report comes by mail when the game begins; until then you need not do \
                     anything else.",
                    self.game.file.you_play(&player.seats),
                    if self.game.file.draw_seats { "," } else { "" },
                    self.game.file.title
                ));
            }
            note_hashes(
                player,
                &rsvp.hashes,
                &mut self.book.salt_hashes,
                is_closed,
                &mut words,
            );
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

/// Records the hashes of a player's salts, while the table is open. A later hash replaces one that came by mail; one that
/// the GM has recorded stays.
fn note_hashes(
    player: &mut Player,
    hashes: &[(Option<SeatId>, Hash)],
    by_mail: &mut BTreeMap<SeatId, String>,
    is_closed: bool,
    words: &mut Vec<String>,
) {
    if hashes.is_empty() {
        return;
    }
    if is_closed {
        words.push(
            "The hash was not taken: the table is closed, and the hashes of all salts stand in the public log.".to_owned(),
        );
        return;
    }
    let only = (player.seats.len() == 1).then(|| player.seats[0].clone());
    let mut given: BTreeMap<SeatId, BTreeSet<Hash>> = BTreeMap::new();
    for (named, hash) in hashes {
        match named.clone().or(only.clone()) {
            Some(seat) => {
                given.entry(seat).or_default().insert(*hash);
            }
            None => words.push(format!(
                "It is not clear which seat a hash is for, so it was not taken: write the seat in front of it, as in \
                 `{}: {hash}`.",
                player.seats[0]
            )),
        }
    }
    for (seat, hashes) in given {
        let (Some(hash), None) = (hashes.first(), hashes.iter().nth(1)) else {
            words.push(format!(
                "Your mail has {} hashes for {seat}, so none was taken: send the one that counts.",
                hashes.len()
            ));
            continue;
        };
        let hash = hash.to_string();
        let before = player.salt_hashes.get(&seat);
        if let Some(before) = before.filter(|before| **before != hash)
            && by_mail.get(&seat) != Some(before)
        {
            words.push(format!(
                "Another hash is on file for {seat} already, and stays: {before}. The GM has recorded it."
            ));
            continue;
        }
        let instead = match before {
            Some(before) if *before != hash => format!(", instead of {before}"),
            _ => String::new(),
        };
        words.push(format!(
            "The hash of your salt for {seat} is on file: {hash}{instead}. Keep the salt itself to yourself until you are \
             mailed the hashes of all players."
        ));
        if player
            .salt_hashes
            .insert(seat.clone(), hash.clone())
            .as_ref()
            != Some(&hash)
        {
            by_mail.insert(seat, hash);
        }
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
