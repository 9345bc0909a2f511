//! The six answers at the top of an audit: a summary of its lines for readers who do not know the protocol.
//!
//! An answer is derived from lines that were checked. If a line that it depends on is missing, not shown or not
//! checked, the answer is *not checked*; if one has failed, its reason is the sentence.

mod opened;

use super::{
    check::{Check, Verdict},
    hidden::is_over,
};
use crate::{
    dice::{chain::Beacon, label::Name},
    log::{Kind, Log, PublicFolder, Published, Salts, is_lowered, round_named},
};
use std::{collections::BTreeSet, fmt, path::Path};

/// The reply of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reply {
    /// It was checked, and it is true.
    Yes,
    /// It was checked, and it is false.
    No,
    /// The checks do not answer it.
    NotChecked,
}

impl Reply {
    /// Returns the answer in a word or two.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::NotChecked => "not checked",
        }
    }
}

/// One of the six answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The question.
    pub question: &'static str,
    /// The answer.
    pub reply: Reply,
    /// One sentence with the reasons.
    pub sentence: String,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reply = self.reply.as_str();
        write!(f, "{reply:<11} {} {}", self.question, self.sentence)
    }
}

/// The questions, in the order of the answers.
pub const QUESTIONS: [&str; 6] = [
    "Were the dice fixed before the game?",
    "Did others than the GM help to fix them?",
    "Could the GM foresee them?",
    "Were my orders taken and obeyed?",
    "Have all players seen the same log?",
    "Has all been opened?",
];

/// Derives the six answers from the lines of an audit.
///
/// `own` are the seats whose receipts were compared; if it is empty, the fourth answer is about all seats.
pub fn answers(public: &Path, checks: &[Check], own: &BTreeSet<String>) -> Vec<Answer> {
    let public = PublicFolder::new(public);
    let (log, _) = public.examine();
    let audited = Audited {
        over: is_over(&log),
        opened: log.of(Kind::Final).count() > 0,
        published: public.published().unwrap_or_default(),
        log,
        checks,
        own,
    };
    let replies = [
        audited.fixed(),
        audited.helped(),
        audited.foreseen(),
        audited.obeyed(),
        audited.same_log(),
        audited.all_opened(),
    ];
    let answer = |(question, (reply, sentence))| Answer {
        question,
        reply,
        sentence,
    };
    QUESTIONS.into_iter().zip(replies).map(answer).collect()
}

/// The data that the answers are derived from.
struct Audited<'a> {
    log: Log,
    published: Published,
    checks: &'a [Check],
    own: &'a BTreeSet<String>,
    /// True if the last result has ended the game.
    over: bool,
    /// True if the log has a record `final`.
    opened: bool,
}

/// The reply and the sentence of an answer.
type Said = (Reply, String);

fn not_checked(why: impl Into<String>) -> Said {
    (Reply::NotChecked, why.into())
}

/// Returns true if a line is about this subject in a sitting, such as `sitting 3: key`.
fn of_sitting(what: &str, about: &str) -> bool {
    let rest = what.strip_prefix("sitting ");
    let rest = rest.and_then(|rest| rest.split_once(": "));
    rest.is_some_and(|(number, rest)| {
        number.bytes().all(|b| b.is_ascii_digit()) && rest.starts_with(about)
    })
}

/// Returns true if a line begins with one of these.
fn begins(what: &str, starts: &[&str]) -> bool {
    starts.iter().any(|start| what.starts_with(start))
}

/// Joins names for a sentence, with commas and "and".
fn list<T: AsRef<str>>(names: impl IntoIterator<Item = T>) -> String {
    let names: Vec<T> = names.into_iter().collect();
    match names.split_last() {
        None => "none".to_owned(),
        Some((last, [])) => last.as_ref().to_owned(),
        Some((last, rest)) => {
            let rest: Vec<&str> = rest.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", rest.join(", "), last.as_ref())
        }
    }
}

/// Returns a number with its noun, in the plural unless it is 1.
fn count(number: usize, one: &str) -> String {
    format!("{number} {one}{}", if number == 1 { "" } else { "s" })
}

impl Audited<'_> {
    /// Returns the first line of this kind that has failed, with its reason.
    fn failed(&self, fits: impl Fn(&str) -> bool) -> Option<String> {
        self.checks.iter().find_map(|check| match &check.verdict {
            Verdict::Failed(why) if fits(&check.what) => Some(format!("{}: {why}.", check.what)),
            _ => None,
        })
    }

    /// Returns the number of lines of this kind that are ok.
    fn ok(&self, fits: impl Fn(&str) -> bool) -> usize {
        let ok = |check: &&Check| check.verdict == Verdict::Ok && fits(&check.what);
        self.checks.iter().filter(ok).count()
    }

    /// Returns the number of lines of this kind.
    fn all(&self, fits: impl Fn(&str) -> bool) -> usize {
        self.checks.iter().filter(|check| fits(&check.what)).count()
    }

    /// Returns true if a line of this kind is unchecked.
    fn unchecked(&self, fits: impl Fn(&str) -> bool) -> bool {
        let unchecked = |check: &Check| matches!(check.verdict, Verdict::Unchecked(_));
        self.checks
            .iter()
            .any(|check| unchecked(check) && fits(&check.what))
    }

    /// Returns the answer *not checked* if the log is missing or not in order.
    fn broken(&self) -> Option<Said> {
        const STARTS: [&str; 5] = [
            "log of",
            "order and keys",
            "commitments of genesis",
            "signatures of the log",
            "the key that signs the log",
        ];
        let unreadable = |check: &Check| matches!(check.verdict, Verdict::Unreadable(_));
        if self.log.genesis().is_none() || self.checks.iter().any(unreadable) {
            return Some(not_checked("There is no log of a game here."));
        }
        let why = self.failed(|what| begins(what, &STARTS))?;
        Some(not_checked(format!("The log is not in order: {why}")))
    }

    /// Answers whether the dice were fixed before the game.
    fn fixed(&self) -> Said {
        let dice = |what: &str| {
            ["key", "rolls", "deck ", "opened slots"]
                .iter()
                .any(|about| of_sitting(what, about))
                || begins(what, &["shuffle of deck", "hidden secret"])
        };
        if let Some(why) = self.failed(dice) {
            return (Reply::No, format!("They are not what was fixed: {why}"));
        }
        if let Some(said) = self.broken() {
            return said;
        }
        let sittings = self.ok(|what| of_sitting(what, "key"));
        if sittings == 0 {
            return not_checked("No sitting has been played yet.");
        }
        let keys = count(sittings, "sitting");
        (
            Reply::Yes,
            format!(
                "The keys of {keys} lead back to the anchor in record 1, and all public rolls are what they give."
            ),
        )
    }

    /// Answers whether others than the GM helped to fix the dice, and names the skipped seats.
    fn helped(&self) -> Said {
        const ROUND: &str = "the game drawn by a public round";
        const TIMING: &str = "timing of the salts";
        if let Some(why) = self.failed(|what| begins(what, &["salts (", ROUND])) {
            return (
                Reply::No,
                format!("What they gave is not in the log: {why}"),
            );
        }
        if let Some(said) = self.broken() {
            return said;
        }
        if self.log.of(Kind::Salts).next().is_none() {
            return not_checked("The salts are not all opened or skipped yet.");
        }
        let salts = Salts::read(&self.log);
        let drawn = match salts.draw {
            Beacon::Round { round, .. } => Some(round),
            Beacon::None => None,
        };
        if let Some(round) = round_named(&self.log)
            && drawn.is_none()
            && !is_lowered(&self.log)
        {
            return not_checked(format!(
                "Round {round} of the public beacon, which draws the game, is not in the log yet."
            ));
        }
        let unverified = drawn.is_some() && self.unchecked(|what| what == ROUND);
        let mut by = vec![];
        if !salts.opened.is_empty() {
            let seats = list(salts.opened.keys().map(Name::as_str));
            by.push(format!("the salts of {seats}"));
        }
        if let Some(round) = drawn {
            by.push(format!("round {round} of the public beacon"));
        }
        if self.is_beacon() {
            by.push("a public round for every sitting".to_owned());
        }
        if by.is_empty() {
            return (
                Reply::No,
                "No player's salt and no public round is in them: the GM could try any number of secrets before \
                 the game."
                    .to_owned(),
            );
        }
        let reply = if unverified && salts.opened.is_empty() {
            Reply::NotChecked
        } else {
            Reply::Yes
        };
        let skipped = match salts.skipped.len() {
            0 => "no seat was skipped".to_owned(),
            _ => format!("skipped: {}", list(salts.skipped.iter().map(Name::as_str))),
        };
        let names = self.published.names().unwrap_or_default();
        let gave =
            |seat: &&Name| !salts.opened.contains_key(*seat) && !salts.skipped.contains(*seat);
        let without: Vec<&str> = names.iter().filter(gave).map(Name::as_str).collect();
        let without = match without.len() {
            0 => String::new(),
            _ => format!("; no salt was promised for {}", list(without)),
        };
        let choice = match (drawn, unverified) {
            (Some(_), true) => "; the round's signature was not checked here".to_owned(),
            (Some(_), false) => match self.failed(|what| what == TIMING) {
                Some(why) => format!(
                    "; the round was known when the salts were in: {}",
                    why.trim_end_matches('.')
                ),
                None => String::new(),
            },
            (None, _) => {
                let among = match salts.skipped.len() {
                    0 => String::new(),
                    k => format!("the GM could choose among 2^{k} games, and "),
                };
                format!(
                    "; without a public round for the whole game {among}each seat that the GM speaks for doubles the \
                     games to choose among"
                )
            }
        };
        let sentence = format!("By {}; {skipped}{without}{choice}.", list(by));
        (reply, sentence)
    }

    /// Returns true if every sitting has a round of its own.
    fn is_beacon(&self) -> bool {
        let genesis = self.log.genesis();
        genesis.is_some_and(|genesis| genesis.record.get("dice") == Some("beacon"))
    }

    /// Answers whether the GM could foresee the dice.
    fn foreseen(&self) -> Said {
        const ROUNDS: &str = "beacon signatures";
        if self.log.genesis().is_some() && !self.is_beacon() {
            return (
                Reply::Yes,
                "The sittings have no public round of their own: the holder of the GM's secret knows every roll before \
                 the orders come."
                    .to_owned(),
            );
        }
        let late = |what: &str| what.starts_with("timing of sitting ");
        if let Some(why) = self.failed(|what| what.starts_with(ROUNDS) || late(what)) {
            return (Reply::Yes, why);
        }
        if let Some(said) = self.broken() {
            return said;
        }
        let sittings = self.log.of(Kind::Result).count();
        if sittings == 0 {
            return not_checked("No sitting has been played yet.");
        }
        if self.ok(|what| what.starts_with(ROUNDS)) == 0 {
            return not_checked("The signatures of the rounds were not checked here.");
        }
        let shown = self.ok(late);
        if shown < sittings {
            return not_checked(format!(
                "Every sitting has the public round that its lock names; that the lock was mailed before its round \
                 only mails show, and the ones compared here show it of {shown} of {}.",
                count(sittings, "sitting")
            ));
        }
        let sentence =
            "Every lock was mailed before its public round was out, and that round is in the dice.";
        (Reply::No, sentence.to_owned())
    }
}
