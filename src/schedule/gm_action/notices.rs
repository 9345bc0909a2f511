//! The mails to all players about an action. The actions of an hour are one mail.

use super::{GmAction, Message, first_seat};
use crate::{
    compose::MailKind,
    engine::SeatId,
    game_dir::{Noted, NoticeMail, Notices, Player, Who, notes_among},
    log::Deed,
    mail::{Key, OutboxLock},
    schedule::ScheduleError,
};
use chrono::TimeDelta;
use std::collections::BTreeMap;

/// The time within which actions are told in one mail, if it was not sent in between.
const TOGETHER: TimeDelta = TimeDelta::hours(1);

impl GmAction<'_> {
    /// Puts a mail for every player into the outbox: the action, its author and reason, and the time at which orders
    /// are due now. A mail of the last hour that was not sent yet is absorbed: the new mail has its actions too.
    ///
    /// # Errors
    /// Returns [`ScheduleError`] if a mail cannot be composed.
    pub fn tell_all(
        &mut self,
        what: Deed,
        who: &Who,
        number: u32,
        text: &str,
    ) -> Result<(), ScheduleError> {
        let last = self.position.notices.take();
        let last = last.filter(|last| self.at - last.since <= TOGETHER && last.since <= self.at);
        let mut now = Notices {
            what: what.as_str().to_owned(),
            record: number,
            since: last.as_ref().map_or(self.at, |last| last.since),
            mails: BTreeMap::new(),
        };
        for player in self.players.players.clone() {
            let Some(seat) = first_seat(self.game, &player) else {
                continue;
            };
            let absorbed = last
                .as_ref()
                .and_then(|last| self.absorb(last, &seat, &player));
            let mut records = absorbed.unwrap_or_default();
            let mut acts = vec![];
            for record in &records {
                let (log, layout) = (&self.log, &self.game.layout);
                acts.extend(notes_among(
                    log,
                    *record..*record + 1,
                    layout,
                    Some(&self.stage),
                )?);
            }
            for act in &mut acts {
                // A note that is read again has its reason on the line of its text.
                act.text = act.text.replacen(" Reason: ", "\nReason: ", 1);
            }
            records.push(number);
            acts.push(Noted {
                what: what.words().to_owned(),
                who: Who::words(&who.field()),
                at: self.at.format("%Y-%m-%d %H:%M UTC").to_string(),
                text: text.trim_end().to_owned(),
            });
            let to = player.address.clone();
            now.mails.insert(seat.clone(), NoticeMail { to, records });
            let mut subject: Vec<&str> = vec![];
            for act in &acts {
                if !subject.contains(&&*act.what) {
                    subject.push(&act.what);
                }
            }
            let message = Message {
                subject: subject.join("; "),
                text: acts.iter().map(act_words).collect::<String>() + &self.due_words(&player)?,
                ..Message::default()
            };
            self.mail_seat(&player, &seat, MailKind::Notice(what), number, message)?;
        }
        self.position.notices = Some(now);
        Ok(())
    }

    /// Marks the mail about the last action as absorbed, if it is to the same address and was never tried to be sent;
    /// returns the records of the actions in it.
    fn absorb(&mut self, last: &Notices, seat: &SeatId, player: &Player) -> Option<Vec<u32>> {
        let waiting = last
            .mails
            .get(seat)
            .filter(|mail| mail.to == player.address)?;
        let layout = &self.game.layout;
        let name = self.game.name.as_str();
        let key = Key::new(
            name,
            self.position.sitting,
            seat.as_str(),
            &last.what,
            last.record,
        );
        let stem = key.ok()?.stem();
        let mail = layout.outbox().join(format!("{stem}.eml"));
        if self.outbox.is_none() {
            self.outbox = OutboxLock::take(layout.root());
        }
        let tried = layout.outbox().join(format!("{stem}.status.yaml"));
        let sent = layout.sent().join(format!("{stem}.eml"));
        if self.outbox.is_none() || !mail.exists() || tried.exists() || sent.exists() {
            return None;
        }
        self.absorbed.push(mail);
        Some(waiting.records.clone())
    }
}

/// Returns the words of one action in a mail.
fn act_words(act: &Noted) -> String {
    let Noted {
        what,
        who,
        at,
        text,
    } = act;
    format!("{what} ({who}, {at}).\n\n{text}\n\n")
}
