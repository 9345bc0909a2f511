//! The command line: one file per command.

mod adjudicate;
mod advise;
mod amend;
mod ask;
mod audit;
mod bounces;
mod check;
mod complete;
mod content;
mod decide;
mod decrypt;
mod error;
mod excuse;
mod explain;
mod extend;
mod fork;
mod groups;
mod hold;
mod look;
mod mail;
mod new;
mod odds;
mod options;
mod orders;
mod own_view;
pub mod page;
mod pause;
mod play;
mod publish;
mod receive;
mod release;
mod replace;
mod replay;
mod report;
mod rerun;
mod restore;
mod resume;
mod reveal;
mod rewind;
mod salt;
mod schema;
mod seat;
mod send;
mod set_off;
mod simulate;
mod site;
mod start;
mod status;
mod status_all;
mod tick;
mod token;
mod try_out;
mod ui;
mod watchdog;
mod words;

pub use error::{CliError, Kind};
pub use ui::Ui;

use crate::rulesets;
use chrono::{DateTime, Utc};
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum};
use std::process::ExitCode;

/// Adjudicates asynchronous board games from YAML order files, with publicly auditable dice.
///
/// A game is a directory. The GM founds it, seats the players and starts it; players send order files;
/// `adjudicate` runs a turn when it is due and puts a report for every player into the outbox; `send` mails it.
/// Everything in `public/` may be passed on, and `audit` checks it without trusting the GM.
#[derive(Debug, Parser)]
#[command(name = "chronojudge", version, max_term_width = 100)]
#[command(
    after_help = "Exit codes: 0 success, 1 a negative result (orders rejected, audit failed), \
2 wrong usage or not possible now, 3 a file of the game is damaged or missing, 4 the rules give another result than \
the one on record, 5 a bug in the program."
)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Print machine-readable JSON on standard output
    #[arg(long, global = true)]
    json: bool,
    /// Print no messages about success
    #[arg(short, long, global = true)]
    quiet: bool,
    /// When to use colour; `NO_COLOR` is respected
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: Color,
    /// The current time, for tests and examples
    #[arg(long, global = true, hide = true, env = "CHRONOJUDGE_CLOCK")]
    clock: Option<DateTime<Utc>>,
}

/// The choices of `--color`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Found a game: its directory, its secret and the public record that commits to it
    New(new::Args),
    /// Seat a player
    Seat(seat::Args),
    /// Make, promise and open salts, the players' shares in the dice
    Salt(salt::Args),
    /// Set up the game and open its first turn
    Start(start::Args),
    /// Accept order files and mails from players
    Receive(receive::Args),
    /// Check order files without playing them
    Check(check::Args),
    /// Preview your own orders on your own view, before you send them
    Try(try_out::Args),
    /// Show the game as you see it, from the view that came with your report
    Look(look::Args),
    /// List the decisions of your turn, and write the orders that take them
    Decide(decide::Args),
    /// Get order files for your turn from the bots, by your own view alone
    Advise(advise::Args),
    /// Print a seat's order form
    Form(report::FormArgs),
    /// Run a turn if it is due
    Adjudicate(adjudicate::Args),
    /// Show the status of a game and the seats it waits for
    Status(status::Args),
    /// Print a report
    Report(report::Args),
    /// Make a static site of a game, from its public files alone
    Site(site::Args),
    /// Put the public files of a game and its site on a web server or in a git repository
    Publish(publish::Args),
    /// Deliver the mails in the outbox
    Send(send::Args),
    /// Test the mail of a game
    Mail(mail::Args),
    /// Do everything that is due, for all games below a folder
    Tick(tick::Args),
    /// Move the deadline to a later time
    Extend(extend::Args),
    /// Stop the clock of a game
    Pause(pause::Args),
    /// End the pause of a game
    Resume(resume::Args),
    /// Hold a game: run no turn until it is released
    Hold(hold::Args),
    /// Release a game that is held
    Release(release::Args),
    /// Give a seat to another player
    Replace(replace::Args),
    /// Set orders for a seat as the GM
    Orders(orders::Args),
    /// Excuse a seat for missed deadlines
    Excuse(excuse::Args),
    Bounces(bounces::Args),
    Token(token::Args),
    /// Replay an earlier turn with new dice
    Rewind(rewind::Args),
    /// Correct the state of a game
    Amend(amend::Args),
    /// Make a new game that starts from a turn of this one
    Fork(fork::Args),
    /// Execute a turn again in memory, with the same orders and the same dice
    Rerun(rerun::Args),
    /// Check a public folder without trusting the GM
    Audit(audit::Args),
    /// Publish all secrets of a game that is over
    Reveal(reveal::Args),
    /// Repair missing or modified files of the current turn
    Restore(restore::Args),
    /// Print the exact odds of pieces against each other, as on a reference card
    Odds(odds::Args),
    /// Play games in memory, at random or with bots
    Simulate(simulate::Args),
    /// Print or write the JSON Schemas of the files that players and GMs edit
    Schema(schema::Args),
    /// Check a game's content
    Content(content::Args),
    /// Explain the code of a mistake
    Explain(explain::Args),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write the pages of all commands
    #[command(hide = true)]
    Man {
        /// Write a page for each command into this folder
        #[arg(long, value_name = "DIR")]
        dir: Option<std::path::PathBuf>,
    },
}

/// Parses the command line, runs the command and returns the exit code.
pub fn main() -> ExitCode {
    complete::answer(Cli::command);
    let matches = with_options_of_rules(groups::grouped(Cli::command())).get_matches();
    let mut cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    if let (Command::New(args), Some(given)) = (&mut cli.command, matches.subcommand_matches("new"))
    {
        args.note_given(given);
    }
    let ui = Ui::new(cli.json, cli.quiet, cli.color);
    let now = cli.clock.unwrap_or_else(Utc::now);
    match run(cli.command, &ui, now) {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            ui.error(&error);
            ExitCode::from(error.kind.exit_code())
        }
    }
}

/// Makes `new --help` list the options of the ruleset that the command line names, or of all rulesets.
fn with_options_of_rules(command: clap::Command) -> clap::Command {
    let words: Vec<String> = std::env::args().collect();
    let wanted = |word: &String| ["-h", "--help", "help"].contains(&word.as_str());
    // The rules are loaded only if this help is requested.
    if !words.iter().any(wanted) || !words.iter().any(|word| word == "new") {
        return command;
    }
    let named = |known: &&rulesets::Known| {
        let given = format!("--ruleset={}", known.id);
        words.iter().any(|word| *word == known.id || *word == given)
    };
    let list = options::help(rulesets::ALL.iter().find(named));
    command.mut_subcommand("new", |new| {
        let examples = new.get_after_help().map(ToString::to_string);
        new.after_help(format!("{list}{}", examples.unwrap_or_default()))
    })
}

fn run(command: Command, ui: &Ui, now: DateTime<Utc>) -> Result<u8, CliError> {
    match command {
        Command::New(args) => new::run(args, ui, now),
        Command::Seat(args) => seat::run(args, ui, now),
        Command::Salt(args) => salt::run(args, ui, now),
        Command::Start(args) => start::run(&args, ui, now),
        Command::Receive(args) => receive::run(&args, ui, now),
        Command::Check(args) => check::run(&args, ui),
        Command::Look(args) => look::run(&args, ui),
        Command::Decide(args) => decide::run(&args, ui),
        Command::Try(args) => try_out::run(&args, ui),
        Command::Advise(args) => advise::run(&args, ui),
        Command::Form(args) => report::form(&args, ui),
        Command::Adjudicate(args) => adjudicate::run(&args, ui, now),
        Command::Status(args) => status::run(&args, ui, now),
        Command::Report(args) => report::run(&args, ui),
        Command::Site(args) => site::run(&args, ui),
        Command::Publish(args) => publish::run(&args, ui, now),
        Command::Send(args) => send::run(&args, ui, now),
        Command::Mail(args) => mail::run(&args, ui, now),
        Command::Restore(args) => restore::run(&args, ui, now),
        Command::Tick(args) => tick::run(&args, ui, now),
        Command::Extend(args) => extend::run(&args, ui, now),
        Command::Pause(args) => pause::run(&args, ui, now),
        Command::Resume(args) => resume::run(&args, ui, now),
        Command::Hold(args) => hold::run(&args, ui, now),
        Command::Release(args) => release::run(&args, ui, now),
        Command::Replace(args) => replace::run(args, ui, now),
        Command::Orders(args) => orders::run(&args, ui, now),
        Command::Excuse(args) => excuse::run(&args, ui, now),
        Command::Bounces(args) => bounces::run(&args, ui, now),
        Command::Token(args) => token::run(&args, ui, now),
        Command::Rewind(args) => rewind::run(&args, ui, now),
        Command::Amend(args) => amend::run(&args, ui, now),
        Command::Fork(args) => fork::run(args, ui, now),
        Command::Rerun(args) => rerun::run(&args, ui),
        Command::Audit(args) => audit::run(&args, ui),
        Command::Reveal(args) => reveal::run(&args, ui, now),
        Command::Odds(args) => odds::run(&args, ui),
        Command::Simulate(args) => simulate::run(&args, ui),
        Command::Schema(args) => schema::run(&args, ui),
        Command::Explain(args) => explain::run(&args, ui),
        Command::Content(args) => content::run(&args, ui),
        Command::Completions { shell } => ui.bytes(&complete::script(shell)?),
        Command::Man { dir: Some(dir) } => {
            let io = |error: std::io::Error| CliError::user(format!("{}: {error}.", dir.display()));
            std::fs::create_dir_all(&dir).map_err(io)?;
            clap_mangen::generate_to(Cli::command(), &dir).map_err(io)?;
            Ok(0)
        }
        Command::Man { dir: None } => {
            let mut page = vec![];
            clap_mangen::Man::new(Cli::command())
                .render(&mut page)
                .map_err(|e| CliError::internal(e.to_string()))?;
            ui.bytes(&page)
        }
    }
}
