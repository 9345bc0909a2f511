//! Heads of the log: found in a text, and the record that a player saw.

use super::Log;
use crate::dice::Hash;

/// The number of the record that an order file names as the last that its writer knew.
pub fn record_seen(log: &Log, head: &str) -> Option<u32> {
    log.number_of(&head.parse().ok()?)
}

/// The hashes that a text calls the head of the log, also where it is quoted.
pub(crate) fn heads(text: &str) -> Vec<Hash> {
    let lines: Vec<&str> = text.lines().collect();
    let after = |(n, line): (usize, &&str)| line.contains("Head of the log").then_some(n);
    lines
        .iter()
        .enumerate()
        .filter_map(after)
        .flat_map(|n| &lines[n..lines.len().min(n + 3)])
        .flat_map(|line| line.split(|c: char| !c.is_ascii_alphanumeric()))
        .filter_map(|word| word.parse().ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_found_also_where_it_is_quoted() {
        let hash = "5".repeat(64);
        let one: Vec<Hash> = vec![hash.parse().expect("a hash")];
        assert_eq!(heads(&format!("x\nHead of the log:\n  {hash}\n")), one);
        assert_eq!(heads(&format!("> Head of the log:\n>   {hash}\n")), one);
        assert_eq!(
            heads(&format!("<dt>Head of the log</dt><dd>{hash}</dd>")),
            one
        );
        assert_eq!(heads(&format!("The key:\n  {hash}\n")), []);
    }
}
