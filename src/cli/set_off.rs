//! The actions of other players that would set off the rules of an order file, for `check` and `try`.

use super::{CliError, Ui};
use crate::engine::SetOff;

/// The number of things that are printed for one line.
const MOST: usize = 4;

/// Prints a line for each rule.
pub(super) fn print(rules: &[SetOff], ui: &Ui) -> Result<(), CliError> {
    for SetOff { line, by, unable } in rules {
        let examples = by.iter().take(MOST).cloned().collect::<Vec<_>>().join("; ");
        ui.done(match (by.len(), unable) {
            (0, Some(why)) => {
                format!("{line}: others could announce what it is about, but it could not be used: {why}")
            }
            (0, None) => format!("{line}: as the boards stand, nothing that others could announce sets it off"),
            (n, _) if n <= MOST => format!("{line}: would be set off by {examples}"),
            (n, _) => format!("{line}: would be set off by {n} announcements, such as {examples}"),
        })?;
    }
    Ok(())
}
