//! The promise of a receipt: the text that the GM has signed, or, in a receipt without a signature, its words.

use super::doubt::Doubt;
use crate::{
    dice::{Hash, Name, What, bind_hash},
    inbox::Promise,
    mail::{Incoming, Key},
};
use chrono::{DateTime, Utc};

/// The orders of a seat that a receipt says are on file, and the line of the lock that it promises for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Promised {
    pub game: String,
    pub seat: String,
    /// The turn, if the words name one.
    pub turn: Option<u32>,
    /// The sitting whose lock came next.
    pub sitting: u32,
    /// The SHA-256 of the order file, if there was one.
    pub order: Option<Hash>,
    /// The hash that the lock has, if it locks this file.
    pub bound: Option<Hash>,
    /// The head of the log that was signed with it.
    pub head: Option<Hash>,
    pub at: DateTime<Utc>,
    /// The number of the receipt among those of the seat, from its Message-ID.
    pub number: u32,
    pub is_signed: bool,
}

impl Promised {
    /// Converts the text that the GM has signed.
    pub(super) fn signed(promise: Promise) -> Self {
        let key = Key::from_message_id(&promise.id);
        Self {
            game: promise.game,
            seat: promise.seat,
            turn: Some(promise.turn),
            sitting: promise.sitting,
            order: promise.order,
            bound: promise.bound,
            head: promise.head,
            at: promise.at,
            number: key.map_or(0, |key| key.revision()),
            is_signed: true,
        }
    }

    /// Reads the words of a receipt: the line that the lock will have, and the shell line that computes it from the
    /// seat, the sitting, the nonce and the SHA-256 of the file. Returns `None` if they promise nothing.
    ///
    /// # Errors
    /// Returns [`Doubt::Wrong`] if the words promise one hash and compute another.
    pub(super) fn in_words(mail: &Incoming) -> Result<Option<Self>, Doubt> {
        let text = mail.text().unwrap_or_default();
        // The lines of the orders are the player's own words.
        let lines = text.lines().filter(|line| !line.starts_with('|'));
        let lines: Vec<&str> = lines.collect();
        let words: Vec<&str> = lines
            .iter()
            .flat_map(|line| line.split_whitespace())
            .filter(|word| *word != "\\")
            .collect();
        // The heads in the mail are indented.
        let said: Option<Hash> = lines.iter().find_map(|line| line.parse().ok());
        let computed = words.iter().rposition(|word| *word == "fair1/bind");
        let computed = computed.and_then(|at| Computed::read(&words[at + 1..]));
        let id = mail.message_id.as_ref();
        let key = id.and_then(|id| Key::from_message_id(id.as_str()));
        let number = key.as_ref().map_or(0, Key::revision);
        let turn = number_after("Turn", &mail.subject.split_whitespace().collect::<Vec<_>>());
        let at = mail.date.unwrap_or_default();
        match (computed, said, key) {
            (Some(computed), Some(said), _) if computed.bound != said => {
                Err(Doubt::Wrong(format!(
                    "it promises {said} for the lock, and its own shell line gives {}",
                    computed.bound
                )))
            }
            (Some(computed), _, _) => Ok(Some(Self {
                game: computed.game.to_string(),
                seat: computed.seat.to_string(),
                turn,
                sitting: computed.sitting,
                order: Some(computed.order),
                bound: Some(computed.bound),
                head: None,
                at,
                number,
                is_signed: false,
            })),
            // Without the shell line the seat is taken from the Message-ID.
            (None, Some(said), Some(key)) => {
                let sitting = number_after("sitting", &words);
                Ok(sitting.map(|sitting| Self {
                    game: key.game().to_owned(),
                    seat: key.reader().to_owned(),
                    turn,
                    sitting,
                    order: None,
                    bound: Some(said),
                    head: None,
                    at,
                    number,
                    is_signed: false,
                }))
            }
            _ => Ok(None),
        }
    }
}

/// Returns the number that follows this word, at the first place where a number follows it.
fn number_after(name: &str, words: &[&str]) -> Option<u32> {
    let pairs = words.windows(2);
    let mut numbers = pairs.filter_map(|pair| match pair {
        [word, number] if *word == name => number.parse().ok(),
        _ => None,
    });
    numbers.next()
}

/// The inputs and the result of the shell line of a receipt.
struct Computed {
    game: Name,
    seat: Name,
    sitting: u32,
    order: Hash,
    bound: Hash,
}

impl Computed {
    /// Parses the words after `fair1/bind`.
    fn read(words: &[&str]) -> Option<Self> {
        let [game, what, sitting, salt, order, ..] = words else {
            return None;
        };
        let game = Name::new(*game).ok()?;
        let what: What = what.parse().ok()?;
        let sitting = sitting.parse().ok()?;
        let order = order.parse().ok()?;
        let bound = bind_hash(&game, &what, sitting, &salt.parse().ok()?, &order);
        let What::Order(seat) = what else {
            return None;
        };
        Some(Self {
            game,
            seat,
            sitting,
            order,
            bound,
        })
    }
}
