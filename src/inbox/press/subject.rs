//! The subject of a letter: its recipients and its kind.

use crate::{engine::SeatId, game_dir::PressKind};

/// Returns true if a subject is that of a letter between players.
pub(crate) fn is_press(subject: &str) -> bool {
    words_of(subject)
        .first()
        .is_some_and(|word| word == "press")
}

/// Returns the words of a subject in lower case, without the prefixes of replies (`Re:`) and lists (`[gem]`).
pub(crate) fn words_of(subject: &str) -> Vec<String> {
    let mut rest = subject.trim();
    loop {
        let before = rest;
        for prefix in ["re:", "aw:", "sv:", "fw:", "fwd:", "wg:"] {
            if rest
                .get(..prefix.len())
                .is_some_and(|s| s.eq_ignore_ascii_case(prefix))
            {
                rest = rest[prefix.len()..].trim_start();
            }
        }
        if rest.starts_with('[')
            && let Some((_, after)) = rest.split_once(']')
        {
            rest = after.trim_start();
        }
        if rest == before {
            break;
        }
    }
    let parts = rest.split(|c: char| !(c.is_alphanumeric() || c == '-'));
    parts
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// The kind and the recipients that a subject names.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    /// The kind, if one is named.
    pub kind: Option<PressKind>,
    /// Seats in order, and `gm`.
    pub to: Vec<String>,
    /// True if these are all other seats.
    pub all: bool,
}

/// The reason why a subject names no valid recipients.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BadSubject {
    #[error(
        "There is no recipient `{named}`. There are {all}, gm and all: write a subject such as `Press to {first}`."
    )]
    NoRecipient {
        /// The word that names no recipient.
        named: String,
        /// The first seat of the game.
        first: String,
        /// All seats.
        all: String,
    },
    #[error("Your subject does not say to whom: write one such as `Press to all`.")]
    ToNobody,
}

/// Parses the subject of a letter from the seat `own`.
pub(crate) fn asked(subject: &str, seats: &[SeatId], own: &SeatId) -> Result<Asked, BadSubject> {
    let words = words_of(subject);
    let mut words = words.iter().skip(1).map(String::as_str).peekable();
    let mut asked = Asked {
        kind: None,
        to: vec![],
        all: false,
    };
    while let Some(kind) = words.peek().and_then(|word| kind_named(word)) {
        asked.kind = Some(kind);
        words.next();
    }
    // A reply to `Press from roo to all` goes to roo.
    let is_answer = words.peek() == Some(&"from");
    if is_answer {
        words.next();
    }
    let wanted = words.take_while(|word| !(is_answer && *word == "to"));
    for word in wanted.filter(|word| !["to", "and", "the", "players"].contains(word)) {
        match word {
            "all" | "everybody" | "everyone" => {
                asked.to.extend(seats.iter().map(ToString::to_string));
            }
            "gm" => asked.to.push("gm".to_owned()),
            word if seats.iter().any(|seat| seat.as_str() == word) => {
                asked.to.push(word.to_owned());
            }
            other => {
                let names: Vec<&str> = seats.iter().map(SeatId::as_str).collect();
                return Err(BadSubject::NoRecipient {
                    named: other.to_owned(),
                    first: (*names.first().unwrap_or(&"all")).to_owned(),
                    all: names.join(", "),
                });
            }
        }
    }
    asked.to.sort_unstable();
    asked.to.dedup();
    asked.to.retain(|to| to != own.as_str());
    let others = seats.iter().filter(|seat| *seat != own);
    asked.all = seats.len() > 2
        && others
            .clone()
            .all(|seat| asked.to.iter().any(|to| to == seat.as_str()));
    if asked.to.is_empty() {
        return Err(BadSubject::ToNobody);
    }
    Ok(asked)
}

fn kind_named(word: &str) -> Option<PressKind> {
    Some(match word {
        "white" => PressKind::White,
        "grey" | "gray" => PressKind::Grey,
        "anonymous" => PressKind::Anonymous,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats() -> Vec<SeatId> {
        ["roo", "veneb", "zytal"]
            .iter()
            .map(|s| SeatId::new(s).unwrap())
            .collect()
    }

    #[test]
    fn parses_kind_and_recipients_of_a_subject() {
        let own = SeatId::new("roo").unwrap();
        let to = |subject: &str| asked(subject, &seats(), &own).map(|a| (a.kind, a.to.join(" ")));
        assert_eq!(to("Press to Zytal"), Ok((None, "zytal".to_owned())));
        assert_eq!(
            to("press: grey to all"),
            Ok((Some(PressKind::Grey), "veneb zytal".to_owned()))
        );
        assert_eq!(
            to("PRESS anonymous veneb, zytal and the gm").unwrap().1,
            "gm veneb zytal"
        );
        assert_eq!(
            to("Re: [gem] Press from zytal to roo, veneb").unwrap().1,
            "zytal"
        );
        assert_eq!(to("Press"), Err(BadSubject::ToNobody));
        let unknown = to("Press to myself").unwrap_err().to_string();
        assert!(unknown.contains("no recipient `myself`"));
        assert!(to("Press to roo").is_err());
        for (subject, press) in [
            ("Press to all", true),
            ("AW: Re: [gem] press", true),
            ("pressing matters", false),
            ("orders", false),
            ("", false),
        ] {
            assert_eq!(is_press(subject), press, "{subject}");
        }
    }
}
