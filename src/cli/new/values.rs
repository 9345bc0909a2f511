//! The values of the arguments of `new`.

use crate::{
    cli::CliError,
    collect::Collect,
    dice::Master,
    engine::DynRuleset,
    game_dir::{
        self, AdviceRule, BadWebAddress, Carried, DiceLevel, Press, PressKind, Schedule,
        SittingPolicy, Terms, Trust, WebAddress, Weekday, public_log_key, read_terms,
    },
    log::RESERVED,
    mail::MailWay,
    yaml::is_hidden,
};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::{collections::BTreeSet, path::Path};

/// Parses the value of `--public-at`.
pub(super) fn web_address(text: &str) -> Result<WebAddress, BadWebAddress> {
    text.to_owned().try_into()
}

/// Checks a title, which appears in the subject of every mail and at the top of every report.
pub(super) fn fits_a_line(title: &str) -> Result<(), CliError> {
    const LONGEST: usize = 100;
    let wrong = if title.trim().is_empty() {
        "The title has no letters."
    } else if title.chars().any(|c| c.is_control() || is_hidden(c)) {
        "The title has a character that cannot be seen: a line break, a control character, or a mark that \
         changes the direction of writing."
    } else if title.chars().count() > LONGEST {
        "The title is longer than 100 characters."
    } else {
        return Ok(());
    };
    Err(CliError::user(wrong).hint("Write one line of plain text: `--title 'Summer War'`."))
}

/// Checks that the caretaker is one of the game's bots.
pub(super) fn caretaker(rules: &dyn DynRuleset, bot: &str) -> Result<(), CliError> {
    if rules.has_bot(bot) {
        return Ok(());
    }
    let has: Vec<&str> = rules.bots().iter().map(|kind| kind.name).collect();
    let error = CliError::user(format!("Unknown bot `{bot}` as the caretaker."));
    Err(error.hint(format!("{} has {}.", rules.id(), has.join(", "))))
}

/// Returns the press settings for the named kinds; `talk` is true if the rulebook lets players talk.
pub(super) fn press(
    kinds: &[String],
    talk: bool,
    with_report: bool,
) -> Result<Option<Press>, CliError> {
    let none = kinds.iter().any(|kind| kind == "none");
    if none && kinds.len() > 1 {
        return Err(CliError::user(
            "`--press none` cannot be combined with another kind.",
        ));
    }
    let kind = |name: &String| match name.as_str() {
        "white" => PressKind::White,
        "grey" => PressKind::Grey,
        _ => PressKind::Anonymous,
    };
    let kinds = match kinds {
        [] if talk => [PressKind::White].into_iter().collect_set(),
        _ if none => BTreeSet::new(),
        kinds => kinds.iter().map(kind).collect_set(),
    };
    if kinds.is_empty() {
        if with_report {
            return Err(CliError::user(
                "`--press-with-report` has no effect in a game without press.",
            )
            .hint("Name the kinds: `--press white`."));
        }
        return Ok(None);
    }
    let carried = if with_report {
        Carried::WithReport
    } else {
        Carried::AtOnce
    };
    Ok(Some(Press { kinds, carried }))
}

/// Returns the parser of `--sittings`, which accepts the same words as `game.yaml`.
pub(super) fn policies() -> impl TypedValueParser<Value = SittingPolicy> {
    let words = ["when-complete", "at-deadline", "each-mail"];
    PossibleValuesParser::new(words).map(|word| {
        let word = serde_json::Value::String(word);
        serde_json::from_value(word).expect("the words of the policies")
    })
}

/// Returns the public key for the signatures of the log's records.
pub(super) fn log_key(master: &Master, game: &str) -> Result<String, CliError> {
    let name = crate::dice::Name::new(game).map_err(|e| CliError::user(e.to_string()))?;
    let none = || CliError::user("This program was built without signatures.");
    public_log_key(master, &name).ok_or_else(none)
}

/// Returns the parser of `--mail`.
pub(super) fn ways() -> impl TypedValueParser<Value = MailWay> {
    PossibleValuesParser::new(MailWay::ALL.map(MailWay::name)).map(|name| {
        let mut all = MailWay::ALL.into_iter();
        all.find(|way| way.name() == name)
            .unwrap_or(MailWay::Folder)
    })
}

/// Returns the parser of `--trust`.
pub(super) fn proofs() -> impl TypedValueParser<Value = Trust> {
    PossibleValuesParser::new(["address", "token", "signature"]).map(|word| match word.as_str() {
        "address" => Trust::Address,
        "signature" => Trust::Signature,
        _ => Trust::Token,
    })
}

/// Returns the parser of `--advice`.
pub(super) fn advice_rules() -> impl TypedValueParser<Value = AdviceRule> {
    PossibleValuesParser::new(["allowed", "forbidden"]).map(|word| match word.as_str() {
        "forbidden" => AdviceRule::Forbidden,
        _ => AdviceRule::Allowed,
    })
}

/// Returns the parser of `--dice`.
pub(super) fn levels() -> impl TypedValueParser<Value = DiceLevel> {
    PossibleValuesParser::new(["plain", "drawn", "beacon"]).map(|word| match word.as_str() {
        "plain" => DiceLevel::Plain,
        "beacon" => DiceLevel::Beacon,
        _ => DiceLevel::Drawn,
    })
}

/// Reads the terms from a file; a schedule on the command line replaces theirs.
pub(super) fn terms(file: Option<&Path>, days: Option<&str>) -> Result<Terms, CliError> {
    let mut terms = file.map(read_terms).transpose()?.unwrap_or_default();
    if let Some(days) = days {
        terms.schedule = Some(schedule(days)?);
    }
    if let Some(schedule) = &terms.schedule {
        // A mistake in the schedule is reported now, not at the first deadline.
        game_dir::next_deadline(schedule, chrono::DateTime::UNIX_EPOCH)
            .map_err(|e| CliError::user(e.to_string()))?;
    }
    Ok(terms)
}

/// Parses a schedule such as `friday,sunday 18:00 Europe/Vienna`.
pub(super) fn schedule(text: &str) -> Result<Schedule, CliError> {
    let bad = || {
        CliError::user(format!("Invalid schedule: `{text}`."))
            .hint("Write days, time and zone: `friday,sunday 18:00 Europe/Vienna`.")
    };
    let mut parts = text.split_whitespace();
    let (Some(days), Some(time), Some(zone), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return Err(bad());
    };
    let days = days
        .split(',')
        .map(|day| serde_json::from_value::<Weekday>(day.to_lowercase().into()).map_err(|_| bad()))
        .collect::<Result<Vec<_>, _>>()?;
    Ok(Schedule::new(days, time, zone))
}

/// Refuses names of seats that have another meaning in the public records.
pub(super) fn refuse_reserved<'a>(
    mut seats: impl Iterator<Item = &'a str>,
) -> Result<(), CliError> {
    match seats.find(|seat| RESERVED.contains(seat)) {
        None => Ok(()),
        Some(seat) => Err(CliError::user(format!(
            "`{seat}` cannot be the name of a seat: the public log reserves this word."
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_names_of_seats_that_the_log_reserves() {
        assert!(refuse_reserved(["red", "refusal"].into_iter()).is_ok());
        for seat in ["refused", "none", "gm", "desk"] {
            let error = refuse_reserved(["red", seat].into_iter()).expect_err(seat);
            assert!(
                error.words.contains(&format!("`{seat}`")),
                "{}",
                error.words
            );
        }
    }
}
