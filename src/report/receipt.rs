//! The data for the templates of the answer to a mail and of a letter between players.

use serde::Serialize;

/// The answer to a mail. All of it may be shown to the seat that sent the mail.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Receipt {
    /// The game's name as in subject lines: `[gem-1992]`.
    pub tag: String,
    /// The topic of the mail: `Turn 7 orders`, `Press`.
    pub about: String,
    /// `ACCEPTED`, `ACCEPTED WITH WARNINGS` or `REJECTED`.
    pub verdict: String,
    /// The explanation of the verdict, one sentence each.
    pub words: Vec<String>,
    /// The mail that is answered.
    pub mail: Used,
    /// The diagnostics of the orders, in the style of a compiler, line by line.
    pub problems: Vec<String>,
    /// True if the mail was about orders, so that the orders on file are shown.
    pub orders: bool,
    /// All orders now on file.
    pub on_file: Option<OnFileNow>,
    /// The preview of the orders on file, if the rules have one and something is left to preview.
    pub preview: Option<Preview>,
    /// The standing orders, line by line.
    pub standing: Vec<String>,
    /// The name of the attachment that the GM signed, if the GM signs; its signature has the same name with `.sig`.
    pub signed: Option<String>,
    /// The head of the log.
    pub head: Option<String>,
    /// The fingerprint of the key that signs the log, if it is signed.
    pub log_key: Option<String>,
    /// The web address of the public files, if the GM has named one.
    pub public_at: Option<String>,
    /// True if this is the last automatic answer to this address today.
    pub last: bool,
}

/// The mail that is answered, and the part of it that was used.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Used {
    /// The sender's address, as the mail states it.
    pub from: String,
    /// The subject.
    pub subject: String,
    /// The date in the mail as text, if the mail has one.
    pub date: Option<String>,
    /// The Message-ID, if the mail has one.
    pub id: Option<String>,
    /// The part of the mail that was read as orders.
    pub part: Option<String>,
    /// Notes on changes to that part and on parts that were ignored.
    pub notes: Vec<String>,
}

/// The order file in force.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OnFileNow {
    /// The mail that brought it, if it came by mail.
    pub from: Option<String>,
    /// The lines.
    pub lines: Vec<String>,
    /// The SHA-256 of the file.
    pub digest: String,
    /// The sitting that would lock the file.
    pub sitting: u32,
    /// The hash, with a nonce, that the lock of that sitting would contain.
    pub hash: String,
    /// The nonce of that hash, which only the player receives; it allows computing the hash from the file.
    pub salt: String,
}

/// The results that the orders on file have if no other player acts first, computed on the seat's own view.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Preview {
    /// True if the chances are exact; if not, they are shares of a random sample.
    pub exact: bool,
    /// The number of outcomes that were counted, or the size of the sample.
    pub ways: usize,
    /// The greatest chance, at 95 % confidence, of a result that the sample does not have; `None` if the chances are
    /// exact.
    pub unseen: Option<String>,
    /// Lines of the orders that fail or are not reached, the most likely first.
    pub failing: Vec<Chanced>,
    /// Results that are not certain, in their order.
    pub odds: Vec<Chanced>,
    /// The number of results left out because they are unlikely, or because the list would be too long.
    pub more: usize,
    /// Seats whose decisions were assumed to be the defaults.
    pub others: Vec<String>,
    /// The range of each resource of the seat that changes.
    pub left: Vec<Amount>,
}

/// A sentence with its chance.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Chanced {
    /// The chance as text; `None` if it is certain.
    pub chance: Option<String>,
    /// The sentence.
    pub what: String,
}

/// The range of a resource.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Amount {
    /// The name of the resource.
    pub name: String,
    /// The amount now.
    pub before: i64,
    /// The least amount afterwards.
    pub least: i64,
    /// The greatest amount afterwards.
    pub most: i64,
}

/// A letter between players.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Press {
    /// The game's name.
    pub game: String,
    /// The game's title.
    pub title: String,
    /// The sender in prose, as far as the kind of the letter reveals it.
    pub from: String,
    /// The recipients in prose.
    pub to: String,
    /// The kind: `white`, `grey` or `anonymous`.
    pub kind: String,
    /// The writer's lines.
    pub lines: Vec<String>,
    /// Instructions for answering, if an answer is possible.
    pub answer: Option<String>,
}
