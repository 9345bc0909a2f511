//! Several errors in one pass: each error is recorded, its value is left out, and the rest is decoded again.

use super::{
    decode::decode,
    node::{Kind, Node},
    problem::{MOST, Problem},
};
use serde::de::DeserializeOwned;
use std::ops::Range;

/// Makes a value of a tree, or returns every error in it.
pub(super) fn collect<T: DeserializeOwned>(
    mut root: Node,
    also_known: &[&str],
) -> Result<T, Vec<Problem>> {
    let mut problems: Vec<Problem> = vec![];
    let mut lacking: Vec<Range<usize>> = vec![];
    // Each round leaves a value out, so the loop ends.
    for _ in 0..4 * MOST {
        let problem = match decode(&root, also_known) {
            Ok(value) if problems.is_empty() => return Ok(value),
            Ok(_) => return Err(problems),
            Err(problem) => problem,
        };
        let span = problem.span.clone().unwrap_or_default();
        // An error about a map or list as a whole that lost an entry, such as a missing key, is no error of the file; it must be
        // left out next.
        if !lacking.contains(&span) {
            problems.push(problem);
        }
        match leave_out(&mut root, &span, true) {
            Some(around) if problems.len() < MOST => lacking.push(around),
            _ => break,
        }
    }
    Err(problems)
}

/// Removes the smallest item or entry that holds a place, and returns the span of the list or map that lost it. Returns
/// `None` if that would be the whole tree.
fn leave_out(node: &mut Node, place: &Range<usize>, top: bool) -> Option<Range<usize>> {
    let holds = |range: &Range<usize>| range.start <= place.start && place.end <= range.end;
    let around = node.span.clone();
    match &mut node.kind {
        Kind::List(items) => {
            let n = items.iter().position(|item| holds(&item.span))?;
            inside(&mut items[n], place).or_else(|| {
                items.remove(n);
                Some(around)
            })
        }
        Kind::Map(entries) => {
            let n = entries
                .iter()
                .position(|e| holds(&e.key_span) || holds(&e.value.span))?;
            inside(&mut entries[n].value, place).or_else(|| {
                // A map without entries would be another error.
                let left = top || entries.len() > 1;
                left.then(|| entries.remove(n))?;
                Some(around)
            })
        }
        _ => None,
    }
}

/// Does this below a value, unless the place is the value itself.
fn inside(value: &mut Node, place: &Range<usize>) -> Option<Range<usize>> {
    if value.span == *place {
        None
    } else {
        leave_out(value, place, false)
    }
}
