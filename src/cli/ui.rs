//! What is shown: data on standard output, messages on standard error.

use super::{CliError, Color};
use crate::yaml::Problems;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal as _, Write as _};

/// How to talk to the one at the terminal.
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

    /// Whether there is colour.
    pub(super) fn color(&self) -> bool {
        self.color
    }

    /// Whether JSON is wanted.
    pub fn json(&self) -> bool {
        self.json
    }

    /// Prints data.
    pub(super) fn bytes(&self, bytes: &[u8]) -> Result<u8, CliError> {
        let mut out = io::stdout().lock();
        match out.write_all(bytes).and_then(|()| out.flush()) {
            // Whoever stopped reading, as `head` does, has what they wanted.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(0),
            Err(error) => Err(CliError::data(format!("writing the output: {error}"))),
            Ok(()) => Ok(0),
        }
    }

    /// Prints a line of data.
    pub(super) fn line(&self, text: impl AsRef<str>) -> Result<u8, CliError> {
        self.bytes(format!("{}\n", text.as_ref()).as_bytes())
    }

    /// Prints a line about what was done, unless only what went wrong is wanted.
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

    /// Says something about what was done.
    pub(super) fn say(&self, text: impl AsRef<str>) {
        if !self.quiet {
            self.message(text.as_ref());
        }
    }

    /// Warns.
    pub(super) fn warn(&self, text: impl AsRef<str>) {
        self.message(&format!(
            "{} {}",
            self.paint("33;1", "warning:"),
            text.as_ref()
        ));
    }

    /// Shows mistakes in a file with their places.
    pub(super) fn problems(&self, problems: &Problems) {
        if !problems.list.is_empty() {
            self.message(problems.render(self.color).trim_end());
        }
    }

    /// Shows what went wrong.
    pub(super) fn error(&self, error: &CliError) {
        self.message(&self.shown(error));
    }

    /// What went wrong, as it is shown.
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

    /// Words in bold green, where there is colour.
    pub(super) fn good(&self, text: &str) -> String {
        self.paint("32;1", text)
    }

    /// Words in bold red, where there is colour.
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

    /// Says it whatever may be wanted.
    pub(super) fn message(&self, text: &str) {
        // A closed standard error is nobody's loss.
        let _ = writeln!(io::stderr().lock(), "{text}");
    }

    /// A progress bar for long work, on a terminal only.
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
