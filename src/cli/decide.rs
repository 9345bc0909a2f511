//! `decide`: the decisions of a player's turn, by their own view, and the orders that take them.

mod weigh;

use super::{CliError, Ui, own_view::OwnView, ui::Tone, words};
use crate::{
    engine::{Choices, Decision, Effort, Prompt, SetOff, Trial},
    game_dir::Filed,
    orders::{Head, as_locked, rewritten, written},
    report::{AskedWords, TemplateView, Words},
    yaml::{Budget, Document, Problems, flat, flow::flow},
};
use serde_json::{Map, Value, json};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

/// List the decisions of your turn, and write the orders that take them.
///
/// The rules play your part of the turn on your own view, as `try` does, where chance falls as you wish, and list what
/// they ask you: the question, the answer that your orders give, and the legal answers. `--say` takes one of these
/// decisions and prints the order file that says so; the rest of your orders stays as it is. Without an order file you
/// begin with empty orders.
///
/// `--weigh` plays the turn with each legal answer of a decision, and shows what it brings that the default does not:
/// the price, and each result with its chance, as `try` counts them.
///
/// `--set` writes an entry of the order file anew, such as a list of rules that no decision asks for, and prints the
/// file.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
\x20 chronojudge decide --view zytal.view.yaml\n\
\x20 chronojudge decide --view zytal.view.yaml --say 2=done > zytal.yaml\n\
\x20 chronojudge decide zytal.yaml --view zytal.view.yaml --say '4={travel: {unit: squad-1, to: 4b-2}}'\n\
\x20 chronojudge decide zytal.yaml --view zytal.view.yaml --weigh 4\n\
\x20 chronojudge decide zytal.yaml --view zytal.view.yaml --set 'moves=[{unit: squad-1, to: 4b-2}]'")]
pub(super) struct Args {
    /// The order file; `-` is standard input
    file: Option<PathBuf>,
    /// The view that came with the report
    #[arg(long)]
    view: PathBuf,
    /// Write this entry of the order file anew; without a value it is taken out. May be repeated
    #[arg(long, value_name = "ENTRY=[VALUE]", value_parser = set)]
    set: Vec<Set>,
    /// Take the decision of this number, as the list numbers it; may be repeated, in this order
    #[arg(long, value_name = "N=ANSWER", value_parser = said)]
    say: Vec<Said>,
    /// Show what the answers of the decision of this number bring, or one answer of it; may be repeated
    #[arg(long, value_name = "N[=ANSWER]", value_parser = weigh::wanted)]
    weigh: Vec<weigh::Wanted>,
    /// List all legal answers, however many there are
    #[arg(long)]
    all: bool,
}

/// The number of answers that are listed without `--all`.
const MOST: usize = 12;

/// A decision to take: its number, from 1, and the answer.
#[derive(Clone, Debug)]
struct Said {
    n: usize,
    answer: Value,
}

fn said(text: &str) -> Result<Said, String> {
    let wanted = "write the number of a decision, `=`, and the answer, such as `2=done`";
    let (n, answer) = text.split_once('=').ok_or(wanted)?;
    let n = n.trim().parse().map_err(|_| wanted)?;
    let answer = yaml(answer.trim(), "answer")?;
    Ok(Said { n, answer })
}

/// An entry to write: its name, and its value, if it has one.
#[derive(Clone, Debug)]
struct Set {
    name: String,
    value: Option<Value>,
}

fn set(text: &str) -> Result<Set, String> {
    let wanted = "write the name of an entry, `=`, and its value, such as `moves=[]`";
    let (name, value) = text.split_once('=').ok_or(wanted)?;
    let (name, value) = (name.trim(), value.trim());
    if name.is_empty() {
        return Err(wanted.to_owned());
    }
    let value = (!value.is_empty()).then(|| yaml(value, "value"));
    Ok(Set {
        name: name.to_owned(),
        value: value.transpose()?,
    })
}

/// Parses a part of an argument: an `answer` or a `value`.
fn yaml(text: &str, part: &str) -> Result<Value, String> {
    let document = Document::read(part, text.as_bytes(), Budget::Orders);
    let document = document.map_err(|_| format!("the {part} is not YAML"))?;
    Ok(document.to_json())
}

/// Returns an order file with some entries written anew; a file that is not YAML stays as it is.
fn with(bytes: Vec<u8>, sets: &[Set]) -> Vec<u8> {
    let Some(old) = entries(&bytes).filter(|_| !sets.is_empty()) else {
        return bytes;
    };
    let mut new = old.clone();
    for Set { name, value } in sets {
        match value {
            Some(value) => {
                new.insert(name.clone(), value.clone());
            }
            None => {
                new.shift_remove(name);
            }
        }
    }
    rewritten(&String::from_utf8_lossy(&bytes), &old, &new).into_bytes()
}

/// Returns the entries of an order file, whether they are orders or not.
fn entries(bytes: &[u8]) -> Option<Map<String, Value>> {
    match Document::read("orders", bytes, Budget::Orders)
        .ok()?
        .to_json()
    {
        Value::Object(entries) => Some(entries),
        _ => None,
    }
}

/// An order file, and the decisions that it takes.
struct Orders {
    text: String,
    filed: Filed,
    decisions: Vec<Decision>,
}

impl Orders {
    fn of(own: &OwnView, filed: Filed) -> Result<Self, CliError> {
        let seat = &own.seat;
        let look = own.look(&filed)?;
        let trial = Trial {
            on_file: as_locked(std::slice::from_ref(&filed)),
            played: &look.done,
            supposed: BTreeMap::new(),
            effort: Effort::REPLY,
        };
        let decisions = (own.rules)
            .decisions(&seat.view, &seat.seat, &seat.seats, trial, &seat.asked)
            .map_err(|error| {
                error.into_error(|stop| CliError::internal(format!("the rules stopped: {stop:?}")))
            })?;
        Ok(Self {
            text: String::from_utf8_lossy(&filed.bytes).into_owned(),
            filed,
            decisions,
        })
    }

    /// Returns the decision of a number, from 1.
    fn decision(&self, n: usize) -> Result<&Decision, CliError> {
        let at = n.checked_sub(1);
        at.and_then(|at| self.decisions.get(at)).ok_or_else(|| {
            let count = words::count(self.decisions.len(), "decision");
            CliError::user(format!("There is no decision {n}: there are {count}."))
        })
    }

    /// Returns the order file that takes a decision in another way.
    fn say(&self, own: &OwnView, name: &Path, said: &Said) -> Result<Filed, CliError> {
        let decision = self.decision(said.n)?;
        if !decision.choices.allow(&said.answer) {
            let words = format!(
                "{} does not answer decision {}.",
                flow(&said.answer),
                said.n
            );
            let hint = "`chronojudge decide` without `--say` lists the legal answers.";
            return Err(CliError::user(words).hint(hint));
        }
        let old = self.filed.entries();
        let new = Value::Object(old.clone());
        let new = (own.rules).decided(&new, &self.decisions, said.n - 1, &said.answer);
        let new = new.as_object().cloned().unwrap_or_else(Map::new);
        let text = rewritten(&self.text, &old, &new);
        own.file(name, text.as_bytes()).map_err(|problems| {
            let first = problems
                .list
                .first()
                .map_or("", |problem| &*problem.message);
            CliError::internal(format!("The orders cannot be written: {first}"))
        })
    }
}

pub(super) fn run(args: &Args, ui: &Ui) -> Result<u8, CliError> {
    let own = OwnView::open(&args.view)?;
    let name = args.file.clone().unwrap_or_else(|| "orders".into());
    let bytes = match &args.file {
        Some(file) => words::order_file(file, ui),
        None => Some(empty(&own)?),
    };
    let Some(bytes) = bytes else {
        return Ok(2);
    };
    let bytes = with(bytes, &args.set);
    let filed = match own.file(&name, &bytes) {
        Ok(filed) => filed,
        Err(problems) => {
            ui.problems(&problems);
            if ui.json() {
                let text = String::from_utf8_lossy(&bytes);
                ui.data(&told(&own, &text, &[], &problems, &[]))?;
            }
            return Ok(1);
        }
    };
    let mut orders = Orders::of(&own, filed)?;
    for said in &args.say {
        orders = Orders::of(&own, orders.say(&own, &name, said)?)?;
    }
    let teller = Teller::of(&own)?;
    let weighed = weigh::weigh(&teller, &orders, &name, &args.weigh)?;
    let look = own.look(&orders.filed)?;
    let problems = orders.filed.wrap(look.problems);
    if ui.json() {
        let decisions = orders.decisions.iter();
        let decisions: Result<Vec<Value>, _> = decisions.map(|one| teller.data(one)).collect();
        let set_off = &look.set_off;
        let mut told = told(&own, &orders.text, &decisions?, &problems, set_off);
        if !args.weigh.is_empty() {
            told["weighed"] = json!(weighed);
        }
        ui.data(&told)?;
    } else {
        ui.problems(&problems);
        if !args.weigh.is_empty() {
            weigh::print(&weighed, ui)?;
        } else if args.say.is_empty() && args.set.is_empty() {
            print(&teller, &orders.decisions, args.all, ui)?;
        } else {
            ui.line(orders.text.trim_end())?;
        }
    }
    Ok(u8::from(problems.has_errors()))
}

/// Returns an order file that orders nothing.
fn empty(own: &OwnView) -> Result<Vec<u8>, CliError> {
    let seat = &own.seat;
    let head = Head {
        game: &seat.game,
        turn: seat.turn,
        seat: &seat.seat,
        sitting: seat.sitting,
    };
    let text = written(&head, &Map::new().into());
    Ok(text
        .map_err(|error| CliError::internal(error.to_string()))?
        .into_bytes())
}

/// Returns the answer as data.
fn told(
    own: &OwnView,
    text: &str,
    decisions: &[Value],
    problems: &Problems,
    set_off: &[SetOff],
) -> Value {
    let seat = &own.seat;
    json!({
        "game": seat.game, "turn": seat.turn, "seat": seat.seat, "sitting": seat.sitting,
        "decisions": decisions, "file": text, "entries": entries(text.as_bytes()),
        "waits-for": seat.waits_for, "accepted": !problems.has_errors(), "problems": problems.to_json(), "set-off": set_off,
    })
}

/// Tells decisions in the words of the game; the view, which the templates read for each of them, is converted once.
struct Teller<'a> {
    own: &'a OwnView,
    words: Words,
    view: TemplateView,
}

impl<'a> Teller<'a> {
    fn of(own: &'a OwnView) -> Result<Self, CliError> {
        Ok(Self {
            own,
            words: own.words()?,
            view: TemplateView::of(&own.seat.view),
        })
    }

    /// The question of a decision, and some answers to it, in words.
    fn asked(&self, decision: &Decision, answers: &[&Value]) -> Result<AskedWords, CliError> {
        let prompt = Prompt {
            id: decision.ask.clone(),
            seat: self.own.seat.seat.clone(),
            ask: decision.ask.clone(),
            about: decision.about.clone(),
            choices: decision.choices.clone(),
            default: decision.default.clone(),
            offered: false,
            refused: None,
        };
        Ok(self.words.asked(&prompt, answers, &self.view)?)
    }

    /// A decision in words: the question, and the words of its answer, its default and its choices.
    fn in_words(&self, decision: &Decision) -> Result<AskedWords, CliError> {
        let choices = answers(decision);
        let mut answers = vec![&decision.value, &decision.default];
        answers.extend(&choices);
        self.asked(decision, &answers)
    }

    fn data(&self, decision: &Decision) -> Result<Value, CliError> {
        let asked = self.in_words(decision)?;
        let (kind, of, min, max) = match &decision.choices {
            Choices::OneOf(of) => ("one-of", of, 1, 1),
            Choices::SomeOf { of, min, max } => ("some-of", of, *min, *max),
            Choices::Ranking { of } => ("ranking", of, of.len(), of.len()),
        };
        let mut said = asked.answers.into_iter();
        let mut worded = |value: &Value| json!({"value": value, "words": said.next()});
        let (value, default) = (worded(&decision.value), worded(&decision.default));
        let of: Vec<Value> = of.iter().map(worded).collect();
        Ok(json!({
            "ask": decision.ask, "about": decision.about, "question": asked.question, "asked": self.own.asks(decision),
            "answer": value, "default": default, "ordered": decision.ordered, "forced": decision.forced,
            "choices": {"kind": kind, "of": of, "min": min, "max": max},
        }))
    }
}

/// Returns the legal answers of a decision; each item alone, if several of them are an answer.
fn answers(decision: &Decision) -> Vec<Value> {
    match &decision.choices {
        Choices::OneOf(of) => of.clone(),
        Choices::SomeOf { of, .. } | Choices::Ranking { of } => {
            of.iter().map(|item| json!([item])).collect()
        }
    }
}

fn print(teller: &Teller, decisions: &[Decision], all: bool, ui: &Ui) -> Result<(), CliError> {
    let seat = &teller.own.seat;
    ui.line(format!(
        "{}, turn {}, {}: {}",
        seat.game,
        seat.turn,
        seat.seat,
        words::count(decisions.len(), "decision")
    ))?;
    for (n, decision) in decisions.iter().enumerate() {
        let asked = teller.in_words(decision)?;
        let by = match decision {
            Decision { forced: true, .. } => "the only legal answer",
            Decision { ordered: true, .. } => "by your orders",
            Decision { .. } => "by default",
        };
        ui.line(format!("\n{}. {}", n + 1, flat(&asked.question)))?;
        let now = flat(&asked.answers[0]);
        ui.line(format!("   {} ({by})", ui.toned(Tone::Good, &now)))?;
        if decision.forced {
            continue;
        }
        let (of, how) = match &decision.choices {
            Choices::OneOf(of) => (of, String::new()),
            Choices::SomeOf { of, min, max } => (of, format!("a list of {min} to {max} of ")),
            Choices::Ranking { of } => (of, "a list of all, the most wanted first, of ".to_owned()),
        };
        let most = if all { of.len() } else { MOST };
        for (value, words) in of.iter().zip(&asked.answers[2..]).take(most) {
            ui.line(flat(&format!(
                "     {how}{}={}  {words}",
                n + 1,
                flow(value)
            )))?;
        }
        if of.len() > most {
            ui.line(format!("     and {} more (`--all`)", of.len() - most))?;
        }
    }
    Ok(())
}
