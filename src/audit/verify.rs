//! The audit of the dice, from the public directory alone (fair1, section 9).

use super::{
    branches,
    check::{Check, Lines, Verdict},
    doubt::Doubt,
    files, hidden, notes, order, seats, seen,
    sittings::{Game, Sitting, sittings},
};
use crate::{
    dice::{
        chain::{Beacon, previous_key},
        field::Key,
        label::Label,
        quicknet::{self, Unverified},
    },
    log::{BadKey, Entry, Kind, Log, PublicFolder, Salts, is_lowered, round_named},
};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Audits the dice of a game from its public directory (fair1, section 9).
///
/// Damaged input fails with a reason; the remaining checks still run.
///
/// ```
/// use chronojudge::audit;
/// use std::path::Path;
///
/// let checks = audit::verify(Path::new("games/the-long-afternoon/public"));
/// assert_eq!(audit::exit_code(&checks), 0);
/// ```
pub fn verify(public: &Path) -> Vec<Check> {
    let public = PublicFolder::new(public);
    let mut lines = Lines::default();
    let (log, errors) = public.examine();
    if !public.has_log() {
        lines.push(
            "log",
            Verdict::Unreadable("there is no log here".to_owned()),
        );
        return lines.0;
    }
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    lines.all(
        format!(
            "log of {} records, head {}",
            log.entries.len(),
            log.head_field()
        ),
        &errors,
    );
    order::check(public, &log, &mut lines);
    notes::check(&log, &mut lines);
    branches::check(&log, &mut lines);
    files::check(public, &log, &mut lines);
    files::check_strays(public, &log, &mut lines);
    match log.genesis() {
        Some(genesis) => {
            files::check_content(public, genesis, &mut lines);
            if let Some(game) = lines.tell("commitments of genesis", Game::read(genesis)) {
                check_game(public, &log, &game, &mut lines);
            }
        }
        None => lines.push(
            "commitments of genesis",
            Verdict::Failed("there is no genesis record".to_owned()),
        ),
    }
    lines.0
}

fn check_game(public: PublicFolder<'_>, log: &Log, game: &Game, lines: &mut Lines) {
    let salts = Salts::read(log);
    match log.of(Kind::Salts).next() {
        Some(_) => lines.all(format!("salts ({})", salts.opened.len()), &salts.wrong),
        None => lines.push("salts", Verdict::NotShown("not opened yet".to_owned())),
    }
    check_draw(log, &salts, lines);
    if let Ok(published) = public.published() {
        seats::check(log, &published, lines);
    }
    let sittings = sittings(log, game, salts.hash());
    check_keys(game, &sittings, lines);
    check_rolls(public, &sittings, lines);
    if log.of(Kind::Lock).count() > sittings.len() {
        lines.push(
            "the last sitting",
            Verdict::NotShown("locked, its result is not published".to_owned()),
        );
    }
    hidden::check(public, log, game, &sittings, lines);
    seen::check(public, log, lines);
    check_beacon(game, &sittings, lines);
}

/// Checks that each key leads back to the last good one (fair1, section 3); a bad record does not fail later ones.
fn check_keys(game: &Game, sittings: &[Sitting], lines: &mut Lines) {
    let mut known = (0, game.anchor.clone());
    for sitting in sittings {
        let walk = || -> Result<Key, BadKey> {
            let key = sitting.result.key("key")?;
            if sitting.t <= known.0 || sitting.t > game.sittings {
                return Err(sitting.result.bad(
                    "sitting",
                    "is not one of the remaining sittings of the chain",
                ));
            }
            let back = (known.0 + 1..=sitting.t)
                .rev()
                .fold(key.clone(), |key, t| previous_key(&game.name, t, &key));
            if back == known.1 {
                Ok(key)
            } else {
                Err(sitting.result.bad("key", "does not belong to the chain"))
            }
        };
        if let Some(key) = lines.tell(format!("sitting {}: key", sitting.t), walk()) {
            known = (sitting.t, key);
        }
    }
}

/// Recomputes every roll (fair1, section 4), and checks that no label stands twice in a turn and no repeat without the
/// label before it (section 2).
fn check_rolls(public: PublicFolder<'_>, sittings: &[Sitting], lines: &mut Lines) {
    let mut seen: BTreeMap<Option<u32>, BTreeSet<Label>> = BTreeMap::new();
    for sitting in sittings {
        let mut wrong = Vec::new();
        let rolls = public.named_rolls(sitting.result, sitting.t);
        let rolls = rolls.unwrap_or_else(|why| {
            wrong.push(why.to_string());
            Vec::new()
        });
        let key = sitting.public_key();
        if let Err(why) = &key {
            wrong.push(format!("the rolls cannot be recomputed: {why}"));
        }
        for roll in &rolls {
            let labels = seen.entry(sitting.turn).or_default();
            if let Some(before) = roll.label.before()
                && !labels.contains(&before)
            {
                let label = &roll.label;
                wrong.push(format!(
                    "`{label}` comes without `{before}` before it in its turn"
                ));
            }
            if !labels.insert(roll.label.clone()) {
                wrong.push(format!("`{}` is rolled twice in its turn", roll.label));
            }
            let ours = key
                .as_ref()
                .map_or_else(|_| roll.clone(), |key| roll.recompute(key));
            if ours != *roll {
                wrong.push(format!("`{roll}` should be `{ours}`"));
            }
        }
        lines.all(
            format!("sitting {}: rolls ({})", sitting.t, rolls.len()),
            &wrong,
        );
    }
}

/// Checks the public round of the whole game (fair1, sections 1 and 3).
fn check_draw(log: &Log, salts: &Salts, lines: &mut Lines) {
    const WHAT: &str = "the game drawn by a public round";
    let Some(draw) = log.of(Kind::Draw).next() else {
        if log.of(Kind::Salts).next().is_some() {
            let waits = round_named(log).is_some() && !is_lowered(log);
            let why = if waits {
                "the round that the salts name is not in the log yet".to_owned()
            } else {
                salts.choice().unwrap_or_default()
            };
            lines.push(WHAT, Verdict::NotShown(why));
        }
        return;
    };
    match signed(draw, &salts.draw) {
        Ok(()) => lines.push(WHAT, Verdict::Ok),
        Err(Doubt::NotBuilt) => lines.push(WHAT, Verdict::Unchecked(NOT_BUILT.to_owned())),
        Err(why) => lines.push(WHAT, Verdict::Failed(why.to_string())),
    }
}

/// Checks that a record has the signature of the round that it names.
fn signed(record: &Entry, beacon: &Beacon) -> Result<(), Doubt> {
    let bad = |why: &dyn std::fmt::Display| record.bad("beacon", why.to_string());
    let Beacon::Round { round, .. } = *beacon else {
        return Err(bad(&"is missing").into());
    };
    let text = record.text("beacon")?;
    let signature = text.parse().map_err(|why| bad(&why))?;
    match quicknet::verify(round, &signature) {
        Ok(()) => Ok(()),
        Err(Unverified::NotBuilt) => Err(Doubt::NotBuilt),
        Err(_) => Err(bad(&format!("is not the signature of round {round}")).into()),
    }
}

/// Checks the rounds of the sittings; without them the GM could foresee the dice (fair1, sections 1 and 7).
fn check_beacon(game: &Game, sittings: &[Sitting], lines: &mut Lines) {
    let mut say = |what: &str, verdict: fn(String) -> Verdict, why: &str| {
        lines.push(what, verdict(why.to_owned()));
    };
    if game.beacon {
        let checked: Vec<_> = sittings.iter().map(check_round).collect();
        let not_built = checked.contains(&Err(Doubt::NotBuilt));
        let wrong = Doubt::reasons(checked);
        let what = format!("beacon signatures ({})", sittings.len());
        if not_built {
            say(&what, Verdict::Unchecked, NOT_BUILT);
        } else if !sittings.is_empty() {
            lines.all(what, &wrong);
        }
    } else {
        let why = "the game plays without a beacon: the holder of the master secret knew every roll before the orders, \
                   and a GM who has a seat can add sittings, and so move later rolls to another key, which they foresee";
        say("dice that the GM could not foresee", Verdict::NotShown, why);
    }
}

/// The message if signatures cannot be verified.
const NOT_BUILT: &str = "this program was built without the beacon; the rolls use them as given";

/// Checks that the round of a sitting has the beacon's signature.
fn check_round(sitting: &Sitting) -> Result<(), Doubt> {
    let draw = sitting.draw.as_ref().map_err(BadKey::clone)?;
    signed(sitting.result, &draw.beacon)
}
