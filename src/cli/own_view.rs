//! The view that came with a player's report, and the checks that need only this view.

use super::{CliError, words};
use crate::{
    collect::Collect,
    content::Library,
    engine::{
        Cast, Decision, DecodeError, DynRuleset, Effort, Line, OnFile, Past, Prompt, Rehearsal,
        SeatId, SetOff, ToCome, Trial, repeated,
    },
    game_dir::{Filed, NoAdvice, StoreError, read_either, read_order_file},
    orders::{
        as_locked,
        preview::{NoPreview, Own, preview},
    },
    report::Words,
    rulesets::Known,
    yaml::{Problem, Problems},
};
use serde::Deserialize;
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

/// The view file that comes with a report.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SeatFile {
    pub game: String,
    pub ruleset: String,
    pub turn: u32,
    pub sitting: u32,
    pub seat: SeatId,
    pub seats: Vec<SeatId>,
    /// The game's own content files.
    #[serde(default)]
    pub content: BTreeMap<String, String>,
    /// The hash of the order file in force.
    #[serde(default)]
    pub file: Option<String>,
    /// The lines of that file that are executed already.
    pub played: BTreeSet<Line>,
    /// The lines of all order files of the seat that were executed in the open turn.
    #[serde(default)]
    pub past: Vec<Past>,
    /// The lines of the order file in force that are still to come.
    #[serde(default)]
    pub to_come: Vec<ToCome>,
    /// The open prompts of the seat.
    #[serde(default)]
    pub asked: Vec<Prompt>,
    /// The seats that the game waits for; empty if it waits for all, or for none.
    #[serde(default)]
    pub waits_for: Vec<SeatId>,
    /// The reason why there is no advice on this view.
    #[serde(default)]
    pub no_advice: Option<NoAdvice>,
    pub view: Value,
}

/// A seat's view, with the rules of its game.
pub(super) struct OwnView {
    pub seat: SeatFile,
    pub known: Known,
    pub rules: Box<dyn DynRuleset>,
    pub library: Library,
}

/// The result of checking an order file.
pub(super) struct Look {
    pub problems: Vec<Problem>,
    /// True if the file is for another game, seat or turn.
    pub misdirected: bool,
    /// Its lines that were executed already, in this file or an earlier one.
    pub done: BTreeSet<Line>,
    /// The rules of the file that react to other players, each with the actions that would set it off.
    pub set_off: Vec<SetOff>,
}

/// Returns the error of a view that its rules cannot read.
fn cut(error: &DecodeError) -> CliError {
    CliError::cut_view(error.to_string())
}

impl OwnView {
    pub(super) fn open(view: &Path) -> Result<Self, CliError> {
        let seat: Option<SeatFile> = read_either(view).map_err(|error| match error {
            StoreError::Damaged { .. } => CliError::cut_view(error.to_string()),
            error => error.into(),
        })?;
        let seat =
            seat.ok_or_else(|| CliError::user(format!("There is no file {}.", view.display())))?;
        let known = words::ruleset(&seat.ruleset)?;
        let mut library = (known.library)();
        for (name, text) in &seat.content {
            library.overlay(name, text.clone())?;
        }
        let rules = (known.load)(&library)?;
        Ok(Self {
            seat,
            known,
            rules,
            library,
        })
    }

    /// Returns true if the report asked for this decision.
    pub(super) fn asks(&self, decision: &Decision) -> bool {
        let same = |prompt: &Prompt| prompt.ask == decision.ask && prompt.about == decision.about;
        self.seat.asked.iter().any(same)
    }

    /// Reads an order file.
    pub(super) fn file(&self, file: &Path, bytes: &[u8]) -> Result<Filed, Problems> {
        read_order_file(&file.display().to_string(), bytes, self.known.read_orders)
    }

    /// Checks an order file as the adjudicator does.
    pub(super) fn look(&self, filed: &Filed) -> Result<Look, CliError> {
        let seat = &self.seat;
        let mut problems = filed.misdirected(
            &seat.game,
            seat.turn,
            Some(&seat.seat),
            &seat.seats,
            &*self.rules,
        );
        let misdirected = !problems.is_empty();
        let (mut done, mut set_off) = (BTreeSet::new(), vec![]);
        if !misdirected {
            set_off = (self.rules)
                .set_off(&seat.view, &seat.seat, &filed.body)
                .map_err(|error| cut(&error))?;
            let same = seat.file.as_ref() == Some(&filed.digest);
            done = if same {
                seat.played.clone()
            } else {
                repeated(&seat.past, &filed.sent_after(seat.sitting))
            };
            let diagnostics = (self.rules)
                .check(&seat.view, &seat.seat, &filed.body, &done)
                .map_err(|error| cut(&error))?;
            problems = filed.problems(diagnostics);
            problems.extend(filed.after(&seat.past, &done, &seat.to_come, seat.sitting));
            let open = (self.rules).unanswered(
                &as_locked(std::slice::from_ref(filed)),
                &done,
                &seat.asked,
            )?;
            problems.extend(filed.leaves_open(&open, seat.asked.len(), self.rules.asks()));
            if same {
                problems.extend(filed.unclear(&seat.past, seat.sitting));
            }
        }
        Ok(Look {
            problems,
            misdirected,
            done,
            set_off,
        })
    }

    /// Checks whether an order file can be that of another seat in this turn; `taken` are the files of other seats so
    /// far.
    pub(super) fn misdirected_supposed(
        &self,
        filed: &Filed,
        taken: &BTreeMap<SeatId, Filed>,
    ) -> Vec<Problem> {
        let seat = &self.seat;
        let mut problems =
            filed.misdirected(&seat.game, seat.turn, None, &seat.seats, &*self.rules);
        let of = &filed.envelope.seat;
        if *of == seat.seat {
            let help = "`--suppose` takes the orders of another seat.";
            problems.push(filed.wrong_seat(format!("These are your own orders, of `{of}`."), help));
        } else if taken.contains_key(of) {
            let help = "Name one file for each seat.";
            let words = format!("There is another file with supposed orders of `{of}`.");
            problems.push(filed.wrong_seat(words, help));
        }
        problems
    }

    /// Checks supposed orders of another seat, as far as the own view allows; `all` are all supposed orders.
    pub(super) fn look_supposed(
        &self,
        filed: &Filed,
        all: &BTreeMap<SeatId, Filed>,
    ) -> Result<Vec<Problem>, CliError> {
        let cast = Cast {
            own: self.seat.seat.clone(),
            supposed: all.keys().cloned().collect_set(),
        };
        let (view, of) = (&self.seat.view, &filed.envelope.seat);
        let found = (self.rules).check_supposed(view, &cast, of, &filed.body)?;
        Ok(filed.problems(found))
    }

    /// Returns the words of the game.
    pub(super) fn words(&self) -> Result<Words, CliError> {
        Ok(Words::builtin(&*self.rules, &self.library)?)
    }

    /// Previews an order file, of which some lines are executed already, against supposed orders of other seats.
    pub(super) fn preview(
        &self,
        words: &Words,
        filed: &Filed,
        done: &BTreeSet<Line>,
        supposed: BTreeMap<SeatId, OnFile>,
        effort: Effort,
    ) -> Result<Rehearsal, CliError> {
        let own = Own {
            rules: &*self.rules,
            words,
            view: &self.seat.view,
            seat: &self.seat.seat,
            seats: &self.seat.seats,
        };
        let trial = Trial {
            on_file: as_locked(std::slice::from_ref(filed)),
            played: done,
            supposed,
            effort,
        };
        let tried = preview(&own, trial).map_err(|error| match error {
            NoPreview::Stopped(error) => error
                .into_error(|stop| CliError::internal(format!("the preview stopped: {stop:?}"))),
            NoPreview::Words(error) => error.into(),
        })?;
        tried.ok_or_else(|| {
            CliError::user(if self.rules.looks_ahead() {
                "Nothing of this turn can be tried: your part of it is over, or depends on other players."
                    .to_owned()
            } else {
                format!("{} does not support `try` yet.", self.known.title)
            })
        })
    }
}
