//! A small game of announcements: each seat has a queue of words, and rules for words that it interrupts.

use super::*;
use crate::{dice::Quick, engine::RandomBot};
use std::{cell::RefCell, collections::VecDeque};

type Seat = usize;

#[derive(Clone, Debug, PartialEq, Eq)]
struct Word(&'static str);

/// A game whose seats say what their cards say. A word of `impossible` is never legal.
#[derive(Default)]
struct Script {
    queues: Vec<VecDeque<Intent<Word, Word>>>,
    /// Who interrupts which word, with what; a rule that is marked is used once.
    rules: Vec<(Seat, &'static str, Intent<Word, Word>, bool)>,
    impossible: Vec<&'static str>,
    /// The words whose claims are lost.
    lost: Vec<&'static str>,
    told: RefCell<Vec<String>>,
}

impl Script {
    fn of<const N: usize>(queues: [&[Intent<Word, Word>]; N]) -> Self {
        Self {
            queues: queues
                .iter()
                .map(|queue| queue.iter().cloned().collect())
                .collect(),
            ..Self::default()
        }
    }

    fn rule(mut self, seat: Seat, on: &'static str, then: Intent<Word, Word>) -> Self {
        self.rules.push((seat, on, then, false));
        self
    }

    fn once(mut self, seat: Seat, on: &'static str, then: Intent<Word, Word>) -> Self {
        self.rules.push((seat, on, then, true));
        self
    }

    fn tell(&self, line: String) {
        self.told.borrow_mut().push(line);
    }

    fn play(mut self) -> (bool, Vec<String>) {
        let mut bot = RandomBot::new(1);
        let mut dice = Quick::new(1);
        let mut table = Table::in_memory(&mut bot, &mut dice);
        let mut cancelled = Cancelled::default();
        let any = play_window(&mut self, &mut table, &mut cancelled).expect("no seat has to wait");
        give_up(&self, &mut table, cancelled);
        (any, self.told.into_inner())
    }
}

fn act(word: &'static str) -> Intent<Word, Word> {
    Intent::Act(Word(word))
}

impl Windows for Script {
    type Fact = ();
    type Seat = Seat;
    type Action = Word;
    type Purpose = Word;

    fn order(&self) -> Vec<Seat> {
        (0..self.queues.len()).collect()
    }

    fn over(&self) -> bool {
        false
    }

    fn legal(&self, _: Seat, action: &Word) -> bool {
        !self.impossible.contains(&action.0)
    }

    fn intent(&mut self, _: &mut Table<'_, ()>, seat: Seat) -> Play<Intent<Word, Word>> {
        Ok(self.queues[seat].pop_front().unwrap_or(Intent::Pass))
    }

    fn reaction(
        &mut self,
        _: &mut Table<'_, ()>,
        seat: Seat,
        to: &Announced<Seat, Word>,
    ) -> Play<Intent<Word, Word>> {
        let rule = self
            .rules
            .iter()
            .position(|(whose, on, ..)| *whose == seat && *on == to.action.0);
        Ok(match rule {
            Some(at) if self.rules[at].3 => self.rules.remove(at).2,
            Some(at) => self.rules[at].2.clone(),
            None => Intent::Pass,
        })
    }

    fn tell_announced(
        &mut self,
        _: &mut Table<'_, ()>,
        announced: &Announced<Seat, Word>,
        how: How<Seat>,
    ) {
        let Announced { seat, action } = announced;
        self.tell(match how {
            How::InTurn => format!("{seat}: {}", action.0),
            How::Again => format!("{seat}: {} again", action.0),
            How::Interrupts(other) => format!("{seat}: {} before {other}", action.0),
        });
    }

    fn tell_given_up(&self, _: &mut Table<'_, ()>, one: &Announced<Seat, Word>, why: GivenUp) {
        let Announced { seat, action } = one;
        self.tell(match why {
            GivenUp::Impossible => format!("{seat} drops {}", action.0),
            GivenUp::Interrupted => format!("{seat} gives {} up", action.0),
        });
    }

    fn resolve(&mut self, _: &mut Table<'_, ()>, announced: &Announced<Seat, Word>) -> Play<()> {
        self.tell(format!("{} done", announced.action.0));
        Ok(())
    }

    fn claim(
        &mut self,
        _: &mut Table<'_, ()>,
        claim: Claim<Seat, Word>,
    ) -> Play<Option<Announced<Seat, Word>>> {
        let why = if claim.stalemate {
            "after a stalemate"
        } else {
            "at once"
        };
        let Claim { seat, purpose, .. } = claim;
        self.tell(format!("{seat} claims {} {why}", purpose.0));
        let lost = self.lost.contains(&purpose.0);
        Ok((!lost).then_some(Announced {
            seat,
            action: purpose,
        }))
    }
}

#[test]
fn the_seats_announce_one_after_another_until_all_have_passed() {
    let (any, told) = Script::of([&[act("a"), act("b")], &[act("c")]]).play();
    assert!(any);
    assert_eq!(told, ["0: a", "a done", "1: c", "c done", "0: b", "b done"]);
    assert_eq!(Script::of([&[], &[]]).play(), (false, vec![]));
}

#[test]
fn what_was_interrupted_is_announced_again_when_the_turn_comes() {
    let script = Script::of([&[act("a"), act("b")], &[act("c")]]);
    let (_, told) = script.once(1, "a", act("x")).play();
    let expected = [
        "0: a",
        "1: x before 0",
        "x done",
        "1: c",
        "c done",
        "0: a again",
        "a done",
        "0: b",
        "b done",
    ];
    assert_eq!(told, expected);
}

#[test]
fn an_interrupt_can_be_interrupted_by_the_seat_that_was() {
    let script = Script::of([&[act("a")], &[]]).once(1, "a", act("x"));
    let (_, told) = script.once(0, "x", act("y")).play();
    let expected = [
        "0: a",
        "1: x before 0",
        "0: y before 1",
        "y done",
        "0: a again",
        "a done",
    ];
    assert_eq!(told, expected);
}

/// The seat that was interrupted last claims what it had announced. What began the chain is announced again, and its seat
/// gives it up when that ends in a stalemate, too.
#[test]
fn two_repeated_announcements_in_a_row_are_a_stalemate() {
    let script = Script::of([&[act("a")], &[], &[]]);
    let script = script.rule(1, "a", act("x")).rule(2, "x", act("y"));
    let (_, told) = script.rule(1, "y", act("x")).play();
    let chain = [
        "1: x before 0",
        "2: y before 1",
        "1: x before 2",
        "2: y before 1",
        "1 claims x after a stalemate",
    ];
    let expected = [
        &["0: a"][..],
        &chain,
        &["0: a again"],
        &chain,
        &["0 gives a up"],
    ]
    .concat();
    assert_eq!(told, expected);
}

/// Interrupts of one seat that follow each other are continuous, too, if each is executed: what it interrupts a second time is
/// claimed. Another seat interrupts it once more.
#[test]
fn what_is_interrupted_when_it_is_announced_again_is_a_stalemate() {
    let script = Script::of([&[act("a"), act("b")], &[]]);
    let script = script
        .once(1, "a", act("x"))
        .once(1, "a", act("y"))
        .once(1, "a", act("z"));
    let (_, told) = script.play();
    let begun = [
        "0: a",
        "1: x before 0",
        "x done",
        "0: a again",
        "1: y before 0",
        "0 claims a after a stalemate",
    ];
    assert_eq!(told, [&begun[..], &["0: b", "b done"]].concat());
    let script = Script::of([&[act("a")], &[], &[]]).once(1, "a", act("x"));
    let (_, told) = script.once(2, "a", act("y")).play();
    let each = [
        "0: a",
        "1: x before 0",
        "x done",
        "0: a again",
        "2: y before 0",
        "y done",
    ];
    assert_eq!(told, [&each[..], &["0: a again", "a done"]].concat());
    let mut script = Script::of([&[act("a"), act("b")], &[]]).rule(1, "a", act("x"));
    script.lost.push("a");
    let (_, told) = script.play();
    let begun = begun.map(|line| {
        if line.starts_with("1: y") {
            "1: x before 0"
        } else {
            line
        }
    });
    assert_eq!(
        told,
        [&begun[..], &["0 gives a up", "0: b", "b done"]].concat()
    );
}

/// A claim that executes what was cancelled ends it; one that is lost does not.
#[test]
fn what_a_claim_executes_is_not_announced_again() {
    let script = Script::of([&[act("a"), act("b")], &[]]);
    let script = script
        .once(1, "a", act("x"))
        .once(0, "x", Intent::Claim(Word("a")));
    let (_, told) = script.play();
    let begun = ["0: a", "1: x before 0", "0 claims a at once"];
    assert_eq!(told, [&begun[..], &["0: b", "b done"]].concat());
    let mut script = Script::of([&[act("a"), act("b")], &[]]);
    script.lost.push("a");
    let script = script
        .once(1, "a", act("x"))
        .once(0, "x", Intent::Claim(Word("a")));
    let (_, told) = script.play();
    assert_eq!(
        told,
        [&begun[..], &["0: a again", "a done", "0: b", "b done"]].concat()
    );
}

/// A seat that may announce nothing more in a window announces what was cancelled in the next one, or gives it up if none comes.
#[test]
fn what_was_cancelled_is_kept_for_the_next_window() {
    let acts: Vec<_> = std::iter::repeat_n(act("b"), MOST - 1)
        .chain([act("a")])
        .collect();
    let script = Script::of([&acts[..], &[]]).once(1, "a", act("x"));
    let (_, told) = script.play();
    assert_eq!(
        told[told.len() - 4..],
        ["0: a", "1: x before 0", "x done", "0 gives a up"]
    );
    let mut script = Script::of([&acts[..], &[]]).once(1, "a", act("x"));
    let (mut bot, mut dice) = (RandomBot::new(1), Quick::new(1));
    let mut table = Table::in_memory(&mut bot, &mut dice);
    let mut cancelled = Cancelled::default();
    for _ in 0..2 {
        play_window(&mut script, &mut table, &mut cancelled).expect("no seat has to wait");
    }
    let told = script.told.into_inner();
    assert_eq!(told[told.len() - 2..], ["0: a again", "a done"]);
}

/// A window ends, whatever the cards say: a seat announces at most twelve times, interrupts included.
#[test]
fn a_seat_announces_at_most_twelve_times_in_a_window() {
    let acts: Vec<_> = std::iter::repeat_n(act("a"), 4 * MOST).collect();
    let script = Script::of([&acts[..], &[]]).rule(1, "a", act("x"));
    let (_, told) = script.play();
    let by = |seat: &str| told.iter().filter(|line| line.starts_with(seat)).count();
    assert_eq!((by("0: "), by("1: ")), (MOST, MOST), "{told:#?}");
}

#[test]
fn a_chain_longer_than_two_announcements_of_each_seat_is_a_stalemate() {
    let script = Script::of([&[act("a")], &[]]);
    let script = script.once(1, "a", act("b")).once(0, "b", act("c"));
    let script = script.once(1, "c", act("d")).once(0, "d", act("e"));
    let (_, told) = script.play();
    assert_eq!(told[5], "1 claims d after a stalemate");
}

#[test]
fn a_cancelled_action_that_became_impossible_is_dropped() {
    let mut script = Script::of([&[act("a"), act("b")], &[]]).once(1, "a", act("x"));
    script.impossible.push("a");
    let (_, told) = script.play();
    let expected = [
        "0: a",
        "1: x before 0",
        "x done",
        "0 drops a",
        "0: b",
        "b done",
    ];
    assert_eq!(told, expected);
}

#[test]
fn a_claim_interrupts_too() {
    let script = Script::of([&[act("a")], &[Intent::Claim(Word("z"))]]);
    let (_, told) = script.once(1, "a", Intent::Claim(Word("w"))).play();
    let expected = [
        "0: a",
        "1 claims w at once",
        "1 claims z at once",
        "0: a again",
        "a done",
    ];
    assert_eq!(told, expected);
}
