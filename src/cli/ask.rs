//! Questions at the terminal: one line that says what a value is for, the default in brackets, and an answer in a line.

use super::CliError;
use std::io::{self, BufRead, Write as _};

/// A person who answers questions, line by line.
pub(super) struct Asker<R> {
    answers: R,
}

impl<R: BufRead> Asker<R> {
    /// Creates an asker that reads the answers from here; the questions go to standard error.
    pub(super) fn new(answers: R) -> Self {
        Self { answers }
    }

    /// Asks for a line; an empty one is the default. Asks again, with the reason, until `check` accepts the answer.
    ///
    /// # Errors
    /// Returns a [`CliError`] if the input ends.
    pub(super) fn ask<T>(
        &mut self,
        about: &str,
        default: &str,
        check: impl Fn(&str) -> Result<T, CliError>,
    ) -> Result<T, CliError> {
        say(&format!("\n{about}\n"));
        loop {
            say(&format!("  [{default}] "));
            let line = self.line()?;
            let given = if line.is_empty() { default } else { &line };
            match check(given) {
                Ok(value) => return Ok(value),
                Err(error) => {
                    let hint = error
                        .hint
                        .map_or_else(String::new, |hint| format!(" {hint}"));
                    say(&format!("  {}{hint}\n", error.words));
                }
            }
        }
    }

    /// Asks for lines up to an empty one.
    ///
    /// # Errors
    /// Returns a [`CliError`] if the input ends.
    pub(super) fn lines(&mut self, about: &str) -> Result<Vec<String>, CliError> {
        say(&format!("\n{about}\n"));
        let mut lines = vec![];
        loop {
            say("  > ");
            let line = self.line()?;
            if line.is_empty() {
                return Ok(lines);
            }
            lines.push(line);
        }
    }

    fn line(&mut self) -> Result<String, CliError> {
        let mut line = String::new();
        match self.answers.read_line(&mut line) {
            Ok(0) => Err(
                CliError::user("The answers ended before the last question.")
                    .hint("Nothing was written. Run the command again."),
            ),
            Ok(_) => Ok(line.trim().to_owned()),
            Err(error) => Err(CliError::user(format!(
                "Standard input cannot be read: {error}."
            ))),
        }
    }
}

/// Prints a part of a question.
fn say(text: &str) {
    let mut out = io::stderr().lock();
    // A closed standard error is ignored.
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}
