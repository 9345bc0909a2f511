//! Completion in a shell: of commands and options, of the names of rulesets, and of the seats of a game.

use super::CliError;
use crate::{
    engine::SeatId,
    game_dir::{Disk, Game, Layout},
    rulesets::ALL,
};
use clap::{Arg, Command};
use clap_complete::{
    CompleteEnv, Shell,
    engine::{ArgValueCompleter, CompletionCandidate},
    env::Shells,
};
use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

/// The variable of the environment by which a shell asks for completions.
const ASKED: &str = "COMPLETE";

const PROGRAM: &str = env!("CARGO_PKG_NAME");

/// Answers the shell and ends the process, if the shell asks for completions.
pub(super) fn answer(command: fn() -> Command) {
    CompleteEnv::with_factory(move || shown(&command()))
        .var(ASKED)
        .complete();
}

/// Returns the script that makes a shell ask the program for completions.
pub(super) fn script(shell: Shell) -> Result<Vec<u8>, CliError> {
    let mut script = vec![];
    let name = shell.to_string();
    let shells = Shells::builtins();
    let completer = shells.completer(&name);
    let completer =
        completer.ok_or_else(|| CliError::internal(format!("no completion for {name}")))?;
    completer
        .write_registration(ASKED, PROGRAM, PROGRAM, PROGRAM, &mut script)
        .map_err(|why| CliError::internal(why.to_string()))?;
    if shell == Shell::Zsh {
        script.extend(AUTOLOADED.as_bytes());
    }
    Ok(script)
}

/// The end of the script for zsh. As a file `_chronojudge` in `fpath`, the script is run by the first completion, and must
/// then complete, too; later completions find the function that it has defined.
const AUTOLOADED: &str = concat!(
    "\nif [ \"$funcstack[1]\" = \"_",
    env!("CARGO_PKG_NAME"),
    "\" ]; then\n    _clap_dynamic_completer_",
    env!("CARGO_PKG_NAME"),
    " \"$@\"\nfi\n",
);

/// Returns the seats of the game that the command line names. If no word looks like a path, they are those of the game in
/// the current directory.
fn seats(current: &OsStr) -> Vec<CompletionCandidate> {
    let typed = std::env::args_os().skip_while(|word| word != "--");
    // The first three words are `--`, the name of the program and the command.
    let words = typed.skip(3).filter(|word| word != current);
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let mut folders: Vec<PathBuf> = words
        .map(|word| at_home(&word, home.as_deref()))
        .filter(|word| word.components().count() > 1 || word.starts_with("..") || word.exists())
        .collect();
    if folders.is_empty() {
        folders.push(PathBuf::from("."));
    }
    let game = folders
        .into_iter()
        .filter(|folder| Layout::new(folder).game().is_file())
        .find_map(|folder| Game::open(&folder, Disk::new()).ok());
    let seats = game.map(|game| game.seat_ids()).unwrap_or_default();
    candidates(seats.iter().map(SeatId::as_str), current)
}

/// Returns a path as a shell understands it: the shell passes on a word that is being completed with its `~/`.
fn at_home(word: &OsStr, home: Option<&Path>) -> PathBuf {
    match (Path::new(word).strip_prefix("~"), home) {
        (Ok(below), Some(home)) => home.join(below),
        _ => word.into(),
    }
}

fn rulesets(current: &OsStr) -> Vec<CompletionCandidate> {
    candidates(ALL.iter().map(|known| known.id), current)
}

fn candidates<'a>(
    names: impl Iterator<Item = &'a str>,
    current: &OsStr,
) -> Vec<CompletionCandidate> {
    let start = current.to_string_lossy();
    names
        .filter(|name| name.starts_with(&*start))
        .map(CompletionCandidate::new)
        .collect()
}

/// Returns a command without its hidden subcommands and arguments, for completion.
///
/// clap requires `'static` names. They are leaked, because the process only answers the shell.
fn shown(command: &Command) -> Command {
    let arguments = command.get_arguments().filter(|arg| !arg.is_hide_set());
    let commands = command.get_subcommands().filter(|sub| !sub.is_hide_set());
    let mut open = Command::new(&*command.get_name().to_owned().leak())
        .args(arguments.map(plain))
        .subcommands(commands.map(shown));
    if let Some(about) = command.get_about() {
        open = open.about(about.clone());
    }
    if let Some(version) = command.get_version() {
        open = open.version(&*version.to_owned().leak());
    }
    open
}

/// Returns a copy of an argument without its relations to other arguments, which may be hidden.
fn plain(argument: &Arg) -> Arg {
    let mut open = Arg::new(argument.get_id().clone())
        .action(argument.get_action().clone())
        .value_parser(argument.get_value_parser().clone())
        .value_hint(argument.get_value_hint())
        .global(argument.is_global_set())
        .short(argument.get_short());
    if let Some(long) = argument.get_long() {
        open = open.long(&*long.to_owned().leak());
    }
    if let Some(help) = argument.get_help() {
        open = open.help(help.clone());
    }
    if let Some(names) = argument.get_value_names() {
        open = open.value_names(names.to_vec());
    }
    match argument.get_id().as_str() {
        "seat" | "seats" => open = open.add(ArgValueCompleter::new(seats)),
        "ruleset" => open = open.add(ArgValueCompleter::new(rulesets)),
        _ => {}
    }
    match argument.get_num_args() {
        Some(values) => open.num_args(values),
        None => open,
    }
}
