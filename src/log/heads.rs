//! Heads of the log: finds them in a text, and finds the record that a player saw.

use super::Log;
use crate::dice::Hash;

/// Returns the number of the record that an order file names as the last one its writer knew.
pub fn record_seen(log: &Log, head: &str) -> Option<u32> {
    log.number_of(&head.parse().ok()?)
}

/// Returns the hashes that a text labels as the head of the log, also in quoted lines.
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
    fn finds_a_head_in_plain_quoted_and_html_text() {
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
