//! What would set the rules of an order file off that react to other players, for `check` and `try`.

use super::{CliError, Ui};
use crate::engine::SetOff;

/// The number of things that are printed for one line.
const MOST: usize = 4;

/// Prints a line for each rule.
pub(super) fn print(rules: &[SetOff], ui: &Ui) -> Result<(), CliError> {
    for SetOff { line, by } in rules {
        let examples = by.iter().take(MOST).cloned().collect::<Vec<_>>().join("; ");
        ui.done(match by.len() {
            0 => format!(
                "{line}: as the boards stand, nothing that others could announce sets it off"
            ),
            n if n <= MOST => format!("{line}: would be set off by {examples}"),
            n => format!("{line}: would be set off by {n} announcements, such as {examples}"),
        })?;
    }
    Ok(())
}
