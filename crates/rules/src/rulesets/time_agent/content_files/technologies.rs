//! The conditions on the technologies that tiles and board refer to.

use super::{BOARD, TECHNOLOGIES, written::Board};
use crate::{
    content::InvalidContent,
    rulesets::time_agent::{content::TechnologyContent, names::Technology},
};

/// Checks that each letter means one technology, and that the zones exist.
pub(super) fn check(technologies: &[TechnologyContent]) -> Result<(), InvalidContent> {
    for (n, technology) in technologies.iter().enumerate() {
        let unfit = |field: &str, words: String| {
            let words = format!("{}: {words}", technology.id);
            Err(TECHNOLOGIES
                .invalid(words)
                .at("E1050", format!("technologies/{n}/{field}")))
        };
        let letter = technology.letter;
        if !letter.is_ascii_uppercase() {
            let words = format!("its letter is one of A to Z, and not {letter:?}");
            return unfit("letter", words);
        }
        let mut before = technologies[..n].iter();
        if let Some(other) = before.find(|other| other.letter == letter) {
            return unfit(
                "letter",
                format!("{} has the letter {letter} too", other.id),
            );
        }
        if technology.zones.is_empty() {
            return unfit("zones", "it propagates nowhere".to_owned());
        }
        for (i, zone) in technology.zones.iter().enumerate() {
            if !(1..=7).contains(zone) || technology.zones[..i].contains(zone) {
                let words = format!("{zone} is no zone number from 1 to 7, or is there twice");
                return unfit(&format!("zones/{i}"), words);
            }
        }
    }
    Ok(())
}

/// Checks that every technology has a source in the cone and an indicator in the present.
pub(super) fn check_ends(board: &Board) -> Result<(), InvalidContent> {
    let unfit =
        |code: &'static str, path: String, words: String| Err(BOARD.invalid(words).at(code, path));
    for (n, original) in board.originals.iter().enumerate() {
        if original.touches.is_empty() {
            let words = format!("the original {} touches no hex", original.technology);
            return unfit("E1043", format!("originals/{n}/touches"), words);
        }
    }
    for (n, indicator) in board.indicators.iter().enumerate() {
        if indicator.touches.is_empty() {
            let words = format!("the indicator {} touches no hex", indicator.id);
            return unfit("E1043", format!("indicators/{n}/touches"), words);
        }
        let mut before = board.indicators[..n].iter();
        if before.any(|other| other.id == indicator.id) {
            let words = format!("the indicator {} is there twice", indicator.id);
            return unfit("E1040", format!("indicators/{n}/id"), words);
        }
    }
    let has =
        |technology: &Technology| board.indicators.iter().any(|i| i.technology == *technology);
    match Technology::ALL.iter().find(|technology| !has(technology)) {
        Some(technology) => unfit(
            "E1040",
            "indicators".to_owned(),
            format!("an indicator of {technology} is missing"),
        ),
        None => Ok(()),
    }
}
