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
        let any = play_window(&mut self, &mut table).expect("no seat has to wait");
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

    fn tell_dropped(&self, _: &mut Table<'_, ()>, seat: Seat, action: &Word) {
        self.tell(format!("{seat} drops {}", action.0));
    }

    fn resolve(&mut self, _: &mut Table<'_, ()>, announced: &Announced<Seat, Word>) -> Play<()> {
        self.tell(format!("{} done", announced.action.0));
        Ok(())
    }

    fn claim(&mut self, _: &mut Table<'_, ()>, claim: Claim<Seat, Word>) -> Play<()> {
        let why = if claim.stalemate {
            "after a stalemate"
        } else {
            "at once"
        };
        self.tell(format!("{} claims {} {why}", claim.seat, claim.purpose.0));
        Ok(())
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

/// The seat that was interrupted last claims what it had announced.
#[test]
fn two_repeated_announcements_in_a_row_are_a_stalemate() {
    let script = Script::of([&[act("a")], &[], &[]]);
    let script = script.rule(1, "a", act("x")).rule(2, "x", act("y"));
    let (_, told) = script.rule(1, "y", act("x")).play();
    let expected = [
        "0: a",
        "1: x before 0",
        "2: y before 1",
        "1: x before 2",
        "2: y before 1",
        "1 claims x after a stalemate",
        "0: a again",
        "1: x before 0",
        "2: y before 1",
        "1: x before 2",
        "2: y before 1",
        "1 claims x after a stalemate",
    ];
    assert_eq!(told[..12], expected);
    // A seat announces at most twelve times, so it ends.
    let by = |seat: &str| told.iter().filter(|line| line.starts_with(seat)).count();
    assert!((by("2: ") <= MOST) && by("0: ") <= MOST, "{told:#?}");
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
