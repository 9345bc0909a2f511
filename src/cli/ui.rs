//! Output: data on standard output, messages on standard error.

use super::{CliError, Color};
use crate::yaml::Problems;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal as _, Write as _};

/// The output settings of one run.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a setting of its own"
)]
pub struct Ui {
    json: bool,
    quiet: bool,
    /// True if messages on standard error are coloured.
    color: bool,
    /// True if data on standard output is coloured.
    color_data: bool,
}

/// The colour of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    /// Green.
    Good,
    /// Yellow.
    Doubtful,
    /// Red.
    Bad,
    /// Bold.
    Heading,
}

impl Ui {
    pub(super) fn new(json: bool, quiet: bool, color: Color) -> Self {
        let decide = |is_terminal: bool| match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => automatic(is_terminal, |name| {
                std::env::var(name).ok().filter(|value| !value.is_empty())
            }),
        };
        Self {
            json,
            quiet,
            color: decide(io::stderr().is_terminal()),
            color_data: decide(io::stdout().is_terminal()),
        }
    }

    /// Returns true if messages are coloured.
    pub(super) fn color(&self) -> bool {
        self.color
    }

    /// Returns true if JSON is requested.
    pub fn json(&self) -> bool {
        self.json
    }

    /// Prints data.
    pub(super) fn bytes(&self, bytes: &[u8]) -> Result<u8, CliError> {
        let mut out = io::stdout().lock();
        match out.write_all(bytes).and_then(|()| out.flush()) {
            // A reader that stops early, as `head` does, is no error.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(0),
            Err(error) => Err(CliError::data(format!("writing the output: {error}"))),
            Ok(()) => Ok(0),
        }
    }

    /// Prints a line of data.
    pub(super) fn line(&self, text: impl AsRef<str>) -> Result<u8, CliError> {
        self.bytes(format!("{}\n", text.as_ref()).as_bytes())
    }

    /// Prints a line about a success on standard output, unless `--quiet` is given.
    pub(super) fn done(&self, text: impl AsRef<str>) -> Result<u8, CliError> {
        if self.quiet {
            return Ok(0);
        }
        self.line(text)
    }

    /// Prints plain data as JSON.
    pub(super) fn data(&self, value: &serde_json::Value) -> Result<u8, CliError> {
        self.line(serde_json::to_string_pretty(value).expect("plain data"))
    }

    /// Prints a message about a success on standard error, unless `--quiet` is given.
    pub(super) fn say(&self, text: impl AsRef<str>) {
        if !self.quiet {
            self.message(text.as_ref());
        }
    }

    /// Prints a warning.
    pub(super) fn warn(&self, text: impl AsRef<str>) {
        self.message(&format!(
            "{} {}",
            self.paint("33;1", "warning:"),
            text.as_ref()
        ));
    }

    /// Prints mistakes in a file with their places.
    pub(super) fn problems(&self, problems: &Problems) {
        if !problems.list.is_empty() {
            self.message(problems.render(self.color).trim_end());
        }
    }

    /// Prints an error with its hint.
    pub(super) fn error(&self, error: &CliError) {
        self.message(&self.shown(error));
    }

    /// Formats an error with its mistakes and its hint.
    pub(super) fn shown(&self, error: &CliError) -> String {
        let mut lines = vec![];
        if let Some(problems) = error.problems.as_ref().filter(|p| !p.list.is_empty()) {
            lines.push(problems.render(self.color).trim_end().to_owned());
        }
        lines.push(format!("{} {}", self.paint("31;1", "error:"), error.words));
        if let Some(hint) = &error.hint {
            lines.push(format!("{} {hint}", self.paint("36;1", "hint:")));
        }
        lines.join("\n")
    }

    /// Formats text of a message on standard error in bold green, if colour is used there.
    pub(super) fn good(&self, text: &str) -> String {
        self.paint("32;1", text)
    }

    /// Formats text of a message on standard error in bold red, if colour is used there.
    pub(super) fn bad(&self, text: &str) -> String {
        self.paint("31;1", text)
    }

    /// Formats a word of the data on standard output, if colour is used there.
    pub(super) fn toned(&self, tone: Tone, text: &str) -> String {
        let style = match tone {
            Tone::Good => "32",
            Tone::Doubtful => "33",
            Tone::Bad => "31;1",
            Tone::Heading => "1",
        };
        painted(self.color_data, style, text)
    }

    /// Formats text of a message on standard error, if colour is used there.
    fn paint(&self, style: &str, text: &str) -> String {
        painted(self.color, style, text)
    }

    /// Prints a message on standard error, even with `--quiet`.
    pub(super) fn message(&self, text: &str) {
        // A closed standard error is ignored.
        let _ = writeln!(io::stderr().lock(), "{text}");
    }

    /// Creates a progress bar for long work; it is visible on a terminal only.
    pub(super) fn progress(&self, length: u64, what: &'static str) -> ProgressBar {
        if self.quiet || self.json || !io::stderr().is_terminal() {
            return ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::hidden());
        }
        let style = ProgressStyle::with_template("{msg} {wide_bar} {human_pos}/{human_len} {eta}")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        ProgressBar::new(length)
            .with_style(style)
            .with_message(what)
    }
}

fn painted(color: bool, style: &str, text: &str) -> String {
    if color {
        format!("\u{1b}[{style}m{text}\u{1b}[0m")
    } else {
        text.to_owned()
    }
}

/// Decides about colour from the variables of the environment that are not empty: `NO_COLOR` turns it off,
/// `CLICOLOR_FORCE` on, and `CLICOLOR=0` and a dumb terminal off.
fn automatic(is_terminal: bool, variable: impl Fn(&str) -> Option<String>) -> bool {
    let is = |name: &str, value: &str| variable(name).is_some_and(|found| found == value);
    if variable("NO_COLOR").is_some() {
        return false;
    }
    if variable("CLICOLOR_FORCE").is_some() && !is("CLICOLOR_FORCE", "0") {
        return true;
    }
    is_terminal && !is("CLICOLOR", "0") && !is("TERM", "dumb")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_decides_about_colour() {
        let decide = |is_terminal, set: &[(&str, &str)]| {
            automatic(is_terminal, |name| {
                let found = set.iter().find(|(key, _)| *key == name);
                found.map(|(_, value)| (*value).to_owned())
            })
        };
        assert!(decide(true, &[]) && !decide(false, &[]));
        assert!(!decide(true, &[("NO_COLOR", "1")]));
        assert!(!decide(true, &[("TERM", "dumb")]) && !decide(true, &[("CLICOLOR", "0")]));
        assert!(decide(false, &[("CLICOLOR_FORCE", "1")]));
        assert!(!decide(false, &[("CLICOLOR_FORCE", "0")]));
        assert!(!decide(
            false,
            &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]
        ));
    }
}
