//! The commands of the play page: those of a player who has nothing but a view, and the audit of a public folder. The
//! page runs the program in the browser, built for WebAssembly with these commands alone.

use super::{CliError, Color, Ui, audit, check, decide, decrypt, look, replay, try_out};
use clap::Parser;
use std::process::ExitCode;

#[derive(Debug, Parser)]
#[command(name = "chronojudge", version)]
enum Command {
    Audit(audit::Args),
    Check(check::Args),
    Decide(decide::Args),
    Decrypt(decrypt::Args),
    Look(look::Args),
    Replay(replay::Args),
    Try(try_out::Args),
}

fn run(command: Command, ui: &Ui) -> Result<u8, CliError> {
    match command {
        Command::Audit(args) => audit::run(&args, ui),
        Command::Check(args) => check::run(&args, ui),
        Command::Decide(args) => decide::run(&args, ui),
        Command::Decrypt(args) => decrypt::run(&args, ui),
        Command::Look(args) => look::run(&args, ui),
        Command::Replay(args) => replay::run(&args, ui),
        Command::Try(args) => try_out::run(&args, ui),
    }
}

/// Parses the command line of the page, runs the command and returns the exit code. The answer is JSON, that of an audit
/// text.
pub fn main() -> ExitCode {
    let command = Command::parse();
    let json = !matches!(command, Command::Audit(_));
    let ui = Ui::new(json, json, Color::Never);
    match run(command, &ui) {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            ui.error(&error);
            ExitCode::from(error.kind.exit_code())
        }
    }
}
