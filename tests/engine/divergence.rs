//! A journal that does not agree with the rules is detected at the first entry that does not fit.

use super::{tiny::CARDS, *};
use chronojudge::engine::Divergence;

/// Returns a turn with every kind of entry: answers, a shuffle, rolls, and a line put aside.
fn turn() -> (Value, Vec<Entry>) {
    let mut state = set_up().state;
    state["coins"]["blue"] = json!(6);
    let body = json!({"bid": 3, "rank": rankings(), "acts": [{"peek": 5}, {"peek": 77}, {"strike": "red"}],
        "react": "yield", "discard": [0], "gift": 1});
    let mut on_file = desk([("blue", skipping(body))]);
    on_file.insert(
        seat("red"),
        file(json!({"bid": 0, "acts": [], "react": "parry", "discard": []})),
    );
    let out = sit(&state, 1, &[], &on_file);
    assert!(out.flow.is_ok(), "{:?}", out.flow);
    for kind in ["answer", "put-aside", "roll", "shuffle"] {
        let there = |e: &Entry| serde_json::to_value(e).expect("JSON").get(kind).is_some();
        assert!(out.journal.iter().any(there), "{kind}");
    }
    (state, out.journal)
}

fn at(journal: &[Entry], what: impl Fn(&Entry) -> bool) -> usize {
    journal.iter().position(what).expect("such an entry")
}

fn is_answer(name: &str) -> impl Fn(&Entry) -> bool {
    move |entry| matches!(entry, Entry::Answer { id, .. } if id == name)
}

fn is_roll(name: &str) -> impl Fn(&Entry) -> bool {
    move |entry| matches!(entry, Entry::Roll { label, .. } if label == name)
}

fn replay(state: &Value, journal: &[Entry]) -> Result<(), Divergence> {
    match sit(state, 2, journal, &Desk::new()).flow {
        Err(Stop::Diverged(divergence)) => Err(divergence),
        Ok(_) | Err(Stop::Waiting(_)) => Ok(()),
        flow => panic!("{flow:?}"),
    }
}

/// Checks that the journal diverges at that entry, counted from 0, and returns the divergence.
fn diverges_at(entry: usize, journal: &[Entry]) -> Divergence {
    let (state, _) = turn();
    let divergence = replay(&state, journal).expect_err("the change is seen");
    assert_eq!(divergence.at, entry + 1, "{divergence}");
    divergence
}

#[test]
fn an_unchanged_journal_does_not_diverge() {
    let (state, journal) = turn();
    assert_eq!(replay(&state, &journal), Ok(()));
    for end in 0..journal.len() {
        // A beginning of the journal is an earlier sitting, except if it ends between answers that were given side by
        // side.
        let torn = (1..3).contains(&end)
            || journal[end..].iter().take(2).count() == 2
                && end > 0
                && same_ask(&journal[end - 1], &journal[end]);
        let run = replay(&state, &journal[..end]);
        assert!(torn || run == Ok(()), "{end}: {run:?}");
    }
}

fn same_ask(a: &Entry, b: &Entry) -> bool {
    let kind = |e: &Entry| match e {
        Entry::Answer { id, .. } => id.split('@').next().map(str::to_owned),
        _ => None,
    };
    kind(a).is_some() && kind(a) == kind(b)
}

#[test]
fn a_changed_question_is_detected() {
    let (_, mut journal) = turn();
    let n = at(&journal, is_answer("react@red#1"));
    if let Entry::Answer { about, .. } = &mut journal[n] {
        about.insert("by".into(), json!("green"));
    }
    let found = diverges_at(n, &journal);
    assert!(
        found.was.contains("green") && found.is.contains("blue"),
        "{found}"
    );
}

#[test]
fn an_illegal_answer_is_detected() {
    for value in [json!(7), json!("much"), Value::Null] {
        let (_, mut journal) = turn();
        let n = at(&journal, is_answer("bid@green#1"));
        if let Entry::Answer { value: was, .. } = &mut journal[n] {
            *was = value;
        }
        diverges_at(n, &journal);
    }
}

#[test]
fn another_legal_answer_is_detected_at_its_consequences() {
    let (_, mut journal) = turn();
    let n = at(&journal, is_answer("act@blue#1"));
    if let Entry::Answer { value, .. } = &mut journal[n] {
        *value = json!({"strike": "green"});
    }
    diverges_at(n + 1, &journal);
}

#[test]
fn an_answer_under_another_name_is_detected() {
    for other in ["bid@green#2", "bid@red#1", "act@green#1"] {
        let (_, mut journal) = turn();
        let n = at(&journal, is_answer("bid@green#1"));
        if let Entry::Answer { id, .. } = &mut journal[n] {
            *id = other.into();
        }
        diverges_at(n, &journal);
    }
}

#[test]
fn a_changed_die_is_detected() {
    let roll = "strike/blue/red";
    let change = |change: fn(&mut String, &mut u32, &mut Vec<u32>)| {
        let (_, mut journal) = turn();
        let n = at(&journal, is_roll(roll));
        if let Entry::Roll {
            label,
            sides,
            faces,
            ..
        } = &mut journal[n]
        {
            change(label, sides, faces);
        }
        diverges_at(n, &journal)
    };
    change(|label, _, _| label.push_str("#2"));
    change(|_, sides, _| *sides = 20);
    change(|_, _, faces| faces.truncate(1));
    change(|_, _, faces| faces.push(1));
}

/// Faces that the die does not have, and orders that are not permutations, never reach the rules.
#[test]
fn an_impossible_die_is_detected() {
    for face in [0, 7] {
        let (_, mut journal) = turn();
        let n = at(&journal, is_roll("strike/blue/red"));
        if let Entry::Roll { faces, .. } = &mut journal[n] {
            faces[0] = face;
        }
        diverges_at(n, &journal);
    }
    for wrong in [vec![0, 0, 1], vec![1, 2, 3], vec![0, 1]] {
        let (_, mut journal) = turn();
        let n = at(&journal, |e| matches!(e, Entry::Shuffle { .. }));
        if let Entry::Shuffle { order, .. } = &mut journal[n] {
            *order = wrong;
        }
        diverges_at(n, &journal);
    }
}

#[test]
fn an_impossible_deal_is_detected() {
    use chronojudge::engine::Run;
    let wrong = [vec![0; 8], (1..9).collect(), (0..7).collect()];
    let mut deals: Vec<_> = wrong.map(|order| ("hoard", CARDS, order)).into();
    let order = || (0..8).collect();
    deals.push(("hoards", CARDS, order()));
    deals.push(("hoard", [CARDS[0]; 8], order()));
    for (deck, items, order) in deals {
        let items = items.map(str::to_owned).into();
        let deal = Entry::Deal {
            sitting: 1,
            deck: deck.to_owned(),
            items,
            order,
        };
        let journal = [deal];
        let run = Run {
            sitting: 2,
            began: None,
            journal: &journal,
            on_file: &Desk::new(),
            overdue: false.into(),
        };
        let options = json!({"players": 3});
        let out = DynRuleset::setup(&Tiny, &options, &seats(), run, &mut ByLabel(7));
        let flow = out.expect("options").flow;
        assert!(
            matches!(&flow, Err(Stop::Diverged(d)) if d.at == 1),
            "{flow:?}"
        );
    }
}

#[test]
fn a_missing_entry_is_detected() {
    let (state, whole) = turn();
    for n in 0..whole.len() - 1 {
        let mut journal = whole.clone();
        journal.remove(n);
        let found = replay(&state, &journal);
        // Without the line put aside the rules continue in the same way; the answers say what was played.
        let aside = matches!(whole[n], Entry::PutAside { .. });
        assert!(
            found.is_err() || aside,
            "entry {} is missing and nobody sees it",
            n + 1
        );
        if let Err(found) = found {
            assert!(found.at <= n + 2, "{} is missing: {found}", n + 1);
        }
    }
}

#[test]
fn an_extra_entry_is_detected() {
    let (state, whole) = turn();
    for n in 0..=whole.len() {
        let mut journal = whole.clone();
        let extra = whole[n.min(whole.len() - 1)].clone();
        if matches!(extra, Entry::PutAside { .. }) {
            continue;
        }
        journal.insert(n, extra);
        let found = replay(&state, &journal).expect_err("the entry is one too many");
        assert!(found.at == n + 1 || found.at == n + 2, "{n}: {found}");
    }
    let end = [whole.clone(), vec![whole[0].clone()]].concat();
    assert_eq!(diverges_at(whole.len(), &end).is, "nothing more");
}

/// Lines are put aside before the answers side by side, and never among them.
#[test]
fn a_line_put_aside_among_answers_side_by_side_is_detected() {
    let (_, whole) = turn();
    let aside = whole[at(&whole, |e| matches!(e, Entry::PutAside { .. }))].clone();
    for n in [1, 2] {
        let mut journal = whole.clone();
        journal.insert(n, aside.clone());
        assert_eq!(diverges_at(n, &journal).was, "a line put aside");
    }
}

#[test]
fn entries_in_another_order_are_detected() {
    let (state, whole) = turn();
    for n in 0..whole.len() - 1 {
        let mut journal = whole.clone();
        journal.swap(n, n + 1);
        let aside = |e: &Entry| matches!(e, Entry::PutAside { .. });
        if aside(&whole[n]) || aside(&whole[n + 1]) {
            continue;
        }
        assert!(
            replay(&state, &journal).is_err(),
            "{n} and {} are swapped",
            n + 1
        );
    }
}
