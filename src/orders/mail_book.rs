//! What is remembered from mail to mail.

use crate::engine::SeatId;
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How many answers a seat gets in a day, unless the settings say otherwise.
const ANSWERS_A_DAY: u32 = 24;
/// How many mails that are not proven to be a player's are answered in a day, at most, where that takes more than an
/// address. They are counted apart, so that a stranger who writes in a player's name uses up none of the player's own
/// answers.
const UNPROVEN_A_DAY: u32 = 6;
/// How many letters a seat may write to other players in a day.
const LETTERS_A_DAY: u32 = 20;

/// `inbox/book.yaml`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Book {
    /// How many letters had been written before each reader's were counted apart.
    pub letters: u32,
    /// How many letters of each kind each reader was written, as in `zytal.receipt`. They stand in Message-IDs, where
    /// a count of everybody's would tell how busy the others are.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub numbers: BTreeMap<String, u32>,
    /// The day that answers are counted for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub day: Option<NaiveDate>,
    /// How many answers each seat got on that day; those to mails that are not proven to be its player's are counted apart.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub answers: BTreeMap<String, u32>,
    /// How many letters each seat wrote to other players on that day, counted likewise.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub press: BTreeMap<String, u32>,
    /// The mails without orders of that day, by the seat of their player, counted likewise: the hashes of their texts, of
    /// which the first were passed on to the GM. Under `unknown senders`, the hashes of other addresses.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub passed: BTreeMap<String, Vec<String>>,
    /// The addresses that mails did not reach.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub bounces: BTreeMap<String, Bounces>,
    /// Where the orders in force came from, by seat.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub orders: BTreeMap<SeatId, Origin>,
    /// Orders that wait for their player's confirmation, by seat.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub held: BTreeMap<SeatId, Held>,
}

/// Orders that came in a weaker way than those on file, which they would replace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Held {
    /// The file.
    pub text: String,
    /// The part of its mail.
    pub part: String,
    /// The number of the answer that asked the player: a reply to that one confirms the orders.
    pub asked: u32,
}

/// The mails that did not reach an address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Bounces {
    /// How many never will.
    pub failed: u32,
    /// How many were late when last heard of.
    pub delayed: u32,
    /// The turn in which the first one came back.
    pub since_turn: u32,
    /// When the last one did.
    pub last: DateTime<Utc>,
    /// What the server said then.
    pub words: String,
}

/// The mail that an order file came with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Origin {
    /// The turn it is for.
    pub turn: u32,
    /// The SHA-256 of the file.
    pub digest: String,
    /// When the mail was taken.
    pub taken: DateTime<Utc>,
    /// The mail's own date.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sent: Option<DateTime<Utc>>,
    /// Its subject.
    pub subject: String,
    /// The part of it.
    pub part: String,
    /// How the mail showed whose it was.
    #[serde(default)]
    pub way: Way,
}

/// Whether an address may be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Yes,
    /// Once more today.
    Last,
    /// Not any more today.
    No,
}

/// After so many days without another one, bounces say nothing of an address any more.
const BOUNCES_COUNT_DAYS: i64 = 30;

impl Bounces {
    /// Whether they are too long ago to count.
    pub fn is_over(&self, now: DateTime<Utc>) -> bool {
        (now - self.last).num_days() >= BOUNCES_COUNT_DAYS
    }
}

/// The name under which the mails of a seat are counted: those that a stranger may have written, apart.
pub(crate) fn counted(seat: &SeatId, is_proven: bool) -> String {
    if is_proven {
        seat.to_string()
    } else {
        format!("unproven {seat}")
    }
}

impl Book {
    /// Answers are counted anew every day.
    pub(crate) fn begin_day(&mut self, now: DateTime<Utc>) {
        self.bounces.retain(|_, bounces| !bounces.is_over(now));
        let today = Some(now.date_naive());
        if self.day != today {
            self.day = today;
            self.answers.clear();
            self.passed.clear();
            self.press.clear();
        }
    }

    /// Counts a letter of a seat; returns how many it may write in a day if this one is too many.
    pub(crate) fn letter(&mut self, seat: &SeatId, is_proven: bool) -> Result<(), u32> {
        let count = self.press.entry(counted(seat, is_proven)).or_default();
        if *count >= LETTERS_A_DAY {
            return Err(LETTERS_A_DAY);
        }
        *count += 1;
        Ok(())
    }

    /// Counts an answer to a seat's player, for a mail that is proven to be theirs or not; `trusting` if the game takes the
    /// sender's address for a proof.
    pub(crate) fn answer(
        &mut self,
        seat: &SeatId,
        is_proven: bool,
        trusting: bool,
        most: Option<u32>,
    ) -> Answer {
        let mut most = most.unwrap_or(ANSWERS_A_DAY);
        if !is_proven && !trusting {
            most = most.min(UNPROVEN_A_DAY);
        }
        let count = self.answers.entry(counted(seat, is_proven)).or_default();
        *count = count.saturating_add(1);
        match (*count).cmp(&most) {
            std::cmp::Ordering::Less => Answer::Yes,
            std::cmp::Ordering::Equal => Answer::Last,
            std::cmp::Ordering::Greater => Answer::No,
        }
    }

    /// The number of the last letter of a kind to a reader.
    pub(crate) fn last_number(&self, reader: &str, kind: &str) -> u32 {
        let last = self.numbers.get(&format!("{reader}.{kind}"));
        last.copied().unwrap_or(self.letters)
    }

    /// The number of the next letter of a kind to a reader.
    pub(crate) fn number(&mut self, reader: &str, kind: &str) -> u32 {
        let last = self.numbers.entry(format!("{reader}.{kind}"));
        let last = last.or_insert(self.letters);
        *last = last.saturating_add(1);
        *last
    }
}

/// By what a mail shows whose it is; a later one is stronger.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// It says that it is from the player's address.
    #[default]
    Address,
    /// And the GM's server confirms that, or the signature of the address's own domain, or it answers a mail that only the
    /// player was sent.
    Known,
    /// It has the token of the seat's form.
    Token,
    /// It is signed with the player's key.
    Signature,
}

impl Way {
    /// Returns it as the end of "they came …".
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::Address => "with nothing but your address as the sender, which anybody can write",
            Self::Known => "from your address, without the token of your form",
            Self::Token => "with the token of your form",
            Self::Signature => "with your signature",
        }
    }
}
