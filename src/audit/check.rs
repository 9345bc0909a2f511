//! The lines of an audit, and its conclusion (fair1, section 9).

use std::fmt;

/// One line of an audit (fair1, section 9).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// The subject of the check.
    pub what: String,
    /// The result.
    pub verdict: Verdict,
}

/// The result of one check (fair1, section 9).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The check has passed.
    Ok,
    /// The check has failed, for this reason.
    Failed(String),
    /// The public files are not wrong, but they cannot show this (for example, it is secret until the end).
    NotShown(String),
    /// It should be shown by now, or it is shown and this audit could not check it; printed as *NOT SHOWN*, and
    /// never a pass.
    Unchecked(String),
    /// The data could not be read.
    Unreadable(String),
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = &self.what;
        match &self.verdict {
            Verdict::Ok => write!(f, "ok         {what}"),
            Verdict::Failed(why) => write!(f, "FAILED     {what}: {why}"),
            Verdict::NotShown(why) | Verdict::Unchecked(why) => {
                write!(f, "NOT SHOWN  {what} ({why})")
            }
            Verdict::Unreadable(why) => write!(f, "NOT READ   {what} ({why})"),
        }
    }
}

/// The conclusion of a whole audit (fair1, section 9).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conclusion {
    /// Everything that can be shown by now has passed.
    Passed,
    /// A check has failed.
    Failed,
    /// No check has failed, but something that should be shown and checked by now is not.
    NotAllShown,
    /// The data could not be read, or nothing was checked.
    CouldNotRead,
}

impl Conclusion {
    /// Draws the conclusion from all lines of an audit.
    ///
    /// Files that are sealed until the end of the game do not prevent a pass.
    pub fn of(checks: &[Check]) -> Self {
        let any = |test: fn(&Verdict) -> bool| checks.iter().any(|check| test(&check.verdict));
        if any(|v| matches!(v, Verdict::Failed(_))) {
            Self::Failed
        } else if any(|v| matches!(v, Verdict::Unreadable(_))) || !any(|v| matches!(v, Verdict::Ok))
        {
            Self::CouldNotRead
        } else if any(|v| matches!(v, Verdict::Unchecked(_))) {
            Self::NotAllShown
        } else {
            Self::Passed
        }
    }

    /// Returns the exit code.
    pub const fn code(self) -> u8 {
        match self {
            Self::Passed => 0,
            Self::Failed => 1,
            Self::NotAllShown => 2,
            Self::CouldNotRead => 3,
        }
    }

    /// Returns the name that `audit` prints.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Passed => "PASSED",
            Self::Failed => "FAILED",
            Self::NotAllShown => "NOT ALL SHOWN",
            Self::CouldNotRead => "COULD NOT READ",
        }
    }
}

/// Returns the exit code of an audit: 0 passed, 1 failed, 2 not all shown, 3 could not read.
pub fn exit_code(checks: &[Check]) -> u8 {
    Conclusion::of(checks).code()
}

impl Check {
    /// Returns true if this line is a reason for another conclusion than *passed*.
    pub const fn spoils(&self) -> bool {
        matches!(
            self.verdict,
            Verdict::Failed(_) | Verdict::Unchecked(_) | Verdict::Unreadable(_)
        )
    }
}

/// The lines of an audit while it runs.
#[derive(Debug, Default)]
pub(super) struct Lines(pub(super) Vec<Check>);

impl Lines {
    pub(super) fn push(&mut self, what: impl Into<String>, verdict: Verdict) {
        self.0.push(Check {
            what: what.into(),
            verdict,
        });
    }

    /// Adds a line that is *ok* or failed with the error, and returns the value.
    pub(super) fn tell<T>(
        &mut self,
        what: impl Into<String>,
        result: Result<T, impl fmt::Display>,
    ) -> Option<T> {
        match result {
            Ok(found) => {
                self.push(what, Verdict::Ok);
                Some(found)
            }
            Err(why) => {
                self.push(what, Verdict::Failed(why.to_string()));
                None
            }
        }
    }

    /// Adds a line that is *ok* if the list of errors is empty, and otherwise failed with all of them.
    pub(super) fn all(&mut self, what: impl Into<String>, wrong: &[String]) {
        self.tell(
            what,
            if wrong.is_empty() {
                Ok(())
            } else {
                Err(wrong.join("; "))
            },
        );
    }
}

pub(crate) fn check(what: impl Into<String>, verdict: Verdict) -> Check {
    Check {
        what: what.into(),
        verdict,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_line_decides_the_exit_code() {
        let line = |verdict: &Verdict| Check {
            what: "x".to_owned(),
            verdict: verdict.clone(),
        };
        let code = |verdicts: &[Verdict]| exit_code(&verdicts.iter().map(line).collect::<Vec<_>>());
        let [failed, hidden, unchecked, unreadable] = [
            Verdict::Failed("a".into()),
            Verdict::NotShown("b".into()),
            Verdict::Unchecked("c".into()),
            Verdict::Unreadable("d".into()),
        ];
        assert_eq!(code(&[]), 3);
        assert_eq!(
            code(&[Verdict::Ok, unchecked.clone(), unreadable.clone()]),
            3
        );
        assert_eq!(code(&[unreadable.clone(), failed.clone()]), 1);
        assert_eq!(line(&unreadable).to_string(), "NOT READ   x (d)");
        assert_eq!(code(&[Verdict::Ok, hidden.clone()]), 0);
        assert_eq!(code(std::slice::from_ref(&hidden)), 3);
        assert_eq!(code(&[Verdict::Ok, unchecked.clone()]), 2);
        assert_eq!(code(&[Verdict::Ok, unchecked.clone(), failed.clone()]), 1);
        assert_eq!(line(&failed).to_string(), "FAILED     x: a");
        assert_eq!(line(&unchecked).to_string(), "NOT SHOWN  x (c)");
    }
}
