//! Receipts: the reply to every mail of a player, sent to the address that the GM has on file for them.

use super::{
    post::{Post, Work},
    promise::Promise,
    ruled::source,
    said::{Said, utc},
};
use crate::{
    compose::{self, MailKind, ToPlayer},
    dice::{What, bind_hash, bind_salt, field::sha256},
    engine::{SeatId, Viewer},
    error::GameError,
    game_dir::{Disk, Ended, Filed, Secrecy, Trust, log_key, public_at, seat_name},
    log::heads,
    mail::{Attachment, AutoSubmitted, Incoming, compose},
    orders::{Answer, load},
    report::{self, OnFileNow, Page, Reader, Reading, Receipt, Used},
    ssh::RECEIPT,
};

/// Returns the number of letters between players that wait for the next report.
///
/// # Errors
/// [`GameError`] if they cannot be read.
pub fn pending(game: &crate::game_dir::Game) -> Result<usize, GameError> {
    Ok(crate::compose::waiting(game)?.len())
}

impl Post<'_> {
    /// Replies to a mail, unless its sender has received all replies of the day.
    pub(crate) fn receipt(
        &mut self,
        mail: &Incoming,
        seat: &SeatId,
        said: &Said,
        work: &mut Work,
    ) -> Result<(), GameError> {
        let Some((_, address)) = self.player(seat) else {
            return Ok(());
        };
        let most = self
            .settings
            .inbox
            .as_ref()
            .and_then(|inbox| inbox.answers_a_day);
        // Signed orders prove their sender too.
        let by_orders = matches!(said, Said::Orders(ruled) if ruled.is_proven());
        let is_proven = by_orders || self.proof(mail, seat, None).is_more_than_address();
        let trusting = self.players.trust == Trust::Address;
        let answer = self.book.answer(seat, is_proven, trusting, most);
        if answer == Answer::No {
            work.notes
                .push(format!("{address} gets no more replies today"));
            return Ok(());
        }
        let mut receipt = Receipt {
            last: answer == Answer::Last,
            ..self.words_of(mail, seat, said)?
        };
        receipt.words.extend(self.of_another_log(mail)?);
        self.hide_tokens(&mut receipt);
        let number = self.book.number(seat.as_str(), "receipt");
        let promise = self.promise(mail, seat, said, &receipt);
        let signs = cfg!(feature = "ssh") && self.game.file.log_key.is_some();
        if promise.is_some() && signs {
            receipt.signed = Some(format!("{}.{seat}.receipt-{number}.txt", self.game.name));
        }
        let reading = self.reading(seat)?;
        let (subject, text, wrong) = Page::new(&self.words, &reading).receipt(&receipt);
        work.notes
            .extend(wrong.map(|wrong| format!("a plain answer was sent: {wrong}")));
        let signed = receipt.signed.zip(promise);
        self.write(mail, (seat, number), &subject, &text, signed, work)
    }

    /// Returns a warning if a mail quotes a head that the log of this game does not have. It informs a player who was
    /// sent another log than the others, with the first reply.
    pub(super) fn of_another_log(&self, mail: &Incoming) -> Result<Option<String>, GameError> {
        let lines: Vec<String> = mail.lines().into_iter().map(|line| line.text).collect();
        let mut other = None;
        for head in heads(&lines.join("\n")) {
            let number = self.game.record_seen(&self.log, &head.to_string())?;
            if number.is_none() {
                other = Some(head);
                break;
            }
        }
        Ok(other.map(|other| format!(
            "Your mail quotes {other} as a head of the log, and the log of this game has no such record. If a mail of this game \
             told you that head, you were sent another log than this one: show that mail to the other players."
        )))
    }

    /// Hides the tokens in everything that a reply quotes, because the reply may be copied to others.
    pub(super) fn hide_tokens(&self, receipt: &mut Receipt) {
        let hide = |text: &mut String| *text = self.veil.over(text);
        let Used {
            subject,
            part,
            notes,
            ..
        } = &mut receipt.mail;
        let lists = [&mut receipt.words, &mut receipt.problems, notes];
        lists.into_iter().flatten().for_each(hide);
        hide(subject);
        part.iter_mut().for_each(hide);
        let on_file = receipt.on_file.iter_mut();
        on_file
            .filter_map(|on_file| on_file.from.as_mut())
            .for_each(hide);
    }

    /// Returns the statement that the GM signs with a receipt; `None` if the receipt is not about orders.
    pub(super) fn promise(
        &self,
        mail: &Incoming,
        seat: &SeatId,
        said: &Said,
        receipt: &Receipt,
    ) -> Option<Promise> {
        let (position, _) = self.open.as_ref()?;
        let Said::Orders(ruled) = said else {
            return None;
        };
        let on_file = receipt.on_file.as_ref();
        Some(Promise {
            game: self.game.name.to_string(),
            seat: seat.to_string(),
            turn: position.turn,
            sitting: position.next_lock(),
            order: on_file.and_then(|filed| filed.digest.parse().ok()),
            bound: on_file.and_then(|filed| filed.hash.parse().ok()),
            head: self.head,
            verdict: ruled.verdict().to_owned(),
            answers: Promise::answering(mail.message_id.as_ref()),
            id: String::new(),
            at: self.now,
        })
    }

    /// Returns the contents of the reply.
    pub(super) fn words_of(
        &self,
        mail: &Incoming,
        seat: &SeatId,
        said: &Said,
    ) -> Result<Receipt, GameError> {
        let mut used = Used {
            from: mail
                .from
                .clone()
                .unwrap_or_else(|| "an unknown address".to_owned()),
            subject: mail.subject.clone(),
            date: mail.date.map(utc),
            id: mail.message_id.as_ref().map(ToString::to_string),
            part: None,
            notes: vec![],
        };
        let turn = self.open.as_ref().map(|(position, _)| position.turn);
        let mut receipt = Receipt {
            tag: self.game.file.tag(),
            head: self.head.map(|head| head.to_string()),
            log_key: log_key(self.game),
            public_at: public_at(self.game),
            ..Receipt::default()
        };
        match said {
            Said::Press(verdict, words)
            | Said::Absence(verdict, words)
            | Said::Invitation(verdict, words)
            | Said::Passed(verdict, words) => {
                let about = match said {
                    Said::Absence(..) => "Absence",
                    Said::Invitation(..) => "Invitation",
                    Said::Passed(..) => "Your mail",
                    Said::Press(..) | Said::Orders(_) | Said::Status => "Press",
                };
                about.clone_into(&mut receipt.about);
                (*verdict).clone_into(&mut receipt.verdict);
                receipt.words.clone_from(words);
            }
            Said::Status => {
                receipt.about =
                    turn.map_or_else(|| "The game".to_owned(), |turn| format!("Turn {turn}"));
                "STATUS".clone_into(&mut receipt.verdict);
                receipt.orders = turn.is_some();
                self.on_file(seat, None, &mut receipt)?;
            }
            Said::Orders(ruled) => {
                receipt.about = match turn {
                    Some(turn) => format!("Turn {turn} orders"),
                    None => "Orders".to_owned(),
                };
                ruled.verdict().clone_into(&mut receipt.verdict);
                receipt.words.clone_from(&ruled.words);
                if let Some(candidate) = &ruled.candidate {
                    used.part = Some(candidate.part.clone());
                    used.notes
                        .extend(candidate.notes.iter().map(|note| sentence(note)));
                    if let Some(left) = candidate.left.as_ref().filter(|left| !left.is_empty()) {
                        used.notes
                            .push(format!("Not taken as orders: {}.", left.join(" / ")));
                    }
                }
                used.notes.extend(
                    mail.skipped
                        .iter()
                        .map(|what| format!("Not looked at: {what}.")),
                );
                if let Some(problems) = ruled.problems.as_ref().filter(|p| !p.list.is_empty()) {
                    receipt.problems = problems.render(false).lines().map(str::to_owned).collect();
                }
                receipt.orders = turn.is_some();
                if turn.is_some() {
                    self.on_file(seat, ruled.accepted.as_ref(), &mut receipt)?;
                }
            }
        }
        receipt.mail = used;
        Ok(receipt)
    }

    /// Adds all orders now on file to a receipt, with the hash that a lock would give them.
    pub(super) fn on_file(
        &self,
        seat: &SeatId,
        accepted: Option<&Filed>,
        receipt: &mut Receipt,
    ) -> Result<(), GameError> {
        let Some((position, record)) = &self.open else {
            return Ok(());
        };
        let in_force = match accepted {
            Some(filed) => Some(filed.clone()),
            None => load::on_file(self.game, position, seat, record)?,
        };
        if let Some(filed) = in_force {
            receipt.preview = self.foreseen(seat, (position, record), &filed);
            let sitting = position.next_lock();
            let what = What::Order(seat_name(seat));
            let salt = bind_salt(&self.secret, &what, sitting);
            let file = sha256(&filed.bytes);
            let hash = bind_hash(&self.game.name, &what, sitting, &salt, &file);
            let origin = self.book.orders.get(seat);
            let origin = origin.filter(|o| o.digest == filed.digest && o.turn == position.turn);
            receipt.on_file = Some(OnFileNow {
                from: origin.map(|o| source(&o.subject, &o.part)),
                lines: self.veil.quoted(&filed.bytes),
                sitting,
                digest: filed.digest.clone(),
                hash: hash.to_string(),
                salt: salt.to_string(),
            });
        }
        if let Some(standing) = Disk::read(&self.game.layout.standing(seat))? {
            receipt.standing = self.veil.quoted(&standing);
        }
        Ok(())
    }

    /// Returns the parts of the seat's last report that a reply repeats.
    pub(super) fn reading(&self, seat: &SeatId) -> Result<Reading, GameError> {
        let game = self.game;
        let about = report::Game {
            id: game.name.to_string(),
            title: game.file.title.clone(),
            ruleset: game.known.title.to_owned(),
            edition: game.known.edition.to_owned(),
        };
        let player = self.players.of(seat);
        let reader = Reader::seat(seat.as_str(), player.map(|p| p.name.clone()));
        let Some((position, record)) = &self.open else {
            let nothing = serde_json::Value::Null;
            return Ok(Reading::new(about, reader, 0, 0, nothing));
        };
        let view = game.view(position.turn, &Viewer::Seat(seat.clone()))?;
        let (turn, sitting) = (position.turn, position.sitting);
        let mut reading = Reading::new(about, reader, turn, sitting, view.unwrap_or_default());
        reading.at = utc(self.now);
        reading.fork = compose::fork(game);
        reading.ended = match position.ended {
            Ended::Waiting => report::Ended::Waiting,
            Ended::TurnComplete => report::Ended::TurnComplete,
            Ended::GameOver => report::Ended::GameOver,
        };
        let zone = player.and_then(|p| p.zone.as_deref());
        reading.next.turn = turn;
        reading.next.deadline = compose::deadline(game, position.deadline, self.now, zone)?;
        reading.next.how = vec![
            "Send new lines or a new file to change them: they replace the sections that they name, and what is rejected \
             changes nothing."
                .to_owned(),
        ];
        reading.prompts = record
            .prompts
            .iter()
            .filter(|p| p.seat == *seat)
            .cloned()
            .collect();
        Ok(reading)
    }

    /// Stages one reply.
    pub(super) fn write(
        &mut self,
        mail: &Incoming,
        (seat, number): (&SeatId, u32),
        subject: &str,
        text: &str,
        signed: Option<(String, Promise)>,
        work: &mut Work,
    ) -> Result<(), GameError> {
        let Some((player, address)) = self.player(seat) else {
            return Ok(());
        };
        let player = player.clone();
        let (turn, sitting) = self
            .open
            .as_ref()
            .map_or((0, 0), |(p, _)| (p.turn, p.sitting));
        let game = self.game;
        let answer = ToPlayer {
            game,
            settings: &self.settings,
            player: &player,
            seat,
            kind: MailKind::Receipt,
            number,
            turn,
            sitting,
            position: self.open.as_ref().map(|(position, _)| &**position),
        };
        let mut letter = answer.letter(subject, text, self.now)?;
        letter.auto_submitted = AutoSubmitted::Replied;
        // A mail from another address does not belong to this reader's thread.
        if mail.from.as_ref() == Some(&address) {
            letter.in_reply_to.clone_from(&mail.message_id);
            letter.references = mail
                .references
                .iter()
                .rev()
                .take(10)
                .rev()
                .cloned()
                .collect();
        }
        if let Some((name, mut promise)) = signed {
            promise.id = letter.message_id()?.to_string();
            let text = promise.text().into_bytes();
            let signature = game.sign(RECEIPT, &text)?;
            let files = [(name.clone(), Some(text)), (name + ".sig", signature)];
            letter
                .attachments
                .extend(files.into_iter().filter_map(|(name, bytes)| {
                    Some(Attachment {
                        name,
                        content_type: "application/octet-stream".to_owned(),
                        bytes: bytes?,
                    })
                }));
        }
        let stem = letter.key.stem();
        let path = game.layout.outbox().join(format!("{stem}.eml"));
        work.stage
            .add(&game.layout, &path, compose(&letter)?, Secrecy::Secret);
        work.letters.push(stem);
        Ok(())
    }
}

/// Turns a note into a sentence: a capital letter first, a full stop last.
fn sentence(note: &str) -> String {
    let mut letters = note.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}
