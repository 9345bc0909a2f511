//! Announced absences: mails with a subject such as `Away 2026-12-20 to 2027-01-05`.

use super::{
    post::{Post, Work},
    said::Said,
    sender::Proof,
};
use crate::{
    error::GameError,
    game_dir::{Absence, AbsenceError, Secrecy, announce, bytes},
    inbox::press::subject::words_of,
    mail::Incoming,
};

/// The help for a subject that cannot be parsed.
const HOW: &str =
    "Write the first and the last day into the subject, as in `Away 2026-12-20 to 2027-01-05`.";

/// Returns true if a subject announces an absence.
pub(crate) fn is_absence(subject: &str) -> bool {
    words_of(subject).first().is_some_and(|word| word == "away")
}

/// The reason why a subject names no days.
#[derive(Debug, PartialEq, thiserror::Error)]
enum NoDays {
    #[error("{HOW}")]
    Missing,
    #[error("Invalid date `{0}`. {HOW}")]
    Date(String),
}

/// Parses the days in a subject.
fn days(subject: &str) -> Result<Absence, NoDays> {
    let words = words_of(subject);
    let day = |word: &String| word.parse().map_err(|_| NoDays::Date(word.clone()));
    let written: Vec<&String> = words
        .iter()
        .skip(1)
        .filter(|word| !["from", "on", "to", "until", "till"].contains(&word.as_str()))
        .collect();
    let (from, to) = match written[..] {
        [only] => (only, only),
        [from, to] => (from, to),
        _ => return Err(NoDays::Missing),
    };
    Ok(Absence {
        from: day(from)?,
        to: day(to)?,
    })
}

impl Post<'_> {
    /// Accepts an announcement, in the words of a line, and replies to it. The absence is saved in `players.yaml`, and becomes public only
    /// when it excuses a deadline.
    pub(crate) fn absence(
        &mut self,
        mail: &Incoming,
        line: &str,
        work: &mut Work,
    ) -> Result<(), GameError> {
        let Some(seat) = self.senders(mail).into_iter().next() else {
            return Ok(());
        };
        let said = |verdict, words: String| Said::Absence(verdict, vec![words]);
        let said = match (days(line), self.proof(mail, &seat, None)) {
            (_, Proof::Lacking(why)) => {
                said("REJECTED", format!("Your absence was not noted: {why}."))
            }
            (Err(why), Proof::Good(_) | Proof::Signed(_)) => said("REJECTED", why.to_string()),
            (Ok(days), Proof::Good(_) | Proof::Signed(_)) => {
                let mut players = self.players.clone();
                let mut all = players.players.iter_mut();
                let Some(player) = all.find(|player| player.seats.contains(&seat)) else {
                    return Ok(());
                };
                match announce(self.game, player, &days, self.now) {
                    Err(AbsenceError::Store(error)) => return Err(error.into()),
                    Err(why) => said("REJECTED", format!("{why} {HOW}")),
                    Ok(words) => {
                        let kept = bytes("players", &players)?;
                        let layout = &self.game.layout;
                        work.stage
                            .add(layout, &layout.players(), kept, Secrecy::Secret);
                        self.players = players;
                        said(
                            "ACCEPTED",
                            format!(
                                "You are away {words}. You are not reminded of it, and the excuse is published then. \
                                 Orders that you send anyway still count."
                            ),
                        )
                    }
                }
            }
        };
        self.receipt(mail, &seat, &said, work)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_the_days_in_a_subject() {
        let of = |subject: &str| {
            days(subject)
                .map(|days| format!("{} {}", days.from, days.to))
                .map_err(|why| why.to_string().replace(HOW, "HOW"))
        };
        let both = Ok("2026-12-20 2027-01-05".to_owned());
        for subject in [
            "Away 2026-12-20 to 2027-01-05",
            "AW: Re: [gem] away from 2026-12-20 until 2027-01-05.",
            "away: 2026-12-20, 2027-01-05",
        ] {
            assert!(is_absence(subject));
            assert_eq!(of(subject), both, "{subject}");
        }
        assert_eq!(
            of("Away on 2026-12-20"),
            Ok("2026-12-20 2026-12-20".to_owned())
        );
        assert_eq!(of("Away"), Err("HOW".to_owned()));
        assert_eq!(
            of("Away next week"),
            Err("Invalid date `next`. HOW".to_owned())
        );
        assert_eq!(
            of("Away 2026-02-30"),
            Err("Invalid date `2026-02-30`. HOW".to_owned())
        );
        assert!(!is_absence("Orders while away") && !is_absence("[gem] Turn 3") && !is_absence(""));
    }
}
