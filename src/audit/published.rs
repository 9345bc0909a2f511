//! Helpers of the replays: the rules with the published content, and the verdict on a replay that does not reproduce what
//! was published.

use crate::{
    PROGRAM,
    audit::{Check, Verdict, check::check},
    collect::Collect,
    engine::DynRuleset,
    game_dir::{GameFile, Seated},
    log::{Entry, Log, PublicFolder},
    replay::Table,
    rulesets::{self, Known},
};
use std::{collections::BTreeSet, error::Error};

/// The result of a step of a replay; the error is the reason why the check fails.
pub(super) type Checked<T> = Result<T, Box<dyn Error>>;

/// Returns the verdict on a replay that differs from what was published. The versions in the records are only the GM's
/// word: the verdict mentions them, but they do not excuse a failure.
fn failed(log: &Log, why: &dyn Error) -> Verdict {
    let engine = |entry: &Entry| entry.record.get("engine").map(str::to_owned);
    let theirs: BTreeSet<String> = log.entries.iter().filter_map(engine).collect_set();
    let others: Vec<String> = theirs.into_iter().filter(|one| one != PROGRAM).collect();
    Verdict::Failed(match &others[..] {
        [] => why.to_string(),
        others => format!(
            "{why}; this is {PROGRAM}, and the game was played with {}: audit it with that version too",
            others.join(" and ")
        ),
    })
}

/// Returns the line on a step of a replay.
pub(super) fn line(log: &Log, what: impl Into<String>, step: &Checked<()>) -> Check {
    check(
        what,
        match step {
            Ok(()) => Verdict::Ok,
            Err(why) => failed(log, &**why),
        },
    )
}

/// The rules of a published game.
pub(super) struct Agreed {
    pub file: GameFile,
    pub known: Known,
    /// The rules with the published content.
    pub rules: Box<dyn DynRuleset>,
}

impl Agreed {
    /// Reads the agreement of a game, and loads its rules with the published content.
    pub(super) fn read(public: PublicFolder<'_>) -> Checked<Self> {
        let file: GameFile = public.yaml("game.yaml")?;
        let known = rulesets::find(&file.ruleset)
            .ok_or_else(|| format!("this program does not know the rules `{}`", file.ruleset))?;
        let (_, rules) = known.with_content(public.content()?)?;
        Ok(Self { file, known, rules })
    }

    /// Returns the rules, and what their set-up starts from by this log.
    pub(super) fn table(&self, log: &Log) -> Table<'_> {
        Table {
            rules: &*self.rules,
            seated: Seated::of(&self.file, log),
        }
    }
}
