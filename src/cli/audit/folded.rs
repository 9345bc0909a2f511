//! Checks that hold, one line for each kind.

use crate::audit::{Check, Verdict};

/// A check, taken apart: its kind, and what distinguishes it from others of the kind.
#[derive(Debug, PartialEq, Eq)]
struct Part<'a> {
    kind: Kind<'a>,
    /// The number of the sitting or turn; `None` for files.
    number: Option<u32>,
    /// The number of things that it checked, and their name.
    count: Option<(u64, &'a str)>,
}

/// A kind of checks of which an audit has many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind<'a> {
    /// The files that a record names.
    Files,
    /// A deck in a sitting.
    Deck,
    /// The shuffle of a deck.
    Shuffle,
    /// A turn that was played again.
    Turn,
    /// Any other check of a sitting.
    Sitting(&'a str),
}

/// Returns the lines of checks that did not fail: one for each kind of which several hold, in the place of the first.
/// A kind of which one does not hold is listed in full.
pub(super) fn folded(rest: &[&Check], all: &[Check]) -> Vec<String> {
    let bad: Vec<Kind<'_>> = all
        .iter()
        .filter(|check| check.verdict != Verdict::Ok)
        .filter_map(|check| Some(Part::of(&check.what)?.kind))
        .collect();
    let mut done: Vec<Kind<'_>> = vec![];
    let mut lines = vec![];
    for check in rest {
        let part = Part::of(&check.what);
        let Some(of) = part.map(|part| part.kind).filter(|of| !bad.contains(of)) else {
            lines.push(check.to_string());
            continue;
        };
        if done.contains(&of) {
            continue;
        }
        done.push(of);
        let parts: Vec<Part<'_>> = rest
            .iter()
            .filter_map(|check| Part::of(&check.what))
            .filter(|part| part.kind == of)
            .collect();
        lines.push(match parts.len() {
            1 => check.to_string(),
            _ => format!("ok         {}", line(of, &parts)),
        });
    }
    lines
}

impl<'a> Part<'a> {
    /// Takes the subject of a check apart; `None` if it is the only one of its kind.
    fn of(what: &'a str) -> Option<Self> {
        let (text, count) = counted(what);
        if let Some(rest) = text.strip_prefix("log/") {
            let (_, subject) = rest.split_once(": ")?;
            return (subject == "files").then_some(Self {
                kind: Kind::Files,
                number: None,
                count,
            });
        }
        if text.starts_with("shuffle of deck ") {
            return Some(Self {
                kind: Kind::Shuffle,
                number: None,
                count,
            });
        }
        if let Some(number) = text
            .strip_prefix("turn ")
            .and_then(|rest| rest.strip_suffix(" played again"))
        {
            return Some(Self {
                kind: Kind::Turn,
                number: Some(number.parse().ok()?),
                count,
            });
        }
        let (number, subject) = text.strip_prefix("sitting ")?.split_once(": ")?;
        let number = Some(number.parse().ok()?);
        let is_deck = subject
            .strip_prefix("deck ")
            .is_some_and(|deck| !deck.contains(' '));
        let kind = if is_deck {
            Kind::Deck
        } else {
            Kind::Sitting(subject)
        };
        Some(Self {
            kind,
            number,
            count,
        })
    }
}

/// Splits `rolls (5)` or `shuffle of deck zone-1a (5 slots)` into its text and its count.
fn counted(what: &str) -> (&str, Option<(u64, &str)>) {
    let split = || {
        let (text, count) = what.strip_suffix(')')?.rsplit_once(" (")?;
        let (number, noun) = count.split_once(' ').unwrap_or((count, ""));
        Some((text, (number.parse().ok()?, noun)))
    };
    split().map_or((what, None), |(text, count)| (text, Some(count)))
}

/// Returns the line of several checks of a kind.
fn line(kind: Kind<'_>, parts: &[Part<'_>]) -> String {
    let numbers: Vec<u32> = parts.iter().filter_map(|part| part.number).collect();
    let sum: u64 = parts
        .iter()
        .filter_map(|part| part.count)
        .map(|(n, _)| n)
        .sum();
    let noun = parts
        .iter()
        .find_map(|part| part.count)
        .map(|(_, noun)| noun);
    let count = match noun {
        None => String::new(),
        Some("") => format!(" ({sum})"),
        Some(noun) => format!(" ({sum} {noun})"),
    };
    let many = parts.len();
    match kind {
        Kind::Files => format!("{many} records: files{count}"),
        Kind::Deck => format!("{}: {many} decks{count}", list("sitting", &numbers)),
        Kind::Shuffle => format!("shuffles of {many} decks{count}"),
        Kind::Turn => format!("{} played again", list("turn", &numbers)),
        Kind::Sitting(subject) => format!("{}: {subject}{count}", list("sitting", &numbers)),
    }
}

/// Lists numbers in words: `sittings 1 to 4, 7`.
fn list(noun: &str, numbers: &[u32]) -> String {
    let mut runs: Vec<(u32, u32)> = vec![];
    for number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last == *number => {}
            Some((_, last)) if last.checked_add(1) == Some(*number) => *last = *number,
            _ => runs.push((*number, *number)),
        }
    }
    let many = runs.len() > 1 || runs.iter().any(|(first, last)| first != last);
    let runs = runs.iter().map(|(first, last)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first} to {last}"),
    });
    let runs: Vec<String> = runs.collect();
    format!("{noun}{} {}", if many { "s" } else { "" }, runs.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(what: &str, verdict: Verdict) -> Check {
        Check {
            what: what.to_owned(),
            verdict,
        }
    }

    fn shown(all: &[Check]) -> Vec<String> {
        let rest: Vec<&Check> = all
            .iter()
            .filter(|check| check.verdict == Verdict::Ok)
            .collect();
        folded(&rest, all)
    }

    #[test]
    fn checks_of_a_kind_that_hold_are_one_line() {
        let all = [
            "content",
            "log/000005-result.yaml: files (33)",
            "log/000007-result.yaml: files (3)",
            "sitting 1: key",
            "sitting 2: key",
            "sitting 4: key",
            "sitting 1: rolls (2)",
            "sitting 2: rolls (5)",
            "sitting 1: deck zone-1a",
            "sitting 1: deck zone-1b",
            "shuffle of deck zone-1a (5 slots)",
            "shuffle of deck zone-1b (4 slots)",
            "turn 0 played again",
            "turn 1 played again",
            "timing of sitting 1: in time",
            "sitting 1: hidden",
        ];
        let all: Vec<Check> = all.iter().map(|what| check(what, Verdict::Ok)).collect();
        let lines = [
            "content",
            "2 records: files (36)",
            "sittings 1, 2, 4: key",
            "sittings 1, 2: rolls (7)",
            "sitting 1: 2 decks",
            "shuffles of 2 decks (9 slots)",
            "turns 0, 1 played again",
            "timing of sitting 1: in time",
            "sitting 1: hidden",
        ];
        assert_eq!(shown(&all), lines.map(|line| format!("ok         {line}")));
    }

    #[test]
    fn a_kind_of_which_one_fails_is_listed_in_full() {
        let failed = Verdict::Failed("it is another".to_owned());
        let all = [
            check("sitting 1: key", Verdict::Ok),
            check("sitting 2: key", failed),
            check("sitting 3: key", Verdict::Ok),
        ];
        assert_eq!(
            shown(&all),
            ["ok         sitting 1: key", "ok         sitting 3: key"]
        );
    }
}
