//! What an audit says, line by line (dice.md, section 9).

use std::fmt;

/// One line of an audit (dice.md, section 9).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// What was looked at.
    pub what: String,
    /// What came of it.
    pub verdict: Verdict,
}

/// What came of one check (dice.md, section 9).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It is as it must be.
    Ok,
    /// It is not, and why.
    Failed(String),
    /// Nothing is wrong with what is public, but this cannot be seen from it (a secret until the end, say).
    NotShown(String),
    /// It could be seen, but this audit could not check it; said as *NOT SHOWN*, and never a pass.
    Unchecked(String),
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
        }
    }
}

/// The exit code of an audit (dice.md, section 9): 0 passed, 1 failed, 2 could not check.
///
/// What is not shown yet does not spoil a pass; what could not be checked does, and so does an audit of nothing.
pub fn exit_code(checks: &[Check]) -> u8 {
    let any = |test: fn(&Verdict) -> bool| checks.iter().any(|check| test(&check.verdict));
    if any(|v| matches!(v, Verdict::Failed(_))) {
        1
    } else if any(|v| matches!(v, Verdict::Unchecked(_))) || !any(|v| matches!(v, Verdict::Ok)) {
        2
    } else {
        0
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

    /// Says *ok* or why it failed, and hands on what was found.
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

    /// Says *ok* if nothing is wrong, else all that is.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_line_makes_the_exit_code() {
        let line = |verdict: &Verdict| Check {
            what: "x".to_owned(),
            verdict: verdict.clone(),
        };
        let code = |verdicts: &[Verdict]| exit_code(&verdicts.iter().map(line).collect::<Vec<_>>());
        let [failed, hidden, unchecked] = [
            Verdict::Failed("a".into()),
            Verdict::NotShown("b".into()),
            Verdict::Unchecked("c".into()),
        ];
        assert_eq!(code(&[]), 2);
        assert_eq!(code(&[Verdict::Ok, hidden.clone()]), 0);
        assert_eq!(code(std::slice::from_ref(&hidden)), 2);
        assert_eq!(code(&[Verdict::Ok, unchecked.clone()]), 2);
        assert_eq!(code(&[Verdict::Ok, unchecked.clone(), failed.clone()]), 1);
        assert_eq!(line(&failed).to_string(), "FAILED     x: a");
        assert_eq!(line(&unchecked).to_string(), "NOT SHOWN  x (c)");
    }
}
