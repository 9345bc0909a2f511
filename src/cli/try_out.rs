//! `try`: a preview of a player's own orders on their own view.

use super::{CliError, Ui, own_view::OwnView, words};
use crate::{
    engine::{Chance, DynError, Effort, Likely, Line, Rehearsal, SeatId, Step},
    orders::{
        as_locked,
        preview::{NoPreview, Own, is_likely, preview, reason},
    },
    report::Words,
    yaml::flat,
};
use serde_json::json;
use std::path::PathBuf;

/// Preview your own orders on your own view, before you send them.
///
/// The rules execute your part of the turn as if no other player acted before you and all other players answered their
/// questions with the defaults. The output lists the decisions of other players and marks the results that depend on
/// them as open. Every possible outcome of dice, facedown tiles and counters in the bag is counted, so the chances are
/// exact. If there are too many outcomes, a random sample is used, always the same one, and the output says so. The
/// preview uses only the view that came with your report, so it cannot reveal hidden information.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
\x20 chronojudge try zytal.orders.yaml --view zytal.view.yaml\n\
\x20 chronojudge try zytal.orders.yaml --view zytal.view.yaml --json | jq '.steps[] | .what'")]
pub(super) struct Args {
    /// The order file
    file: PathBuf,
    /// The view that came with the report
    #[arg(long)]
    view: PathBuf,
    /// Show all possible actions, and also results with a chance below 1 %
    #[arg(long)]
    all: bool,
}

pub(super) fn run(args: &Args, ui: &Ui) -> Result<u8, CliError> {
    let own = OwnView::open(&args.view)?;
    let Some(bytes) = words::order_file(&args.file, ui) else {
        return Ok(2);
    };
    let filed = match own.file(&args.file, &bytes) {
        Ok(filed) => filed,
        Err(problems) => {
            ui.problems(&problems);
            return Ok(1);
        }
    };
    let look = own.look(&filed)?;
    let problems = filed.wrap(look.problems);
    ui.problems(&problems);
    if look.misdirected && problems.has_errors() {
        return Ok(1);
    }
    let seat = &own.seat;
    let words = Words::builtin(&*own.rules, &own.library)?;
    let seen = Own {
        rules: &*own.rules,
        words: &words,
        view: &seat.view,
        seat: &seat.seat,
        seats: &seat.seats,
    };
    let tried = preview(&seen, as_locked(std::slice::from_ref(&filed)), &look.done, Effort::FULL)
        .map_err(|error| match error {
            NoPreview::Stopped(DynError::Decode(error)) => error.into(),
            NoPreview::Stopped(DynError::Rules(_)) => CliError::internal(error.to_string()),
            NoPreview::Words(error) => error.into(),
        })?
        .ok_or_else(|| {
            CliError::user(if own.rules.looks_ahead() {
                "Nothing of this turn can be tried: your part of it is over, or depends on other players."
                    .to_owned()
            } else {
                format!("{} does not support `try` yet.", own.known.title)
            })
        })?;
    if ui.json() {
        ui.data(&json!({
            "game": seat.game, "turn": seat.turn, "seat": seat.seat, "tried": tried,
        }))?;
    } else {
        table(&own, &tried, args.all, ui)?;
    }
    Ok(u8::from(problems.has_errors()))
}

/// The number of possible actions that are printed without `--all`.
const MOST_PROPOSALS: usize = 10;

/// Returns true if a result is printed: it is at least 1 % likely, or `--all` is given.
fn shown<T>(likely: &Likely<T>, all: bool) -> bool {
    all || is_likely(likely.chance)
}

fn table(own: &OwnView, tried: &Rehearsal, all: bool, ui: &Ui) -> Result<(), CliError> {
    let seat = &own.seat;
    ui.line(format!(
        "{}, turn {}, {}: the result of these orders, if no other player acts first",
        seat.game, seat.turn, seat.seat
    ))?;
    steps(tried, all, ui)?;
    section(
        ui,
        "lines that are not executed:",
        &tried.unplayed,
        all,
        |line| format!("{}: {}", place(&line.line), reason(line)),
    )?;
    section(
        ui,
        "questions that you will be asked; answered by default here:",
        &tried.open,
        all,
        |open| {
            let kind = own.rules.asks().iter().find(|kind| kind.name == open.ask);
            let what = kind.map_or("", |kind| kind.what);
            let about: Vec<String> = open.about.iter().map(|(k, v)| format!("{k} {v}")).collect();
            let about = if about.is_empty() {
                String::new()
            } else {
                format!(" ({})", about.join(", "))
            };
            let choices = match open.choices.len() {
                0 => String::new(),
                n => format!(", {}", words::count(n, "choice")),
            };
            flat(&format!("{}{about}: {what}{choices}", open.ask))
        },
    )?;
    section(
        ui,
        "decisions of other players; taken by default here:",
        &tried.others,
        all,
        |others| {
            let seats: Vec<&str> = others.seats.iter().map(SeatId::as_str).collect();
            let kind = own.rules.asks().iter().find(|kind| kind.name == others.ask);
            let what = kind.map_or("", |kind| kind.what);
            flat(&format!("{} ({}): {what}", others.ask, seats.join(", ")))
        },
    )?;
    if !tried.beyond.is_empty() {
        ui.line("\nopen, because it depends on decisions of other players:")?;
        for open in &tried.beyond {
            ui.line(format!("         {open}"))?;
        }
    }
    let possible: Vec<_> = tried.possible.iter().filter(|p| shown(*p, all)).collect();
    let most = if all { possible.len() } else { MOST_PROPOSALS };
    let listed: Vec<_> = possible.iter().take(most).map(|p| (*p).clone()).collect();
    section(ui, "possible actions afterwards:", &listed, all, |p| {
        flat(&p.what)
    })?;
    if possible.len() > listed.len() {
        let more = possible.len() - listed.len();
        ui.line(format!("         and {more} more (--all)"))?;
    }
    left(tried, ui)?;
    let ways = words::count(tried.ways, "outcome");
    ui.say(if tried.exact {
        format!("Exact: all outcomes were counted ({ways}).")
    } else {
        format!(
            "Too many outcomes to count: these chances are estimates from {ways} drawn at random."
        )
    });
    Ok(())
}

/// Prints the events, each with its chance and its cost.
fn steps(tried: &Rehearsal, all: bool, ui: &Ui) -> Result<(), CliError> {
    let steps: Vec<&Likely<Step>> = tried.steps.iter().filter(|s| shown(s, all)).collect();
    let width = |of: fn(&Step) -> usize| steps.iter().map(|s| of(&s.what)).max().unwrap_or(0);
    let (rule, what) = (
        width(|s| s.rule.len()).max(4),
        width(|s| s.what.len()).max(4),
    );
    if !steps.is_empty() {
        ui.line("")?;
        ui.line(format!(" chance  {:rule$}  {:what$}  cost", "rule", "what"))?;
    }
    for step in &steps {
        let Step {
            rule: r,
            what: w,
            cost,
            open,
            ..
        } = &step.what;
        let cost = cost.map_or_else(String::new, |(n, of)| match n {
            1 => format!("1 {}", of.trim_end_matches('s')),
            n => format!("{n} {of}"),
        });
        let chance = if *open {
            "open".to_owned()
        } else {
            step.chance.to_string()
        };
        let line = format!("{chance:>7}  {r:rule$}  {w:what$}  {cost}");
        ui.line(line.trim_end())?;
    }
    let rare = tried.steps.len() - steps.len();
    if rare > 0 {
        ui.line(format!("and {rare} results less likely than 1 % (--all)"))?;
    }
    Ok(())
}

/// Prints the resources that the seat has left, and those it had before.
fn left(tried: &Rehearsal, ui: &Ui) -> Result<(), CliError> {
    if !tried.left.is_empty() {
        ui.line("")?;
    }
    for left in &tried.left {
        let now = if left.least == left.most {
            left.most.to_string()
        } else {
            format!("{} to {}", left.least, left.most)
        };
        ui.line(format!(
            "{:14} {now:>9}   before: {}",
            left.name, left.before
        ))?;
    }
    Ok(())
}

/// Names a line of an order file, counted from 1.
fn place(line: &Line) -> String {
    match line.0.rsplit_once('/') {
        Some((list, n)) if line.is_item() => {
            let n: usize = n.parse().unwrap_or(0);
            format!("{} {}", list.replace('/', ", "), n + 1)
        }
        _ => line.0.replace('/', ", "),
    }
}

fn section<T>(
    ui: &Ui,
    head: &str,
    items: &[Likely<T>],
    all: bool,
    words: impl Fn(&T) -> String,
) -> Result<(), CliError> {
    let mut first = true;
    for item in items.iter().filter(|item| shown(item, all)) {
        if std::mem::take(&mut first) {
            ui.line("")?;
            ui.line(head)?;
        }
        let chance = if item.chance == Chance::ALWAYS {
            String::new()
        } else {
            item.chance.to_string()
        };
        ui.line(format!("{chance:>7}  {}", words(&item.what)))?;
    }
    Ok(())
}
