//! Bounces: mails of this game that did not arrive. They are counted and shown to the GM, and get no reply.

use super::{
    outcome::Became,
    post::{Post, Work},
};
use crate::{
    error::GameError,
    game_dir::{Disk, Secrecy},
    mail::{Envelope, Key, compose, inbound::Bounce},
    orders::Bounces,
};

impl Post<'_> {
    /// Counts a bounce against the address that the mail was sent to. The address is looked up in the mail as it was
    /// sent, because the bounce itself proves nothing.
    pub(crate) fn bounced(&mut self, bounce: &Bounce, work: &mut Work) -> Result<(), GameError> {
        let genuine = bounce.ids.iter().find_map(|id| self.settings.ids.mail(id));
        let Some(about) = genuine else {
            let why = "it names no mail of this game by a genuine Message-ID";
            work.became = Became::NotAnswered(why.to_owned());
            return Ok(());
        };
        let stem = about.stem();
        let file = format!("{stem}.eml");
        let layout = &self.game.layout;
        let sent = match Disk::read(&layout.sent().join(&file))? {
            Some(sent) => Some(sent),
            None => Disk::read(&layout.outbox().join(&file))?,
        };
        let envelope = sent.and_then(|mail| Envelope::of(&mail).ok());
        let to = envelope.as_ref().and_then(|e| e.to().next());
        let Some(to) = to.map(str::to_owned) else {
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
        let count = count.clone();
        // The GM is notified of the 1st, 2nd, 4th, 8th … final failure.
        if bounce.is_final && count.failed.is_power_of_two() {
            self.tell_gm(&to.to_ascii_lowercase(), &count, work)?;
        }
        work.became = Became::Bounce { of: stem };
        Ok(())
    }

    /// Notifies the GM of an address whose mail comes back, unless it is the GM's own address.
    pub(super) fn tell_gm(
        &mut self,
        to: &str,
        count: &Bounces,
        work: &mut Work,
    ) -> Result<(), GameError> {
        if self.settings.from.email().eq_ignore_ascii_case(to) {
            return Ok(());
        }
        let game = self.game;
        let position = self.open.as_ref().map(|(position, _)| position);
        let (turn, sitting) = position.map_or((0, 0), |p| (p.turn, p.sitting));
        let mut seats = game.seat_ids();
        seats.retain(|seat| self.player(seat).is_some_and(|(_, address)| address == to));
        let whose = match &seats[..] {
            [] => "No current player has this address".to_owned(),
            seats => format!(
                "It is the address of the player of {}",
                crate::game_dir::list(seats)
            ),
        };
        let text = format!(
            "Mail to {to} comes back: {} so far. {whose}. The server's last message:\n\n  {}\n\n\
             Ask for another address and write it into players.yaml; then\n\n  \
             chronojudge send {} --again SEAT\n\n\
             mails the last report there. `chronojudge status` shows the count.\n",
            count.failed, count.words, game.name
        );
        let number = self.book.number("gm", "bounce");
        let key = Key::new(game.name.as_str(), sitting, "gm", "bounce", number)?;
        let subject = format!("{} Mail to {to} comes back", game.file.tag());
        let settings = &self.settings;
        let letter = settings.letter_to_gm(key.clone(), turn, &subject, &text, self.now);
        let path = game.layout.outbox().join(format!("{}.eml", key.stem()));
        let mail = compose(&letter)?;
        work.stage.add(&game.layout, &path, mail, Secrecy::Secret);
        work.letters.push(key.stem());
        Ok(())
    }
}
