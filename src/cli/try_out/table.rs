//! The result of `try` as text.

use super::{CliError, OwnView, Ui, words};
use crate::{
    engine::{Likely, Line, Rehearsal, SeatId, Step},
    orders::preview::{in_words, is_likely, odds, range, reason},
    yaml::flat,
};

/// The number of possible actions that are printed without `--all`.
const MOST_PROPOSALS: usize = 10;

/// Returns true if a result is printed: it is at least 1 % likely, or `--all` is given.
fn shown<T>(likely: &Likely<T>, all: bool) -> bool {
    all || is_likely(likely.chance)
}

/// Prints a preview.
pub(super) fn print(own: &OwnView, tried: &Rehearsal, all: bool, ui: &Ui) -> Result<(), CliError> {
    let seat = &own.seat;
    let supposed: Vec<&str> = tried.supposed.iter().map(SeatId::as_str).collect();
    let if_so = match supposed[..] {
        [] => "if no other player acts first".to_owned(),
        [_] => format!("if {} acts as supposed", supposed[0]),
        [..] => format!("if {} act as supposed", supposed.join(", ")),
    };
    let rest = if !supposed.is_empty() && supposed.len() + 1 < seat.seats.len() {
        " and no other player acts first"
    } else {
        ""
    };
    ui.line(format!(
        "{}, turn {}, {}: the result of these orders, {if_so}{rest}",
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
        "lines of supposed orders that are not executed:",
        &tried.supposed_unplayed,
        all,
        |of| {
            let line = &of.line;
            format!("{}, {}: {}", of.seat, place(&line.line), reason(line))
        },
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
    ui.say(match tried.unseen {
        None => format!("Exact: all outcomes were counted ({ways})."),
        Some(unseen) => format!(
            "Too many outcomes to count: these chances are estimates from {ways} drawn at random, \
             with 95 % intervals. A result that is not among them has a chance of at most {unseen}."
        ),
    });
    Ok(())
}

/// Returns the number of columns that the widest of some texts needs, at least `least`.
fn width<'a>(texts: impl Iterator<Item = &'a str>, least: usize) -> usize {
    texts
        .map(|text| text.chars().count())
        .max()
        .unwrap_or(0)
        .max(least)
}

/// Prints the events, each with its chance and its cost.
fn steps(tried: &Rehearsal, all: bool, ui: &Ui) -> Result<(), CliError> {
    let steps: Vec<&Likely<Step>> = tried.steps.iter().filter(|s| shown(s, all)).collect();
    let chances: Vec<String> = { steps.iter() }
        .map(|step| {
            if step.what.open {
                "open".to_owned()
            } else {
                in_words(step)
            }
        })
        .collect();
    let odds = width(chances.iter().map(String::as_str), 7);
    let rule = width(steps.iter().map(|step| step.what.rule.as_str()), 4);
    let what = width(steps.iter().map(|step| step.what.what.as_str()), 4);
    if !steps.is_empty() {
        ui.line("")?;
        ui.line(format!(
            "{:>odds$}  {:rule$}  {:what$}  cost",
            "chance", "rule", "what"
        ))?;
    }
    for (step, chance) in steps.iter().zip(chances) {
        let Step {
            rule: r,
            what: w,
            cost,
            ..
        } = &step.what;
        let cost = cost.map_or_else(String::new, |(n, of)| match n {
            1 => format!("1 {}", of.trim_end_matches('s')),
            n => format!("{n} {of}"),
        });
        let line = format!("{chance:>odds$}  {r:rule$}  {w:what$}  {cost}");
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
        let now = range(left.least, left.most);
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

/// Prints a list of items, each with its chance unless it is certain; nothing if the list is empty.
fn section<T>(
    ui: &Ui,
    head: &str,
    items: &[Likely<T>],
    all: bool,
    words: impl Fn(&T) -> String,
) -> Result<(), CliError> {
    let items: Vec<&Likely<T>> = items.iter().filter(|item| shown(item, all)).collect();
    let chances: Vec<String> = items.iter().map(|item| odds(item)).collect();
    let widest = width(chances.iter().map(String::as_str), 7);
    if !items.is_empty() {
        ui.line("")?;
        ui.line(head)?;
    }
    for (item, chance) in items.iter().zip(chances) {
        ui.line(format!("{chance:>widest$}  {}", words(&item.what)))?;
    }
    Ok(())
}
