//! The groups in which the help lists the commands.

use clap::{Command, builder::Styles};
use std::fmt::Write as _;

/// Each command in one group, in the order of the help.
const GROUPS: &[(&str, &[&str])] = &[
    (
        "Play",
        &[
            "form", "look", "decide", "check", "try", "advise", "odds", "report",
        ],
    ),
    ("Set up a game", &["new", "mail", "seat", "salt", "start"]),
    (
        "Run a game",
        &["status", "receive", "adjudicate", "send", "tick"],
    ),
    (
        "The GM's desk",
        &[
            "extend", "pause", "resume", "hold", "release", "replace", "orders", "excuse",
            "bounces", "token", "rewind", "amend", "fork", "rerun", "restore",
        ],
    ),
    ("Publish and audit", &["site", "publish", "reveal", "audit"]),
    (
        "Rulesets and tools",
        &[
            "simulate",
            "content",
            "schema",
            "explain",
            "completions",
            "help",
        ],
    ),
];

/// Makes the help of a program list its commands in groups, with the descriptions of the commands themselves.
pub(super) fn grouped(command: Command) -> Command {
    let header = *Styles::default().get_header();
    let literal = *Styles::default().get_literal();
    let width = GROUPS
        .iter()
        .flat_map(|(_, names)| *names)
        .map(|name| name.len())
        .max()
        .unwrap_or_default();
    let mut list = String::new();
    for (title, names) in GROUPS {
        let _ = writeln!(list, "{header}{title}:{header:#}");
        for name in *names {
            let about = command
                .find_subcommand(name)
                .and_then(Command::get_about)
                .map(ToString::to_string);
            // The library adds this command by itself.
            let about =
                about.unwrap_or_else(|| "Print this message or the help of a command".to_owned());
            let space = " ".repeat(width - name.len());
            let _ = writeln!(list, "  {literal}{name}{literal:#}{space}  {about}");
        }
        list.push('\n');
    }
    command.help_template(format!(
        "{{before-help}}{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{list}{header}Options:{header:#}\n{{options}}{{after-help}}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;
    use clap::CommandFactory as _;

    #[test]
    fn each_command_is_in_one_group() {
        let command = Cli::command();
        let shown = command.get_subcommands().filter(|sub| !sub.is_hide_set());
        let mut commands: Vec<&str> = shown.map(Command::get_name).chain(["help"]).collect();
        let mut grouped: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, names)| *names)
            .copied()
            .collect();
        commands.sort_unstable();
        grouped.sort_unstable();
        assert_eq!(grouped, commands);
    }
}
