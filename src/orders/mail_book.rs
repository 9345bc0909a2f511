//! The counters and other data that are saved from mail to mail.

use crate::engine::SeatId;
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Maximum number of replies to a seat per day, unless the settings have another one.
const ANSWERS_A_DAY: u32 = 24;
/// Maximum number of replies per day to mails that are not proven to be from a seat's player, in games that require
/// more than an address as proof. They are counted separately, so that an unknown sender who uses a player's name takes
/// none of the player's own replies.
const UNPROVEN_A_DAY: u32 = 6;
/// Maximum number of letters that a seat may write to other players per day.
const LETTERS_A_DAY: u32 = 20;

/// `inbox/book.yaml`: the data that is saved from mail to mail.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Book {
    /// The number of mails that were written before mails were counted for each reader separately.
    pub letters: u32,
    /// The number of mails of each kind to each reader, with keys such as `zytal.receipt`. Message-IDs contain these
    /// numbers; a common count would reveal how busy the other players are.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub numbers: BTreeMap<String, u32>,
    /// The day for which replies are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub day: Option<NaiveDate>,
    /// The number of replies to each seat on that day; those to mails that are not proven to be from its player are
    /// counted separately.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub answers: BTreeMap<String, u32>,
    /// The number of letters that each seat wrote to other players on that day, counted in the same way.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub press: BTreeMap<String, u32>,
    /// The mails without orders of that day, by seat, counted in the same way: the hashes of their texts. The first of
    /// them were passed on to the GM. `unknown senders` has the hashes of other addresses.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub passed: BTreeMap<String, Vec<String>>,
    /// The addresses to which mails were not delivered.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub bounces: BTreeMap<String, Bounces>,
    /// The origin of the orders in force, by seat.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub orders: BTreeMap<SeatId, Origin>,
    /// Orders that wait for their player's confirmation, by seat.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub held: BTreeMap<SeatId, Held>,
    /// The hashes of salts that came by mail before the table was closed, by seat: a later mail may replace them.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub salt_hashes: BTreeMap<SeatId, String>,
}

/// Orders that came with a weaker proof than those on file, which they would replace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Held {
    /// The file.
    pub text: String,
    /// The part of the mail that held the file.
    pub part: String,
    /// The number of the receipt that asked the player; a reply to it confirms the orders.
    pub asked: u32,
}

/// The mails that were not delivered to an address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Bounces {
    /// The number of mails that failed for good.
    pub failed: u32,
    /// The number of mails that were reported as delayed.
    pub delayed: u32,
    /// The turn in which the first one came back.
    pub since_turn: u32,
    /// The time at which the last one came back.
    pub last: DateTime<Utc>,
    /// The server's message in the last bounce.
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
    /// The time at which the mail was accepted.
    pub taken: DateTime<Utc>,
    /// The date that the mail states.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sent: Option<DateTime<Utc>>,
    /// The subject of the mail.
    pub subject: String,
    /// The part of the mail that held the file.
    pub part: String,
    /// The proof of the sender that the mail had.
    #[serde(default)]
    pub way: Way,
}

/// The decision on a reply to an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// A reply is sent.
    Yes,
    /// A reply is sent, the last one today.
    Last,
    /// No more replies are sent today.
    No,
}

/// The number of days without another bounce after which the bounces of an address are forgotten.
const BOUNCES_COUNT_DAYS: i64 = 30;

impl Bounces {
    /// Returns true if the last bounce is too long ago to count.
    pub fn is_over(&self, now: DateTime<Utc>) -> bool {
        (now - self.last).num_days() >= BOUNCES_COUNT_DAYS
    }
}

/// Returns the name under which the mails of a seat are counted; mails that are not proven to be from its player
/// have another one.
pub(crate) fn counted(seat: &SeatId, is_proven: bool) -> String {
    if is_proven {
        seat.to_string()
    } else {
        format!("unproven {seat}")
    }
}

impl Book {
    /// Resets the daily counters if a new day has begun, and removes bounces that are too long ago.
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

    /// Counts a letter of a seat. Returns the maximum number per day as the error if it is exceeded.
    pub(crate) fn letter(&mut self, seat: &SeatId, is_proven: bool) -> Result<(), u32> {
        let count = self.press.entry(counted(seat, is_proven)).or_default();
        if *count >= LETTERS_A_DAY {
            return Err(LETTERS_A_DAY);
        }
        *count += 1;
        Ok(())
    }

    /// Counts a reply to a seat's player, and decides whether it is sent. `is_proven` is true if the mail is proven to
    /// be from the player, `trusting` if the game accepts the sender's address as proof.
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

    /// Returns the number of the last mail of a kind to a reader.
    pub(crate) fn last_number(&self, reader: &str, kind: &str) -> u32 {
        let last = self.numbers.get(&format!("{reader}.{kind}"));
        last.copied().unwrap_or(self.letters)
    }

    /// Returns the number of the next mail of a kind to a reader, and counts it.
    pub(crate) fn number(&mut self, reader: &str, kind: &str) -> u32 {
        let last = self.numbers.entry(format!("{reader}.{kind}"));
        let last = last.or_insert(self.letters);
        *last = last.saturating_add(1);
        *last
    }
}

/// The proof of the sender that a mail has; each variant is stronger than those before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// The mail names the player's address as its sender.
    #[default]
    Address,
    /// In addition, the GM's server confirms the address, or its own domain has signed the mail, or the mail replies to
    /// one that was sent to the player only.
    Known,
    /// The file has the token of the seat's form.
    Token,
    /// The file is signed with the player's key.
    Signature,
}

impl Way {
    /// Returns it as the end of "they came …".
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::Address => "with only your address as the sender, which is easily forged",
            Self::Known => "from your address, without the token of your form",
            Self::Token => "with the token of your form",
            Self::Signature => "with your signature",
        }
    }
}
