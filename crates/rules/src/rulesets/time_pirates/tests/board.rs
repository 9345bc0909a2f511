//! The known facts about the board and the counters, by the numbers of the list of constraints.

use super::*;

/// Constraints 1, 2 and 9: there are seven Epochs; two arrows lead out of each, to two other Epochs; one to three lead
/// in.
#[test]
fn two_arrows_out_and_one_to_three_in() {
    let content = rules().content;
    assert_eq!(content.epochs.len(), 7);
    let mut into: BTreeMap<Epoch, u32> = BTreeMap::new();
    for epoch in content.epochs.keys() {
        let [one, two] = content.arrows(*epoch);
        assert!(one != two && one != *epoch && two != *epoch, "{epoch}");
        for to in [one, two] {
            *into.entry(to).or_default() += 1;
        }
    }
    assert_eq!(into.len(), 7);
    assert_eq!(into.values().sum::<u32>(), 14);
    let counts: BTreeSet<u32> = into.into_values().collect();
    assert!(
        counts.iter().all(|arrows| (1..=3).contains(arrows)),
        "{counts:?}"
    );
}

/// Constraints 3 and 4: the arrows that the rulebook's examples name exist (ruling B20).
#[test]
fn the_rulebooks_arrows() {
    let content = rules().content;
    let out: BTreeSet<Epoch> = content.arrows(epoch("1200-1299")).into();
    assert_eq!(out, [epoch("1400-1499"), epoch("1900-1999")].into());
    assert_eq!(
        content.arrow(epoch("1400-1499"), Path::One),
        epoch("1800-1899")
    );
}

/// Constraints 5 and 10: the Time Police begin in 2200-2299, and six players have six other Epochs.
#[test]
fn the_police_begin_in_2200_and_six_epochs_are_left() {
    let content = rules().content;
    assert_eq!(content.police, epoch("2200-2299"));
    assert_eq!(content.epochs.len() - 1, Player::ALL.len());
}

/// Constraints 6 and 7: each Epoch has three to seven spaces, and both numbers occur; the counters are enough to fill
/// them.
#[test]
fn spaces() {
    let content = rules().content;
    let spaces: BTreeSet<u32> = content.epochs.values().map(|e| e.spaces).collect();
    assert_eq!(spaces.first().zip(spaces.last()), Some((&3, &7)));
    let all: u32 = content.epochs.values().map(|e| e.spaces).sum();
    assert!((25..=45).contains(&all), "{all}");
    assert!(all <= content.artifacts().values().sum());
}

/// Constraint 8: every Epoch can be reached from every other.
#[test]
fn no_epoch_is_cut_off() {
    let content = rules().content;
    for start in content.epochs.keys() {
        let mut reached = BTreeSet::from([*start]);
        let mut next = vec![*start];
        while let Some(epoch) = next.pop() {
            next.extend(
                content
                    .arrows(epoch)
                    .into_iter()
                    .filter(|to| reached.insert(*to)),
            );
        }
        assert_eq!(reached.len(), 7, "{start}");
    }
}

/// Components, constraints 11 and 13: 76 Artifact Counters and ten of the Time Police.
#[test]
fn counters() {
    let content = rules().content;
    let count = |counter: &str| {
        let counter: Counter = counter.parse().expect("a counter");
        content.counters[&counter]
    };
    for color in Color::FIVE {
        assert_eq!(count(color.name()), 8);
        assert_eq!(count(&format!("{color}-atomic")), 4);
        assert_eq!(count(&format!("{color}-arrows")), 2);
    }
    assert_eq!(count("world"), 6);
    assert_eq!((count("police-1"), count("police-2")), (5, 5));
    assert_eq!(content.artifacts().values().sum::<u32>(), 76);
    assert_eq!(content.counters.values().sum::<u32>(), 86);
}

/// Components, constraint 14: 37 Scoring Markers, with 146 points in all.
#[test]
fn scoring_markers() {
    let content = rules().content;
    assert_eq!(content.markers.values().sum::<u32>(), 37);
    let points = |color: Color| -> Vec<(u8, u32, u32)> {
        let of = content.markers.iter().filter(|(m, _)| m.color == color);
        of.map(|(m, n)| (m.set, content.points(*m), *n)).collect()
    };
    for color in Color::FIVE {
        assert_eq!(
            points(color),
            [(2, 2, 1), (3, 3, 1), (4, 4, 1), (5, 6, 1), (6, 7, 1)]
        );
    }
    assert_eq!(points(Color::World), [(3, 2, 4), (4, 3, 4), (5, 4, 4)]);
    let all = content.markers.iter();
    let sum: u32 = all.map(|(m, n)| content.points(*m) * n).sum();
    assert_eq!(sum, 146);
}

/// A GM's own board is refused if the rules cannot be played on it.
#[test]
fn a_board_that_does_not_fit_is_refused() {
    let board = content::FILES[0].embedded.yaml;
    let cases = [
        (
            "to: 1800-1899, source",
            "to: 1400-1499, source",
            "cannot lead from",
        ),
        (
            "path: 2, to: 1600-1699",
            "path: 2, to: 1800-1899",
            "two other Epochs",
        ),
        (
            "path: 2, to: 1600-1699",
            "path: 1, to: 1600-1699",
            "by path 1",
        ),
        ("epoch: 2200-2299", "epoch: 2300-2399", "no such Epoch"),
        ("2000-2099: 5", "2000-2099: 50", "cannot be stocked"),
        ("  2000-2099: 5\n", "", "the same Epochs"),
    ];
    for (was, is, words) in cases {
        let mut library = TimePirates::library();
        assert!(board.contains(was), "{was}");
        let text = board.replacen(was, is, 1);
        library
            .overlay("board.yaml", text)
            .expect("a file of this game");
        let unfit = TimePirates::new(&library).expect_err(words);
        assert!(unfit.to_string().contains(words), "{unfit}");
    }
}
