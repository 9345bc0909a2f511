//! Groups the events of a report into passages, one for each seat in each step.
//!
//! Decisions that all seats make at the same time are recorded in the order in which they were made, with the lines
//! of different seats mixed. In the report each seat has a passage of its own. Events are grouped by their heading:
//! `Zytal: headquarters` and `Roo: headquarters` are two passages of one step.

/// Returns the items with those of one heading next to each other, within each step. An item without a heading stays
/// with the item before it; no item moves to another step.
pub(super) fn gathered<'a, T>(told: Vec<T>, heading: impl Fn(&T) -> &'a str) -> Vec<T> {
    let mut passages: Vec<(&'a str, Vec<T>)> = vec![];
    // The index of the first passage of the current step.
    let mut step = 0;
    let mut now = 0;
    for one in told {
        let heading = heading(&one);
        if !heading.is_empty() || passages.is_empty() {
            let same_step = passages
                .last()
                .is_some_and(|(last, _)| of(last).is_some() && of(last) == of(heading));
            if !same_step && passages.last().is_none_or(|(last, _)| *last != heading) {
                step = passages.len();
            }
            let known = passages[step..].iter().position(|(h, _)| *h == heading);
            now = known.map_or_else(
                || {
                    passages.push((heading, vec![]));
                    passages.len() - 1
                },
                |n| step + n,
            );
        }
        passages[now].1.push(one);
    }
    passages.into_iter().flat_map(|(_, told)| told).collect()
}

/// Returns runs of items with the same heading, each with its heading; an item without one continues the run before it.
pub(super) fn in_passages<'a, T>(
    told: impl IntoIterator<Item = T>,
    heading: impl Fn(&T) -> &'a str,
) -> Vec<(&'a str, Vec<T>)> {
    let mut passages: Vec<(&'a str, Vec<T>)> = vec![];
    for one in told {
        let heading = heading(&one);
        match passages.last_mut() {
            Some((last, lines)) if heading.is_empty() || heading == *last => lines.push(one),
            _ => passages.push((heading, vec![one])),
        }
    }
    passages
}

/// Returns the passages without empty ones. A step without lines is left out; the heading of a part of the game is
/// joined to that of its first step; a last part that has only begun becomes a line of its own, made by `line`.
pub(super) fn without_empty_ones<'a, L>(
    passages: impl IntoIterator<Item = (&'a str, Vec<L>)>,
    line: impl Fn(String) -> L,
) -> Vec<(String, Vec<L>)> {
    let mut kept: Vec<(String, Vec<L>)> = vec![];
    let mut begun: Vec<&str> = vec![];
    for (heading, lines) in passages {
        // A seat's step ends at the next heading.
        if !heading.is_empty() && begun.last().is_some_and(|last| of(last).is_some()) {
            begun.pop();
        }
        begun.extend(Some(heading).filter(|heading| !heading.is_empty()));
        if !lines.is_empty() {
            kept.push((std::mem::take(&mut begun).join(", "), lines));
        }
    }
    begun.retain(|heading| of(heading).is_none());
    if !begun.is_empty() {
        kept.push((String::new(), vec![line(begun.join(", "))]));
    }
    kept
}

/// Returns the step in a heading of the form `SEAT: STEP`.
fn of(heading: &str) -> Option<&str> {
    heading.split_once(": ").map(|(_, step)| step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_seat_has_a_passage_of_its_own_within_a_step() {
        let told = [
            ("Income", "1"),
            ("Roo: headquarters", "2"),
            ("Zytal: headquarters", "3"),
            ("Roo: headquarters", "4"),
            ("", "5"),
            ("Zytal: headquarters", "6"),
            ("Roo: player turn", "7"),
            ("", "8"),
            ("Zytal: player turn", "9"),
        ];
        let order = |told: Vec<(&str, &str)>| -> String {
            told.into_iter().map(|t| t.1.to_owned()).collect()
        };
        let gathered_by_step = gathered(told.to_vec(), |t| t.0);
        assert_eq!(order(gathered_by_step), "124536789");
        // Two rounds are two steps, and so are two rounds with another passage between them.
        let told = [
            ("Roo: turn", "1"),
            ("Round 2", "2"),
            ("Roo: turn", "3"),
            ("Zytal: turn", "4"),
            ("Round 3", "5"),
            ("Round 3", "6"),
        ];
        let gathered_by_step = gathered(told.to_vec(), |t| t.0);
        assert_eq!(order(gathered_by_step), "123456");
    }

    #[test]
    fn headings_without_lines_are_dropped_or_joined_to_the_next() {
        let of = |passages: &[(&'static str, &[&str])]| -> Vec<String> {
            let lines = |lines: &[&str]| lines.iter().map(|l| (*l).to_owned()).collect::<Vec<_>>();
            let passages = passages.iter().map(|(heading, all)| (*heading, lines(all)));
            let kept = without_empty_ones(passages, |line| line);
            let kept = kept
                .iter()
                .map(|(heading, lines)| format!("{heading}> {}", lines.join(" ")));
            kept.collect()
        };
        assert_eq!(
            of(&[
                ("Round 2", &[]),
                ("Income", &["1", "2"]),
                ("Roo: turn", &[]),
                ("Zytal: turn", &["3"]),
                ("Veneb: turn", &[]),
            ]),
            ["Round 2, Income> 1 2", "Zytal: turn> 3"]
        );
        assert_eq!(
            of(&[("", &["1"]), ("Round 3", &[]), ("Roo: turn", &[])]),
            ["> 1", "> Round 3"]
        );
        assert_eq!(of(&[]), [] as [&str; 0]);
    }

    #[test]
    fn lines_without_a_heading_continue_the_passage() {
        let told = [("", 1), ("Round 2", 2), ("", 3), ("Round 2", 4), ("End", 5)];
        let passages = in_passages(told, |t| t.0);
        let of = |n: &[i32]| n.to_vec();
        let lines = passages.into_iter().map(|(heading, told)| {
            let numbers: Vec<i32> = told.into_iter().map(|t| t.1).collect();
            (heading, numbers)
        });
        assert_eq!(
            lines.collect::<Vec<_>>(),
            [
                ("", of(&[1])),
                ("Round 2", of(&[2, 3, 4])),
                ("End", of(&[5]))
            ]
        );
    }
}
