//! Orders with a weaker proof of their sender than those on file: they are held until their player confirms them.
//!
//! Under `trust: address` the sender's address is enough, which is easily forged. Therefore the orders of a player who
//! used the token of the form, or a signature, are not replaced by those of a mail with less: the new orders are held,
//! and the player is asked at their own address.

use super::{
    post::{Post, Work},
    ruled::Ruled,
    said::Said,
    sender::Proof,
};
use crate::{
    engine::SeatId,
    error::GameError,
    mail::{Incoming, inbound::Candidate},
    orders::{Held, NotAccepted, Way, look},
};

/// The word that confirms held orders, as the first word of a reply.
const YES: &str = "yes";

impl Post<'_> {
    /// Returns true if orders would replace others of this turn that came with a stronger proof.
    pub(crate) fn is_weaker(&self, seat: &SeatId, one: &Ruled) -> bool {
        let (Some(filed), Some(before)) = (&one.accepted, self.book.orders.get(seat)) else {
            return false;
        };
        let (turn, digest) = (filed.envelope.turn, &filed.digest);
        before.turn == turn && before.digest != *digest && one.way < before.way
    }

    /// Holds orders, and asks their player to confirm them.
    pub(crate) fn hold(
        &mut self,
        mail: &Incoming,
        seat: &SeatId,
        mut one: Ruled,
        work: &mut Work,
    ) -> Result<(), GameError> {
        let Some(filed) = &one.accepted else {
            return Ok(());
        };
        let text = keepable(&String::from_utf8_lossy(&filed.bytes));
        let part = one.candidate.as_ref();
        let part = part.map_or_else(String::new, |candidate| candidate.part.clone());
        one.held = true;
        one.words.push(format!(
            "They are not on file yet. The orders on file came {}; these came {}. If you sent these, answer this mail \
             with the one word `{YES}`, and they are on file. If you did not, do nothing: the orders on file stay as they are.",
            self.book.orders.get(seat).map_or("", |before| before.way.words()),
            one.way.words(),
        ));
        work.seats
            .insert(seat.clone(), one.verdict().to_lowercase());
        // If the day's replies are used up, the question is not sent, and no mail can confirm the orders.
        let before = work.letters.len();
        self.receipt(mail, seat, &Said::Orders(Box::new(one)), work)?;
        if work.letters.len() > before {
            let asked = self.book.last_number(seat.as_str(), "receipt");
            let held = Held { text, part, asked };
            self.book.held.insert(seat.clone(), held);
        }
        Ok(())
    }

    /// Returns the held orders that a mail confirms: a reply to the question about them that begins with [`YES`].
    pub(crate) fn confirmed(&self, mail: &Incoming) -> Option<(SeatId, Held)> {
        if self.book.held.is_empty() {
            return None;
        }
        let text = mail.written()?;
        let word = text
            .split(|c: char| !c.is_alphanumeric())
            .find(|word| !word.is_empty())?;
        if !word.eq_ignore_ascii_case(YES) {
            return None;
        }
        let answered: Vec<_> = mail
            .references
            .iter()
            .filter_map(|id| self.settings.ids.mail(id.as_str()))
            .collect();
        let mut held = self.book.held.iter();
        let (seat, held) = held.find(|(seat, held)| {
            answered.iter().any(|key| {
                key.game() == self.game.name.as_str()
                    && key.reader() == seat.as_str()
                    && key.kind() == "receipt"
                    && key.revision() == held.asked
            })
        })?;
        let known = matches!(self.proof(mail, seat, None), Proof::Good(way) if way >= Way::Known);
        known.then(|| (seat.clone(), held.clone()))
    }

    /// Validates held orders again, and puts them on file if they are valid.
    pub(crate) fn confirm(
        &mut self,
        mail: &Incoming,
        seat: &SeatId,
        held: Held,
        work: &mut Work,
    ) -> Result<(), GameError> {
        self.book.held.remove(seat);
        let candidate = Candidate {
            part: held.part,
            bytes: held.text.into_bytes(),
            notes: vec!["These are the orders that were held until you confirmed them.".to_owned()],
            left: None,
        };
        let one = match self.wants_orders() {
            Err(why) => Ruled::refused(Some(&candidate), why),
            Ok((position, record)) => {
                match look(
                    self.game,
                    position,
                    record,
                    "your-mail",
                    &candidate.bytes,
                    false,
                ) {
                    // The question was sent to the player only, so a reply to it proves as much as the token.
                    Ok((filed, warnings)) => Ruled {
                        accepted: Some(filed),
                        way: Way::Token,
                        problems: Some(warnings),
                        ..Ruled::refused(Some(&candidate), "You confirmed them.")
                    },
                    Err(NotAccepted::Invalid(problems)) => Ruled::wrong(&candidate, problems),
                    Err(NotAccepted::Game(error)) => return Err(error),
                }
            }
        };
        self.settle(mail, seat, one, 0, work)
    }
}

/// Returns orders with line feeds as line ends and with spaces for tabs: other line ends and tabs cannot be saved.
fn keepable(text: &str) -> String {
    text.replace("\r\n", "\n")
        .replace('\r', "\n")
        .replace('\t', " ")
}
