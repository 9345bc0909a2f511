//! The orders in a mail: found, checked against their seat, validated, and put in force.

use super::{
    outcome::Became,
    post::{Post, Work},
    remarks,
    ruled::{Ruled, source},
    said::Said,
    sender::{Proof, Unproven},
    typed::Sections,
};
use crate::{
    compose::token,
    engine::SeatId,
    error::GameError,
    game_dir::{Filed, Game},
    mail::{Incoming, inbound::Candidate, one_line},
    orders::{Merged, NotAccepted, Origin, Way, keep_signature, look, merged, put_in_force},
    yaml::Problems,
};
use std::collections::BTreeMap;

impl Post<'_> {
    /// Handles the orders in a mail, and replies to every seat that they concern.
    pub(crate) fn orders(&mut self, mail: &Incoming, work: &mut Work) -> Result<(), GameError> {
        let senders = self.senders(mail);
        let found = mail.found();
        work.notes.extend(found.remarks.iter().cloned());
        let mut ruled: Vec<(SeatId, Ruled)> = vec![];
        let has_file = !found.candidates.is_empty() || !found.remarks.is_empty();
        if let Some(trouble) = mail.trouble {
            let words = format!(
                "Your mail was not processed, because {}. Send only the order file.",
                trouble.words()
            );
            ruled.extend(first(&senders).map(|seat| (seat, Ruled::refused(None, words))));
        } else if !has_file {
            ruled = self.without_file(mail, &senders, work)?;
            if ruled.is_empty() && work.became == Became::Read && work.seats.is_empty() {
                work.became = Became::Stranger;
            }
            if ruled.is_empty() {
                return Ok(());
            }
        } else if let Err(words) = self.wants_orders() {
            ruled.extend(first(&senders).map(|seat| (seat, Ruled::refused(None, words))));
        } else {
            for candidate in &found.candidates {
                self.rule(mail, candidate, &senders, &mut ruled)?;
            }
            if found.candidates.is_empty() {
                ruled.extend(first(&senders).map(|seat| (seat, Ruled::refused(None, NOTHING))));
            }
        }
        if ruled.is_empty() {
            work.became = Became::Stranger;
            return Ok(());
        }
        let mut by_seat: BTreeMap<SeatId, Vec<Ruled>> = BTreeMap::new();
        for (seat, one) in ruled {
            by_seat.entry(seat).or_default().push(one);
        }
        for (seat, mut list) in by_seat {
            // The last valid file counts; if none is valid, the reply is about the last one.
            let best = list.iter().rposition(|one| one.accepted.is_some());
            let at = best.unwrap_or(list.len() - 1);
            let one = list.swap_remove(at);
            self.settle(mail, &seat, one, list.len(), work)?;
        }
        Ok(())
    }

    /// Refuses a file that is not proven to be from a seat's player, and adds the replies about it. Returns true if the
    /// file was refused. The file is not parsed as YAML for this, so a file from an unknown sender costs no more than a
    /// scan of its lines.
    pub(super) fn refuses_unread(
        &self,
        mail: &Incoming,
        candidate: &Candidate,
        senders: &[SeatId],
        ruled: &mut Vec<(SeatId, Ruled)>,
    ) -> bool {
        let (file, own) = (&candidate.bytes, self.game.name.as_str());
        let seats = self.game.seat_ids();
        let is_lacking = |seat: &SeatId| match self.proof(mail, seat, Some(file)) {
            Proof::Lacking(why) => Some(why),
            Proof::Good(_) | Proof::Signed(_) => None,
        };
        let game = token::named_in("game", file).filter(|game| game != own);
        let named = token::named_in("seat", file).filter(|_| game.is_none());
        if let Some(seat) = named.and_then(|name| seats.iter().find(|seat| seat.as_str() == name)) {
            let why = is_lacking(seat);
            if let Some(why) = why {
                refuse(candidate, seat, senders, why, ruled);
            }
            return why.is_some();
        }
        if seats.iter().any(|seat| is_lacking(seat).is_none()) {
            return false;
        }
        let Some(seat) = first(senders) else {
            return true;
        };
        let words = if let Some(game) = game {
            let game = one_line(&game, 64);
            format!("These are orders for the game `{game}`, and this is the game `{own}`.")
        } else {
            let why = is_lacking(&seat)
                .map(|why| why.to_string())
                .unwrap_or_default();
            format!("These orders were not taken: {why}.")
        };
        ruled.push((seat, Ruled::refused(Some(candidate), words)));
        true
    }

    /// Decides on one file: first on its sender, then on its contents.
    pub(super) fn rule(
        &self,
        mail: &Incoming,
        candidate: &Candidate,
        senders: &[SeatId],
        ruled: &mut Vec<(SeatId, Ruled)>,
    ) -> Result<(), GameError> {
        let Ok((position, record)) = self.wants_orders() else {
            return Ok(());
        };
        if self.refuses_unread(mail, candidate, senders, ruled) {
            return Ok(());
        }
        let game = self.game;
        let name = shown_name(candidate);
        let mut to_sender = |one: Ruled| ruled.extend(first(senders).map(|seat| (seat, one)));
        let filed = match game.read_orders(&name, &candidate.bytes) {
            Ok(filed) => filed,
            Err(problems) => {
                to_sender(Ruled::wrong(candidate, problems));
                return Ok(());
            }
        };
        let seat = filed.envelope.seat.clone();
        if filed.envelope.game != game.name.as_str() || !game.seat_ids().contains(&seat) {
            // The diagnostics come from the file alone: the sender is unproven, so no seat's view is read.
            to_sender(Ruled::wrong(
                candidate,
                misdirected(game, position.turn, &filed),
            ));
            return Ok(());
        }
        // The sender is proven before the contents are validated, because validation reads the seat's own view.
        let proof = self.proof(mail, &seat, Some(&candidate.bytes));
        if let Proof::Lacking(why) = proof {
            refuse(candidate, &seat, senders, why, ruled);
            return Ok(());
        }
        // The signed bytes are filed unchanged, so that the log refers to the player's own file.
        let mut words = vec![];
        let (bytes, signature, way) = match proof {
            Proof::Signed(signed) => (signed.text, Some(signed.signature), Way::Signature),
            Proof::Good(way) => {
                let bytes = match merged(game, position, record, &filed)? {
                    Some(Merged { bytes, kept }) => {
                        words.push(format!(
                            "It left out what stays as it was on file: {}.",
                            kept.join(", ")
                        ));
                        bytes
                    }
                    None => candidate.bytes.clone(),
                };
                (bytes, None, way)
            }
            Proof::Lacking(_) => return Ok(()),
        };
        let one = match look(game, position, record, &name, &bytes, signature.is_some()) {
            Ok((filed, warnings)) => Ruled {
                candidate: Some(candidate.clone()),
                accepted: Some(filed),
                held: false,
                way,
                signature,
                problems: Some(warnings),
                words,
            },
            Err(NotAccepted::Invalid(problems)) => Ruled::wrong(candidate, problems),
            Err(NotAccepted::Game(error)) => return Err(error),
        };
        ruled.push((seat, one));
        Ok(())
    }

    /// Returns the text for a person that a mail holds beside its orders, if there is any.
    fn beside(&self, mail: &Incoming, one: &Ruled) -> Option<String> {
        let left = one.candidate.as_ref().and_then(|file| file.left.as_ref());
        match left {
            Some(left) => remarks::for_a_person(&left.join("\n")),
            None => remarks::beside_orders(mail, &Sections::of(&*self.game.rules)),
        }
    }

    /// Puts accepted orders in force, and replies to the seat.
    pub(crate) fn settle(
        &mut self,
        mail: &Incoming,
        seat: &SeatId,
        mut one: Ruled,
        others: usize,
        work: &mut Work,
    ) -> Result<(), GameError> {
        if self.is_weaker(seat, &one) {
            return self.hold(mail, seat, one, work);
        }
        let verdict = one.verdict();
        work.seats.insert(seat.clone(), verdict.to_lowercase());
        if others > 0 {
            one.words.push(format!(
                "There {} in the same mail; the last valid one counts.",
                match others {
                    1 => "was another order file for this seat".to_owned(),
                    n => format!("were {n} more order files for this seat"),
                }
            ));
        }
        if one.accepted.is_some()
            && let Some(text) = self.beside(mail, &one)
        {
            let said = self.pass_on_remark(mail, (seat, one.is_proven()), &text, work)?;
            one.words.extend(said);
        }
        if let Some(filed) = &one.accepted {
            let turn = filed.envelope.turn;
            let before = self
                .book
                .orders
                .get(seat)
                .filter(|origin| origin.turn == turn);
            match before {
                Some(before) if before.digest == filed.digest => {
                    one.words
                        .push("The same orders were on file already.".to_owned());
                }
                Some(before) => {
                    one.words.push(format!(
                        "They replace those that came on {} with {}.",
                        super::said::utc(before.taken),
                        source(&before.subject, &before.part)
                    ));
                    if mail
                        .date
                        .zip(before.sent)
                        .is_some_and(|(now, then)| now < then)
                    {
                        one.words.push(
                            "By its own date this mail was written before the one whose orders it replaces; what \
                             counts is which arrived last."
                                .to_owned(),
                        );
                    }
                }
                None => {}
            }
            let part = one
                .candidate
                .as_ref()
                .map_or_else(String::new, |c| c.part.clone());
            self.book.held.remove(seat);
            let origin = Origin {
                way: one.way,
                turn,
                digest: filed.digest.clone(),
                taken: self.now,
                sent: mail.date,
                subject: mail.subject.clone(),
                part,
            };
            self.book.orders.insert(seat.clone(), origin);
            put_in_force(self.game, turn, seat, &filed.bytes, &mut work.stage);
            if let Some(signature) = &one.signature {
                keep_signature(self.game, turn, filed, signature, &mut work.stage);
                let next = filed
                    .envelope
                    .revision
                    .map_or(1, |n| n.saturating_add(1).get());
                one.words.push(format!(
                    "Another signed file for this turn needs `revision: {next}` or more."
                ));
            }
        } else if one.problems.is_some() {
            one.words
                .insert(0, "Nothing of this file was taken.".to_owned());
        }
        self.receipt(mail, seat, &Said::Orders(Box::new(one)), work)
    }
}

/// The reply to a mail without orders.
pub(super) const NOTHING: &str = "No orders were found in your mail. Type the lines of the form that came with your \
    last report into a reply, each beginning with its name and a colon, or attach the order form. A mail to other \
    players has a subject such as `Press to all`.";

/// Refuses a file that is not proven to be from a seat's player: the sender and the player get a reply.
fn refuse(
    candidate: &Candidate,
    seat: &SeatId,
    senders: &[SeatId],
    why: Unproven,
    ruled: &mut Vec<(SeatId, Ruled)>,
) {
    if senders.contains(seat) {
        let words = format!("These orders were not taken: {why}.");
        ruled.push((seat.clone(), Ruled::refused(Some(candidate), words)));
        return;
    }
    let words = format!("These orders are for `{seat}`; the player of that seat was notified.");
    ruled.extend(first(senders).map(|sender| (sender, Ruled::refused(Some(candidate), words))));
    let words = format!(
        "A mail with orders for your seat came, and they were not taken: {why}. If you sent it, correct \
         this and send the orders again; if not, nothing has changed."
    );
    ruled.push((seat.clone(), Ruled::refused(None, words)));
}

fn first(seats: &[SeatId]) -> Option<SeatId> {
    seats.first().cloned()
}

/// Returns the name of a file in its diagnostics.
fn shown_name(candidate: &Candidate) -> String {
    let name = candidate.part.strip_prefix("the attachment ");
    name.unwrap_or("your-mail").to_owned()
}

fn misdirected(game: &Game, turn: u32, filed: &Filed) -> Problems {
    let list = filed.misdirected(
        game.name.as_str(),
        turn,
        None,
        &game.seat_ids(),
        &*game.rules,
    );
    filed.wrap(list)
}
