//! What many did side by side, told one after another.
//!
//! Decisions that all take at the same time reach the reader in the order in which they were made, a line of
//! one and a line of another. Told as a story, each has a passage of his own. Headings say who belongs
//! together: `Zytal: headquarters (8)` and `Roo: headquarters (8)` are two passages of one step.

/// Brings together what stands under one heading within one step; what has no heading goes with what it
/// follows. Nothing moves from one step to another.
pub(super) fn gathered<'a, T>(told: Vec<T>, heading: impl Fn(&T) -> &'a str) -> Vec<T> {
    let mut passages: Vec<(&'a str, Vec<T>)> = vec![];
    // Where the passages of the present step begin.
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

/// What stands one after another under one heading, with that heading; what has none goes on with the one before.
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

/// No heading stands over nothing: a step in which a seat did nothing is left out, a part of the game is named
/// with the first step in it, and a last part, which has only begun, is a line of its own.
pub(super) fn without_empty_ones<'a, L>(
    passages: impl IntoIterator<Item = (&'a str, Vec<L>)>,
    line: impl Fn(String) -> L,
) -> Vec<(String, Vec<L>)> {
    let mut kept: Vec<(String, Vec<L>)> = vec![];
    let mut begun: Vec<&str> = vec![];
    for (heading, lines) in passages {
        // Somebody's step is over when another heading comes.
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

/// The step that a heading of somebody names.
fn of(heading: &str) -> Option<&str> {
    heading.split_once(": ").map(|(_, step)| step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_has_a_passage_of_his_own_within_a_step() {
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
        // Two rounds are two steps, and so are two that have something between them.
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
    fn no_heading_stands_over_nothing() {
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
    fn a_passage_has_one_heading_and_what_goes_on_with_it() {
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
