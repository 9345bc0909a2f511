//! Output: data on standard output, messages on standard error.

use super::{CliError, Color};
use crate::yaml::Problems;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal as _, Write as _};

/// The output settings of one run.
#[derive(Debug)]
pub struct Ui {
    json: bool,
    quiet: bool,
    color: bool,
}

impl Ui {
    pub(super) fn new(json: bool, quiet: bool, color: Color) -> Self {
        let color = match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
                    && std::env::var_os("TERM").is_none_or(|t| t != "dumb")
                    && io::stderr().is_terminal()
            }
        };
        Self { json, quiet, color }
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

    /// Formats text in bold green, if colour is used.
    pub(super) fn good(&self, text: &str) -> String {
        self.paint("32;1", text)
    }

    /// Formats text in bold red, if colour is used.
    pub(super) fn bad(&self, text: &str) -> String {
        self.paint("31;1", text)
    }

    fn paint(&self, style: &str, text: &str) -> String {
        if self.color {
            format!("\u{1b}[{style}m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
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
