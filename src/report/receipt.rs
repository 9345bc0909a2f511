//! The answer to a mail, and a letter between players: plain data for their templates.

use serde::Serialize;

/// What is said to whoever sent a mail. Everything in it is for that seat's eyes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Receipt {
    /// The game's name as subjects have it: `[gem-1992]`.
    pub tag: String,
    /// What the mail was about: `Turn 7 orders`, `Press`.
    pub about: String,
    /// `ACCEPTED`, `ACCEPTED WITH WARNINGS` or `REJECTED`.
    pub verdict: String,
    /// What there is to say of it, a sentence each.
    pub words: Vec<String>,
    /// The mail that is answered.
    pub mail: Used,
    /// What is wrong with the orders, as a compiler shows it, line by line.
    pub problems: Vec<String>,
    /// Whether the mail was about orders, so that what is on file is shown.
    pub orders: bool,
    /// All orders now on file.
    pub on_file: Option<OnFileNow>,
    /// Standing orders, line by line.
    pub standing: Vec<String>,
    /// The file with what the GM has signed of it, if he signs: its signature is called so and `.sig`.
    pub signed: Option<String>,
    /// The head of the log.
    pub head: Option<String>,
    /// The fingerprint of the key that signs the log, if it is signed.
    pub log_key: Option<String>,
    /// What comes next if this was the last answer for today.
    pub last: bool,
}

/// Which mail, and which part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Used {
    /// The address it came from, or said so.
    pub from: String,
    /// Its subject.
    pub subject: String,
    /// Its own date in words, if it had one.
    pub date: Option<String>,
    /// Its Message-ID, if it had one.
    pub id: Option<String>,
    /// The part that was taken for orders.
    pub part: Option<String>,
    /// What was done to that part, and what was not looked at.
    pub notes: Vec<String>,
}

/// The order file in force.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OnFileNow {
    /// Where it came from, if it came by mail.
    pub from: Option<String>,
    /// Its lines.
    pub lines: Vec<String>,
    /// Its SHA-256.
    pub digest: String,
    /// The sitting that would lock it, and the salted hash it would have there.
    pub sitting: u32,
    /// See `sitting`.
    pub hash: String,
    /// The salt of that hash, which is the player's own: with it the hash can be computed from the file.
    pub salt: String,
}

/// A letter between players.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Press {
    /// The game's name.
    pub game: String,
    /// The game's title.
    pub title: String,
    /// From whom, in words, as far as the letter's kind tells.
    pub from: String,
    /// To whom, in words.
    pub to: String,
    /// `white`, `grey` or `anonymous`.
    pub kind: String,
    /// The writer's lines.
    pub lines: Vec<String>,
    /// How to answer, if one can.
    pub answer: Option<String>,
}
