//! `adjudicate`: run a turn if it is due.

use super::{CliError, Ui, words};
use crate::{
    dice::Signature,
    engine::{Audience, Event, SeatId, Stop, Viewer},
    game_dir::{self, Disk, Ended, Game},
    history,
    orders::{OnFileSet, Refused},
    report::{TemplateView, Words},
    run::{self, Begun, Due, Preview, Request, RunOutcome},
    schedule,
};
use chrono::{DateTime, Utc};
use serde_json::json;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

/// Run a turn if it is due.
///
/// A run is due when every question to a seat is answered, unless the game's policy says otherwise. It loads the orders
/// on file, locks them, draws the dice, writes the new state, publishes the sitting, and puts a report for every
/// player into the outbox. If nothing is due, nothing changes. A `--now REASON` that is repeated because its run died
/// does not run the turn twice.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
\x20 chronojudge adjudicate summer-war\n\
\x20 chronojudge adjudicate summer-war --preview\n\
\x20 chronojudge adjudicate summer-war --overdue")]
pub(super) struct Args {
    /// The game directory
    #[arg(default_value = ".")]
    dir: PathBuf,
    /// Apply defaults for seats that have not answered, and name them in their reports: for use after the deadline,
    /// or in a game without deadlines
    #[arg(long)]
    overdue: bool,
    /// Run before all orders are in, or, with `--overdue`, before the deadline; the reason is published
    #[arg(long, value_name = "REASON")]
    now: Option<String>,
    /// Run once more, although the run before died after it had run the turn for the same reason
    #[arg(long, requires = "now")]
    again: bool,
    /// Show the results up to the first new die; write and send nothing
    #[arg(long, conflicts_with = "now")]
    preview: bool,
    /// The round of the beacon that the locked sitting waits for, instead of fetching it: its signature in
    /// hex, or a file that holds the signature or a relay's answer
    #[arg(long, value_name = "HEX|FILE", conflicts_with_all = ["now", "overdue", "preview"])]
    beacon: Option<String>,
}

pub(super) fn run(args: &Args, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    if args.preview {
        return preview(args, ui, now);
    }
    let mut game = words::open_locked(&args.dir, ui, now)?;
    if args.now.is_some() {
        game.must_be_done_once();
    }
    if let Some(reason) = args.now.as_ref().filter(|_| !args.again)
        && let Some(then) = history::ran_already(&game, reason)?
    {
        return words::done_already(ui, then, "the game was run early for this reason");
    }
    let request = Request {
        at: now,
        overdue: args.overdue,
        early: args.now.clone(),
    };
    let (came, set) = if let Some(round) = &args.beacon {
        let drawn = schedule::draw(&game, now, &pasted(round)?)?;
        (drawn.came, drawn.set)
    } else if args.overdue || args.now.is_some() {
        // The GM has decided: no guard stops this run.
        let (ran, set) = run::sit(&game, &request)?;
        (ran, set)
    } else {
        let run = schedule::run(&game, now, None)?;
        (run.came, run.set)
    };
    complain(&set, ui);
    let code = say(&game, &came, ui)?;
    let code = code.max(u8::from(!set.refused.is_empty()));
    Ok(code)
}

/// Returns a round that was given as hex, or the contents of the file of that name.
pub(super) fn pasted(round: &str) -> Result<Vec<u8>, CliError> {
    if round.parse::<Signature>().is_ok() {
        return Ok(round.as_bytes().to_vec());
    }
    let most = 1 << 16;
    Disk::read_at_most(Path::new(round), most)?.ok_or_else(|| {
        CliError::user(format!(
            "`{round}` is neither the signature of a round nor a file."
        ))
        .hint("A signature has 96 hex digits, as `https://api.drand.sh` and others give it.")
    })
}

/// Prints the mistakes in order files.
pub(super) fn complain(set: &OnFileSet, ui: &Ui) {
    for stray in &set.strays {
        ui.warn(stray);
    }
    for refusal in &set.refused {
        ui.problems(&refusal.problems);
        let seat = &refusal.seat;
        ui.warn(match refusal.what {
            Refused::Newer => {
                format!("the orders of {seat} were not accepted; the last good file stays in force")
            }
            Refused::Only => {
                format!("the orders of {seat} were not accepted; there is no older file")
            }
            Refused::Standing => format!(
                "the standing orders of {seat} were not accepted; no turn is run until they are fixed or removed"
            ),
        });
    }
    for problems in set.warnings.values() {
        ui.problems(problems);
    }
}

/// Prints that escalation has moved the deadline.
fn say_moved(to: DateTime<Utc>, ui: &Ui) -> Result<u8, CliError> {
    ui.say(format!(
        "Orders are missing, and the deadline moves once, to {}.",
        to.format("%Y-%m-%d %H:%M UTC")
    ));
    if ui.json() {
        ui.data(&json!({"sat": false, "why": "the deadline moved", "deadline": to}))?;
    }
    Ok(0)
}

/// Prints the outcome of a run; returns the exit code.
pub(super) fn say(game: &Game, ran: &RunOutcome, ui: &Ui) -> Result<u8, CliError> {
    match ran {
        RunOutcome::Nothing(due) => {
            ui.say(format!("Nothing to do. {}", waits(due)));
            if ui.json() {
                ui.data(&json!({"sat": false, "why": waits(due)}))?;
            }
            Ok(0)
        }
        RunOutcome::Held(guard, words) => Err(CliError::user(format!(
            "The guard `{}` holds the game. {words}",
            guard.as_str()
        ))),
        RunOutcome::Moved(to) => say_moved(*to, ui),
        RunOutcome::Begun(begun) => say_begun(game, begun, ui),
        RunOutcome::Locked {
            position,
            locked,
            mails,
        } => {
            ui.say(format!(
                "{} the orders of sitting {} of {}: turn {}, {} in the outbox.",
                ui.good("Locked"),
                locked.sitting,
                game.file.title,
                position.turn,
                words::count(*mails, "mail"),
            ));
            ui.say(beacon(locked.round, locked.out()));
            if ui.json() {
                ui.data(&json!({
                    "sat": false,
                    "locked": locked.sitting,
                    "round": locked.round,
                    "out": locked.out(),
                    "mails": mails,
                }))?;
            }
            Ok(0)
        }
        RunOutcome::Sat {
            position,
            asked,
            mails,
            alerts,
            facts,
            dice,
        } => {
            for alert in alerts {
                ui.warn(plain_papers(alert));
            }
            ui.say(format!(
                "{} {} of {}: turn {}, {}, {}, {} in the outbox.",
                ui.good("Sitting"),
                position.sitting,
                game.file.title,
                position.sat_in,
                words::count(*facts, "fact"),
                words::count(*dice, "roll"),
                words::count(*mails, "mail"),
            ));
            let end = match position.ended {
                Ended::TurnComplete => format!("Turn {} is open.", position.turn),
                Ended::GameOver => format!("The game is over: {}.", won(&position.winners)),
                Ended::Waiting => format!("Waiting for {}.", asked_whom(asked)),
            };
            ui.say(end);
            ui.say(format!(
                "Reports: {}",
                game.layout
                    .report(position.sat_in, position.sitting)
                    .display()
            ));
            if ui.json() {
                ui.data(&json!({
                    "sat": true,
                    "sitting": position.sitting,
                    "turn": position.sat_in,
                    "ended": position.ended.as_str(),
                    "open-turn": position.turn,
                    "asked": asked,
                    "winners": position.winners,
                    "facts": facts,
                    "rolls": dice,
                    "mails": mails,
                    "alerts": alerts,
                }))?;
            }
            Ok(0)
        }
    }
}

/// Prints the turn that a rewind, a correction or a fork has begun.
fn say_begun(game: &Game, begun: &Begun, ui: &Ui) -> Result<u8, CliError> {
    for alert in &begun.alerts {
        ui.warn(plain_papers(alert));
    }
    ui.say(format!(
        "Turn {} of {} is open, {} in the outbox.",
        begun.position.turn,
        game.file.title,
        words::count(begun.mails, "mail"),
    ));
    if ui.json() {
        ui.data(&json!({
            "sat": false,
            "turn": begun.position.turn,
            "deadline": begun.position.deadline,
            "mails": begun.mails,
        }))?;
    }
    Ok(0)
}

/// Returns the warning about a template that does not work.
pub(super) fn plain_papers(alert: &str) -> String {
    format!("{alert}; the reports concerned are plain ones, and the game goes on")
}

fn won(winners: &[SeatId]) -> String {
    match winners {
        [] => "no seat wins".to_owned(),
        [one] => format!("{one} wins"),
        several => format!("{} win together", game_dir::list(several)),
    }
}

fn asked_whom(asked: &BTreeMap<SeatId, usize>) -> String {
    asked
        .iter()
        .map(|(seat, n)| format!("{seat} ({})", words::count(*n, "question")))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Describes the condition that a sitting waits for.
pub(super) fn waits(due: &Due) -> String {
    match due {
        Due::Now => "A sitting is due.".to_owned(),
        Due::Waits(seats) => format!("The sitting waits for orders from {}.", game_dir::list(seats)),
        Due::AtDeadline(Some(deadline)) => format!(
            "The sitting waits for its deadline, {}.",
            deadline.format("%Y-%m-%d %H:%M UTC")
        ),
        Due::AtDeadline(None) => {
            "The sitting waits for its deadline, and none is set: use `--overdue` or `--now`."
                .to_owned()
        }
        Due::Paused(until) => format!(
            "The game is paused until {} at the latest; `chronojudge resume` ends the pause.",
            until.format("%Y-%m-%d %H:%M UTC")
        ),
        Due::Held => {
            "The game is held: `chronojudge release` lets it go on, `chronojudge status` says why it is."
                .to_owned()
        }
        Due::Beacon(round, out) => beacon(*round, Some(*out)),
        Due::Over => "The game is over.".to_owned(),
    }
}

/// Describes the round of the beacon that a locked sitting waits for.
fn beacon(round: u64, out: Option<DateTime<Utc>>) -> String {
    let out = out.map_or_else(String::new, |out| {
        format!(", out at {}", out.format("%Y-%m-%d %H:%M:%S UTC"))
    });
    format!(
        "The dice come from round {round} of the beacon drand quicknet{out}; `adjudicate` or `tick` goes on then."
    )
}

/// Prints the orders on file, and the facts that follow from them without a new die.
fn preview(args: &Args, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    let game = words::open(&args.dir)?;
    let position =
        game_dir::verify(&game)?.ok_or_else(|| CliError::user("The game has not begun."))?;
    let request = Request {
        at: now,
        overdue: args.overdue,
        early: None,
    };
    let Preview { set, bots, outcome } = run::preview(&game, &position, &request)?;
    complain(&set, ui);
    for seat in game.seat_ids() {
        let orders = match set.orders.get(&seat) {
            Some(_) => "orders on file",
            None => "no orders",
        };
        let bot = bots.get(&seat);
        let bot = bot.map_or_else(String::new, |bot| format!("; the bot {bot} plays it"));
        ui.line(format!("{seat:12} {orders}{bot}"))?;
    }
    let view = TemplateView::of(&game.rules.view(&outcome.state, &Viewer::Public)?);
    let (phrases, wrong) = Words::or_builtin(&*game.rules, &game.library, &game.templates()?)?;
    if let Some(wrong) = wrong {
        ui.warn(plain_papers(&wrong.to_string()));
    }
    let new = outcome.facts.iter().filter(|told| told.to == Audience::All);
    for told in new {
        if let Event::Fact(fact) = &told.event {
            // If the template fails, the fact is printed as data.
            let words = phrases
                .sentence(fact, &view)
                .unwrap_or_else(|_| fact.to_string());
            ui.line(format!("{words} ({})", told.rule))?;
        }
    }
    ui.line(match &outcome.flow {
        Ok(_) => "The turn would be complete.".to_owned(),
        Err(Stop::Undrawn(label)) => {
            format!("Stops at the die {label}, which is not drawn in a preview.")
        }
        Err(Stop::Waiting(prompts)) => {
            let mut asked = BTreeMap::new();
            for prompt in prompts {
                *asked.entry(prompt.seat.clone()).or_default() += 1;
            }
            format!("Would wait for {}.", asked_whom(&asked))
        }
        Err(stop) => format!("{stop:?}"),
    })
}
