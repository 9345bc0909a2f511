//! Mails that cannot be handled: they are kept whole and do not block the next mail.
//!
//! Mail is untrusted input, so any mail may hold something that this program was never tested with. Such a mail must
//! not block the queue: it is kept in `inbox/aside/` as it was received, with the reason in a file beside it, the GM
//! is sent a mail about it, and the source is told that it was accepted.

use super::{
    outcome::{Became, Taken},
    post::Post,
};
use crate::{
    dice::field::sha256,
    error::GameError,
    game_dir::{Disk, DiskError, Game, Secrecy, Stage, StoreError, bytes},
    mail::{Incoming, Key, MailError, compose, inbound, one_line},
};
use serde::Serialize;
use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
};

/// Maximum length of a reason that is kept, in characters.
const MOST_REASON: usize = 500;

/// The reason why a mail was not handled.
pub(crate) enum Failure {
    /// An error of the game or the machine: every other mail would fail in the same way.
    Game(GameError),
    /// An error of this mail only, as text.
    Mail(String),
}

impl From<GameError> for Failure {
    fn from(error: GameError) -> Self {
        match error {
            GameError::Store(StoreError::Unkept { .. })
            | GameError::Record(_)
            | GameError::Report(_)
            | GameError::Mail(_)
            | GameError::NotNow(_) => Self::Mail(error.to_string()),
            GameError::Store(_)
            | GameError::Disk(_)
            | GameError::Log(_)
            | GameError::DecodeError(_)
            | GameError::Randomness(_)
            | GameError::Schedule(_)
            | GameError::Diverged { .. }
            | GameError::Runaway(_) => Self::Game(error),
        }
    }
}

/// Returns true if a failure is about a file or about data. If it is about the disk or the machine, the same mail may
/// be handled later.
pub(crate) fn is_of_a_file(error: &GameError) -> bool {
    match error {
        GameError::Store(error) => !matches!(error, StoreError::Disk(_) | StoreError::Lock(_)),
        GameError::DecodeError(_)
        | GameError::Schedule(_)
        | GameError::Diverged { .. }
        | GameError::Runaway(_) => true,
        _ => false,
    }
}

/// Runs the handling of one mail; a panic in it becomes a failure of that mail.
pub(crate) fn guarded<T>(handle: impl FnOnce() -> Result<T, GameError>) -> Result<T, Failure> {
    // The caller restores the state that the closure may have left half changed.
    match catch_unwind(AssertUnwindSafe(handle)) {
        Ok(result) => Ok(result?),
        Err(fault) => Err(Failure::Mail(format!(
            "a fault of the program: {}",
            message(&*fault)
        ))),
    }
}

fn message(fault: &(dyn Any + Send)) -> String {
    let text = fault.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| fault.downcast_ref::<&str>().copied());
    one_line(text.unwrap_or("no details"), MOST_REASON)
}

/// `inbox/aside/*.yaml`: why a mail was set aside.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Reason {
    taken: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    subject: String,
    why: String,
}

/// Returns the number of mails that were set aside and not taken since.
///
/// # Errors
/// [`GameError`] if the folders cannot be listed.
pub fn set_aside(game: &Game) -> Result<usize, GameError> {
    let taken = Disk::list(&game.layout.inbox())?;
    let aside = Disk::list(&game.layout.asides())?;
    let mails = aside.iter().filter_map(|name| name.strip_suffix(".eml"));
    let was_taken = |name: &str| {
        taken
            .iter()
            .any(|taken| taken.ends_with(&format!("{name}.eml")))
    };
    Ok(mails.filter(|name| !was_taken(name)).count())
}

/// Returns the name of a mail that is not parsed, from the hash of its bytes.
pub(crate) fn name_of(received: &[u8]) -> String {
    sha256(received).to_string()[..20].to_owned()
}

impl Post<'_> {
    /// Sets a mail aside, as it was received, and writes to the GM.
    ///
    /// # Errors
    /// [`GameError`] if it cannot be saved; then the mail waits at its source.
    pub(crate) fn set_aside(
        &mut self,
        mail: Option<&Incoming>,
        received: &[u8],
        why: &str,
    ) -> Result<Taken, GameError> {
        let layout = &self.game.layout;
        let name = match mail {
            Some(mail) => mail.name.clone(),
            None => name_of(received),
        };
        let reason = Reason {
            taken: self.now.to_rfc3339(),
            from: mail.and_then(|mail| mail.from.clone()),
            subject: mail.map_or_else(String::new, |mail| mail.subject.clone()),
            why: one_line(why, MOST_REASON),
        };
        let mut stage = Stage::new(format!("aside-{name}"));
        let eml = layout.aside(&name);
        let is_new = !eml.exists();
        let kept = inbound::kept(received).to_vec();
        stage.add(layout, &eml, kept, Secrecy::Secret);
        let text = bytes("reason", &reason)?;
        stage.add(layout, &eml.with_extension("yaml"), text, Secrecy::Secret);
        let mut letters = vec![];
        // A mail is set aside even if no notice about it can be written.
        if is_new && let Ok((stem, letter)) = self.notice(&name, &reason) {
            let place = layout.outbox().join(format!("{stem}.eml"));
            stage.add(layout, &place, letter, Secrecy::Secret);
            let book = bytes("book", &self.book)?;
            stage.add(layout, &layout.post_book(), book, Secrecy::Secret);
            letters.push(stem);
        }
        self.game.commit(stage)?;
        Ok(Taken {
            name,
            from: reason.from,
            subject: reason.subject,
            became: Became::SetAside(reason.why),
            seats: std::collections::BTreeMap::new(),
            letters,
        })
    }

    /// Composes the mail to the GM about a mail that was set aside.
    pub(super) fn notice(
        &mut self,
        name: &str,
        reason: &Reason,
    ) -> Result<(String, Vec<u8>), MailError> {
        let game = self.game.name.as_str();
        let (turn, sitting) = self
            .open
            .as_ref()
            .map_or((0, 0), |(p, _)| (p.turn, p.sitting));
        let number = self.book.number("gm", "aside");
        let key = Key::new(game, sitting, "gm", "aside", number)?;
        let from = reason.from.as_deref().unwrap_or("an unknown address");
        let text = format!(
            "A mail could not be handled. It was set aside, and the mails after it were handled.\n\n\
             From:    {from}\nSubject: {}\nReason:  {}\nFile:    inbox/aside/{name}.eml\n\n\
             Nothing in it was acted on, and its sender got no reply. Read the file. If it holds orders, \
             give them to the game with `chronojudge receive {game} FILE`, or ask its sender to send them again.\n",
            reason.subject, reason.why,
        );
        let subject = format!("[{game}] A mail was set aside");
        let settings = &self.settings;
        let letter = settings.letter_to_gm(key.clone(), turn, &subject, &text, self.now);
        Ok((key.stem(), compose(&letter)?))
    }
}

impl From<DiskError> for Failure {
    fn from(error: DiskError) -> Self {
        Self::Game(error.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_in_a_mail_is_a_failure_of_that_mail() {
        let result = guarded::<()>(|| panic!("at part {}", 3));
        let Err(Failure::Mail(why)) = result else {
            panic!("a fault got through");
        };
        assert_eq!(why, "a fault of the program: at part 3");
    }

    #[test]
    fn a_missing_file_of_the_game_is_a_failure_of_the_game() {
        let missing = || -> Result<(), GameError> {
            let path = "turns/0001/state.yaml".into();
            Err(StoreError::Missing { path }.into())
        };
        assert!(matches!(guarded(missing), Err(Failure::Game(_))));
    }
}
