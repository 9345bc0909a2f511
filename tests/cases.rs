//! Cases: one rule each, as YAML in `cases/<ruleset>/`, closed-world.
//!
//! A case states everything that happens beyond a quiet turn, and that nothing else has changed; its format is in
//! `cases/README.md`. `CHRONOJUDGE_CASE=part-of-a-name` runs some of them, and prints the events that happened.

mod coverage;
mod dice;
pub mod difference;
mod forms;
mod reported;
mod sentences;
mod set_up;
mod the_loop;
mod time_agent;
mod time_control;
mod time_pirates;
mod time_whisperers;

use chronojudge::{
    engine::{
        Aside, Audience, By, DynRuleset, Entry, Event, IfIllegal, OnFile, Outcome, Run, SeatId,
        Sent, Standing, Stop, Told,
    },
    yaml::{Budget, Document, Problems, Source},
};
use dice::{Usual, Written};
use difference::{canonical, changes, difference, inserted};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Map, Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::LazyLock,
};

/// An order file's body, with `wake`, `if-illegal` and `standing` beside its sections.
type Body = Map<String, Value>;

/// One case.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Case {
    /// The section of the rulebook that the case shows.
    rule: String,
    /// Other sections that the case shows incidentally.
    #[serde(default)]
    also: Vec<String>,
    title: String,
    /// The rulings that the case shows.
    #[serde(default)]
    rulings: Vec<String>,
    /// Differences from the ruleset's standard position.
    #[serde(default)]
    given: Value,
    /// A set-up instead of a turn.
    #[serde(default)]
    set_up: Option<set_up::SetUp>,
    #[serde(default)]
    orders: BTreeMap<SeatId, Body>,
    /// New order files, sitting by sitting.
    #[serde(default)]
    later: Vec<BTreeMap<SeatId, Body>>,
    /// True if the deadline has passed in the last sitting.
    #[serde(default)]
    overdue: bool,
    /// Dice by label; `facing/*` covers every label with this beginning that is not listed itself.
    #[serde(default)]
    dice: BTreeMap<String, Vec<u32>>,
    #[serde(default)]
    against: Against,
    #[serde(default)]
    expect: Expect,
}

/// The turn that a case is compared with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Against {
    /// The same turn with quiet orders for all.
    #[default]
    QuietTurn,
    /// Every fact counts, and the state is compared with the given one.
    Nothing,
}

/// Everything that is expected to happen.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Expect {
    /// Facts that the quiet turn does not have, in order: `{rule, to, <fact>}`.
    facts: Vec<Value>,
    /// Facts that only the quiet turn has.
    without: Vec<Value>,
    /// Paths of the state and their new values; `gone` for paths that no longer exist.
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<BTreeMap<String, Value>>,
    /// The prompts that the turn waits for, if it stops: `{seat, ask, about, refused: {line, code}}`.
    waiting: Vec<Value>,
    /// Lines put aside: `{seat, line, code}`, with `hold` for a code.
    aside: Vec<Value>,
    /// Lines that came to nothing: `{seat, line, code}`.
    idle: Vec<Value>,
    /// Defaults taken after the deadline: `{seat, ask}`.
    nmr: Vec<Value>,
    /// Lines never played, if the turn is done.
    unplayed: BTreeMap<SeatId, Vec<String>>,
    /// The winners, if the game ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    over: Option<BTreeSet<SeatId>>,
}

/// The position that a case starts from.
struct Position {
    rules: Box<dyn DynRuleset>,
    state: Value,
    seats: Vec<SeatId>,
    /// The sections of an order file that does nothing.
    quiet: Body,
    /// The faces of rolls that the game makes in every turn, unless a case writes them down.
    usual: Usual,
}

impl Position {
    fn of(ruleset: &str, given: &Value) -> Self {
        match ruleset {
            "time-agent" => time_agent::position(given),
            "time-whisperers" => time_whisperers::position(given),
            "time-pirates" => time_pirates::position(given),
            "time-control" => time_control::position(given),
            "the-loop" => the_loop::position(given),
            _ => panic!("tests/cases.rs does not know the positions of `{ruleset}`"),
        }
    }

    fn run(
        &self,
        sitting: u32,
        journal: &[Entry],
        on_file: &BTreeMap<SeatId, OnFile>,
        overdue: bool,
        dice: &mut Written,
    ) -> Outcome {
        let run = Run {
            sitting,
            began: Some(1),
            journal,
            on_file,
            overdue: overdue.into(),
        };
        let out = self.rules.turn(&self.state, run, dice);
        let out = out.unwrap_or_else(|e| panic!("{e}"));
        match &out.flow {
            Err(Stop::Undrawn(label)) => {
                panic!("the case gives no die (or a wrong one) for {label}")
            }
            Err(Stop::Diverged(d)) => panic!("{d}"),
            Err(Stop::Runaway) => panic!("the rules go on without end"),
            Err(Stop::Waiting(_)) | Ok(_) => out,
        }
    }

    /// Files a seat's orders: omitted sections are quiet, and `~` omits a section for good.
    fn receive(&self, on_file: &mut OnFile, sitting: u32, mut body: Body) {
        let mut take = |key: &str| body.remove(key);
        if let Some(wake) = take("wake") {
            on_file.wake = typed("wake", wake);
        }
        on_file.if_illegal = take("if-illegal").map_or(IfIllegal::Ask, |v| typed("if-illegal", v));
        if let Some(standing) = take("standing") {
            on_file.standing = typed::<Vec<Standing>>("standing", standing);
        }
        let answers = take("sitting").map(|v| typed("sitting", v));
        for (section, quiet) in &self.quiet {
            body.entry(section).or_insert_with(|| quiet.clone());
        }
        body.retain(|_, section| !section.is_null());
        let body = Value::Object(body);
        on_file.files.push(Sent {
            since: sitting,
            sitting: answers,
            ..Sent::new(body.to_string(), body)
        });
    }

    /// Returns the orders of a case, or quiet ones for all.
    fn on_file(&self, orders: &BTreeMap<SeatId, Body>) -> BTreeMap<SeatId, OnFile> {
        if let Some(stranger) = orders.keys().find(|seat| !self.seats.contains(seat)) {
            panic!("{stranger} does not play in this case");
        }
        let file = |seat: &SeatId| {
            let mut on_file = OnFile::default();
            self.receive(
                &mut on_file,
                1,
                orders.get(seat).cloned().unwrap_or_default(),
            );
            (seat.clone(), on_file)
        };
        self.seats.iter().map(file).collect()
    }

    /// Plays the turn in which all orders are quiet.
    fn quiet_turn(&self, case: &Case) -> Outcome {
        let mut dice = Written::lenient(&case.dice).with_usual(self.usual);
        let quiet = self.run(1, &[], &self.on_file(&BTreeMap::new()), false, &mut dice);
        assert!(
            quiet.flow.is_ok(),
            "the quiet turn does not end: say `against: nothing`"
        );
        quiet
    }
}

fn typed<T: DeserializeOwned>(what: &str, value: Value) -> T {
    T::deserialize(value).unwrap_or_else(|e| panic!("{what}: {e}"))
}

/// Returns a fact as a case writes it.
fn shown(told: &Told<Value>) -> Option<Value> {
    let Event::Fact(fact) = &told.event else {
        return None;
    };
    let mut shown = Map::new();
    shown.insert("rule".into(), told.rule.as_str().into());
    if let Audience::Only(seats) = &told.to {
        shown.insert("to".into(), json!(seats));
    }
    match fact {
        Value::Object(fields) => shown.extend(fields.clone()),
        word => drop(shown.insert("fact".into(), word.clone())),
    }
    Some(canonical(Value::Object(shown)))
}

fn facts(outcome: &Outcome) -> Vec<Value> {
    outcome.facts.iter().filter_map(shown).collect()
}

/// Plays a case, and returns the events in the form of its `expect`.
fn happened(ruleset: &str, case: &Case) -> Expect {
    let position = Position::of(ruleset, &case.given);
    if let Some(set_up) = &case.set_up {
        return set_up.happened(&position, &case.dice);
    }
    let (base, before) = match case.against {
        Against::Nothing => (vec![], position.state.clone()),
        Against::QuietTurn => {
            let quiet = position.quiet_turn(case);
            (facts(&quiet), quiet.state)
        }
    };
    let mut dice = Written::strict(&case.dice).with_usual(position.usual);
    let mut on_file = position.on_file(&case.orders);
    let last = case.later.len();
    let lapses = |n: usize| case.overdue && n == last;
    let mut out = position.run(1, &[], &on_file, lapses(0), &mut dice);
    forms::check(ruleset, &position, &out, &on_file);
    for (n, letters) in (1..).zip(&case.later) {
        let sitting = u32::try_from(n).expect("few") + 1;
        for (seat, body) in letters {
            let on_file = on_file
                .get_mut(seat)
                .unwrap_or_else(|| panic!("{seat} does not play"));
            position.receive(on_file, sitting, body.clone());
        }
        out = position.run(sitting, &out.journal, &on_file, lapses(n), &mut dice);
        forms::check(ruleset, &position, &out, &on_file);
    }
    let unused = dice.unused();
    assert!(
        unused.is_empty(),
        "these dice were never rolled: {}",
        unused.join(", ")
    );

    let done = out.flow == Ok(chronojudge::engine::Flow::Next);
    let (facts, without) = inserted(&base, &facts(&out), done);
    let mut happened = Expect {
        facts,
        without,
        // The state is final only when the turn is done; and a game that is over has a state of its own kind.
        state: (done || case.expect.state.is_some()).then(|| changes(&before, &out.state)),
        ..Expect::default()
    };
    happened.idle = idle(&out.journal);
    for told in &out.facts {
        match &told.event {
            Event::PutAside { seat, line, why } => {
                let code = match why {
                    Aside::Hold | Aside::Held => "hold",
                    Aside::NothingToDo(_) => "nothing-to-do",
                    Aside::Illegal(illegal) => &illegal.code,
                };
                happened
                    .aside
                    .push(json!({"seat": seat, "line": line, "code": code}));
            }
            Event::Nmr { seat, ask } => happened.nmr.push(json!({"seat": seat, "ask": ask})),
            Event::Fact(_) | Event::Bot { .. } => {}
        }
    }
    match &out.flow {
        Err(Stop::Waiting(prompts)) => {
            for prompt in prompts {
                let mut shown = json!({"seat": prompt.seat, "ask": prompt.ask});
                if !prompt.about.is_empty() {
                    shown["about"] = json!(prompt.about);
                }
                if let Some(refused) = &prompt.refused {
                    shown["refused"] = json!({"line": refused.line, "code": refused.why.code});
                }
                happened.waiting.push(shown);
            }
        }
        Ok(chronojudge::engine::Flow::Over { winners }) => {
            happened.over = Some(winners.iter().cloned().collect());
        }
        _ => {
            let words =
                |lines: Vec<chronojudge::engine::Line>| lines.into_iter().map(|l| l.0).collect();
            happened.unplayed = out
                .unplayed
                .into_iter()
                .map(|(s, l)| (s, words(l)))
                .collect();
        }
    }
    happened
}

/// Returns lines that were passed over without ever having had an effect, with the reason's code.
fn idle(journal: &[Entry]) -> Vec<Value> {
    let mut played: BTreeSet<(&SeatId, &str)> = BTreeSet::new();
    let mut idle = vec![];
    for entry in journal {
        let Entry::Answer { seat, by, .. } = entry else {
            continue;
        };
        let (By::Order(order) | By::Forced(Some(order))) = by else {
            continue;
        };
        for line in &order.done {
            if let Some(why) = &line.why
                && !played.contains(&(seat, line.line.0.as_str()))
            {
                idle.push(json!({"seat": seat, "line": line.line, "code": why.code}));
            }
        }
        played.insert((seat, &order.line.0));
    }
    idle
}

/// Plays one case; returns the differences as an error, if there are any.
fn try_case(ruleset: &str, case: &Case, show: bool) -> Result<(), String> {
    let played = catch_unwind(AssertUnwindSafe(|| happened(ruleset, case)));
    let happened = played.map_err(|panic| {
        let words = panic.downcast_ref::<String>().cloned();
        words
            .or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned()))
            .unwrap_or_default()
    })?;
    let tidy = |expect: &Expect| {
        let mut value = serde_json::to_value(expect).expect("plain data");
        if value.get("state") == Some(&json!({})) {
            value.as_object_mut().expect("a map").shift_remove("state");
        }
        let fields = value.as_object_mut().expect("a map");
        fields.retain(|key, v| !(key != "over" && (*v == json!([]) || *v == json!({}))));
        canonical(value)
    };
    let (expected, actual) = (tidy(&case.expect), tidy(&happened));
    if show {
        eprintln!("{}", difference(&actual, &actual));
    }
    if expected == actual {
        Ok(())
    } else {
        Err(difference(&expected, &actual))
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases")
}

/// Reads a YAML file of this repository.
fn read<T: DeserializeOwned>(path: &Path) -> T {
    let name = path
        .file_name()
        .expect("a name")
        .to_string_lossy()
        .into_owned();
    let bytes = fs::read(path).expect("a file");
    let problems = match Document::read(name.clone(), &bytes, Budget::Large) {
        Ok(document) => match document.decode() {
            Ok(value) => return value,
            Err(problem) => vec![problem],
        },
        Err(problems) => problems,
    };
    panic!("{}", Problems::new(Source::lossy(name, &bytes), problems))
}

/// Returns the cases of all rulesets: ruleset, name, case. They are read once for all tests.
fn cases() -> &'static [(String, String, Case)] {
    static CASES: LazyLock<Vec<(String, String, Case)>> = LazyLock::new(all_cases);
    &CASES
}

fn all_cases() -> Vec<(String, String, Case)> {
    let mut cases = vec![];
    for ruleset in fs::read_dir(folder()).expect("the cases") {
        let ruleset = ruleset.expect("a folder").path();
        if !ruleset.is_dir() {
            continue;
        }
        let name = |path: &Path| {
            path.file_stem()
                .expect("a name")
                .to_string_lossy()
                .into_owned()
        };
        for file in fs::read_dir(&ruleset).expect("a folder") {
            let file = file.expect("a file").path();
            if file.extension().is_some_and(|e| e == "yaml") && name(&file) != "statements" {
                cases.push((name(&ruleset), name(&file), read(&file)));
            }
        }
    }
    cases.sort_by(|a, b| (&a.0, &a.1).cmp(&(&b.0, &b.1)));
    cases
}

#[test]
fn every_case_holds() {
    let wanted = env::var("CHRONOJUDGE_CASE").ok();
    let mut failed = vec![];
    for (ruleset, name, case) in cases() {
        if wanted.as_ref().is_none_or(|part| name.contains(part))
            && let Err(words) = try_case(ruleset, case, wanted.is_some())
        {
            let title = &case.title;
            failed.push(format!("{ruleset}/{name}.yaml: {title}\n{words}"));
        }
    }
    let count = failed.len();
    assert!(
        failed.is_empty(),
        "{count} cases do not hold\n\n{}",
        failed.join("\n\n")
    );
}
