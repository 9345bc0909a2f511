//! Mails of ours that did not arrive: counted, and shown to the GM. Nobody is answered.

use super::{Became, Bounces, Post, Work};
use crate::{
    mail::{Envelope, inbound::Bounce},
    sitting::SittingError,
    store::Disk,
};

impl Post<'_> {
    /// Counts a bounce against the address that the mail was sent to, which is looked up: the bounce
    /// itself proves nothing.
    pub(super) fn bounced(&mut self, bounce: &Bounce, work: &mut Work) -> Result<(), SittingError> {
        let stem = bounce.about.stem();
        let file = format!("{stem}.eml");
        let layout = &self.game.layout;
        let sent = match Disk::read(&layout.sent().join(&file))? {
            Some(sent) => Some(sent),
            None => Disk::read(&layout.outbox().join(&file))?,
        };
        let envelope = sent.and_then(|mail| Envelope::of(&mail).ok());
        let Some(to) = envelope.as_ref().and_then(|e| e.to().next()) else {
            work.became = Became::NotAnswered("it is about a mail that was never sent".to_owned());
            return Ok(());
        };
        let turn = self.open.as_ref().map_or(0, |(position, _)| position.turn);
        let entry = self.book.bounces.entry(to.to_ascii_lowercase());
        let count = entry.or_insert(Bounces {
            failed: 0,
            delayed: 0,
            since_turn: turn,
            last: self.now,
            words: String::new(),
        });
        if bounce.is_final {
            count.failed = count.failed.saturating_add(1);
        } else {
            count.delayed = count.delayed.saturating_add(1);
        }
        count.last = self.now;
        count.words.clone_from(&bounce.words);
        work.became = Became::Bounce { of: stem };
        Ok(())
    }
}
