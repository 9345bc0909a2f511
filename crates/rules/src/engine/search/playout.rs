//! One playout: a position is imagined, the turn is repeated up to the question, and the game is played on.

use super::{
    known::{Known, question},
    played::{Play, Step, TURNS},
    scale::shares,
    tree::{Tree, part},
};
use crate::{
    collect::Collect,
    dice::{Dice, Label, Quick, Undrawn},
    engine::{Asked, Chooser, Flow, Meeting, RandomBot, Ruleset, SeatId, Seen, Table, Witnessed},
};
use std::{
    cell::Cell,
    collections::{BTreeMap, BTreeSet},
};

/// The inputs of a playout.
pub(super) struct Imagined<'a, R: Ruleset> {
    rules: &'a R,
    known: &'a Known<'a, R>,
    asked: &'a Asked<'a>,
    /// The name of the question.
    question: u64,
    /// The aim of the seat ([`Ruleset::aim`]).
    aim: i64,
    /// The first pick of the answer, if it is set.
    first: Option<usize>,
    tree: &'a mut Tree,
}

impl<'a, R: Ruleset> Imagined<'a, R> {
    pub(super) fn new(
        rules: &'a R,
        known: &'a Known<'a, R>,
        asked: &'a Asked<'a>,
        question: u64,
        tree: &'a mut Tree,
    ) -> Self {
        Self {
            rules,
            known,
            asked,
            question,
            aim: 0,
            first: None,
            tree,
        }
    }

    /// Sets the aim of the seat, and the first pick of the answer to the question.
    pub(super) fn set(mut self, aim: i64, first: Option<usize>) -> Self {
        self.aim = aim;
        self.first = first;
        self
    }

    /// Checks whether an imagined position leads to the question.
    pub(super) fn leads(&mut self, dice: &mut Quick) -> bool {
        self.play_on(dice, 0).is_some()
    }

    /// Plays once; `None` if the imagined position does not lead to the question.
    pub(super) fn play(&mut self, dice: &mut Quick) -> Option<Play> {
        self.play_on(dice, self.rules.horizon(self.asked.kind))
    }

    /// Plays once, and so many answers after the question.
    fn play_on(&mut self, dice: &mut Quick, answers: usize) -> Option<Play> {
        let (known, rules) = (self.known, self.rules);
        let mut state = rules.imagine(known.then, Some(known.now), &known.viewer(), dice)?;
        let mut chance = dice.clone();
        let picks = Label::new("picks").expect("a plain label");
        let seed = chance.roll(&picks, 2, u32::MAX).ok()?;
        let seed = u64::from(seed[0]) << 32 | u64::from(seed[1]);
        let at = Cell::new(0);
        let unsure = self.tree.root.is_none() || known.hides();
        let mut players = Players {
            rules,
            known,
            asked: self.asked,
            question: self.question,
            tree: self.tree,
            at: &at,
            begun: false,
            unsure,
            thinks: true,
            left: answers,
            stage: Stage::Before,
            first: self.first,
            steps: vec![],
            out: BTreeSet::new(),
            chance: RandomBot::new(seed),
        };
        let mut dice = Repeated {
            so_far: known.so_far,
            at: &at,
            then: dice,
        };
        let mut won = None;
        for _ in 0..TURNS {
            let mut table = Table::in_memory(&mut players, &mut dice);
            match rules.turn(&mut state, &mut table) {
                Ok(Flow::Over { winners }) if players.begun => {
                    won = Some(shares(winners));
                    break;
                }
                Ok(Flow::Next) if players.begun => {}
                // The rules stop in the middle of a turn, and the state is as it is there.
                Err(_) if players.begun && players.left == 0 => break,
                // The imagined position does not lead to the question.
                _ => return None,
            }
        }
        let steps = players.steps;
        let seats: BTreeSet<&SeatId> = steps.iter().map(|step| &step.seat).collect_set();
        let worth: BTreeMap<SeatId, i64> = seats
            .into_iter()
            .map(|seat| {
                let aim = if seat == known.seat { self.aim } else { 0 };
                (seat.clone(), rules.worth(&state, seat, aim))
            })
            .collect_map();
        Some(Play { steps, worth, won })
    }
}

/// The way in which picks are made at the moment.
enum Stage {
    /// The question has not come yet.
    Before,
    /// The first pick at this node is set.
    Set(SeatId, u64, usize),
    /// By the tree, at this node. These picks are tried first, if the node is new.
    Tree(SeatId, u64, Vec<usize>),
    /// At random.
    Random,
}

/// The players of a playout: first the turn as it was, then the trees, then the policy.
struct Players<'a, R: Ruleset> {
    rules: &'a R,
    known: &'a Known<'a, R>,
    asked: &'a Asked<'a>,
    /// The name of the question that is searched.
    question: u64,
    tree: &'a mut Tree,
    /// The number of entries of the turn that were repeated.
    at: &'a Cell<usize>,
    /// True once the question has come.
    begun: bool,
    /// True if the imagined game may look different from the real one: if something of the turn so far is hidden. In the
    /// first playout it is checked in any case.
    unsure: bool,
    /// True unless the game has shown that it has no policy.
    thinks: bool,
    /// The number of answers that are still looked ahead.
    left: usize,
    stage: Stage,
    /// The first pick of the answer to the question, if it is set.
    first: Option<usize>,
    steps: Vec<Step>,
    /// The seats that have left their trees.
    out: BTreeSet<SeatId>,
    chance: RandomBot,
}

impl<R: Ruleset> Players<'_, R> {
    /// Checks whether an ask is the question that is searched.
    fn is_it(&self, asked: &Asked<'_>) -> bool {
        asked.seat == self.asked.seat
            && asked.kind == self.asked.kind
            && asked.about() == self.asked.about()
    }

    /// Enters the tree of a seat at a question.
    fn enter(&mut self, view: &R::View, asked: &Asked<'_>) -> Meeting {
        let node = if self.begun || self.unsure {
            question(view, asked)
        } else {
            self.question
        };
        // The imagined game has to look exactly as the real one does.
        if !self.begun && node != self.question {
            return Meeting::Stop;
        }
        let mut wanted = vec![];
        if !self.tree.has(node) {
            // The answers that the game calls promising are tried first, and then the answer of the policy.
            let mut answers = vec![];
            if self.begun {
                self.out.insert(asked.seat.clone());
            } else {
                answers = self.rules.candidates(view, asked);
            }
            let policy = self.rules.policy(view, asked);
            answers.push(policy.unwrap_or_else(|| (asked.default)()));
            let places = answers.iter();
            wanted = places
                .filter_map(|answer| asked.choices.place(answer))
                .collect();
        }
        self.stage = match self.first.take().filter(|_| !self.begun) {
            Some(arm) => Stage::Set(asked.seat.clone(), node, arm),
            None => Stage::Tree(asked.seat.clone(), node, wanted),
        };
        if !self.begun {
            self.begun = true;
            self.tree.root = Some(node);
        }
        Meeting::Weighed
    }

    /// Follows the policy of the game, if it has one.
    fn follow(&mut self, view: &R::View, asked: &Asked<'_>) -> Meeting {
        let answer = self.rules.policy(view, asked);
        self.thinks = answer.is_some();
        answer.map_or(Meeting::Chosen, Meeting::Advised)
    }
}

impl<R: Ruleset> Chooser for Players<'_, R> {
    fn choose(&mut self, seat: &SeatId, ask: &str, n: usize) -> usize {
        match &mut self.stage {
            Stage::Before | Stage::Random => self.chance.choose(seat, ask, n),
            Stage::Set(seat, node, arm) => {
                let (seat, node, arm) = (seat.clone(), *node, *arm);
                self.stage = Stage::Tree(seat.clone(), part(node, arm), vec![]);
                self.steps.push(Step { seat, node, arm });
                arm
            }
            Stage::Tree(seat, node, wanted) => {
                let wanted = std::mem::take(wanted);
                let arm = self.tree.choose(*node, n, &mut self.chance, || wanted);
                self.steps.push(Step {
                    seat: seat.clone(),
                    node: *node,
                    arm,
                });
                *node = part(*node, arm);
                arm
            }
        }
    }

    fn meets(&mut self, seat: &SeatId) -> bool {
        self.stage = Stage::Random;
        if self.begun && !self.thinks && self.out.contains(seat) && self.left > 0 {
            self.left -= 1;
            return false;
        }
        !self.begun || self.thinks || !self.out.contains(seat) || self.left == 0
    }

    fn meet(&mut self, asked: &Asked<'_>, forced: bool, seen: Option<&Seen<'_>>) -> Meeting {
        if !self.begun
            && let Some(entry) = self.known.so_far.get(self.at.get())
        {
            self.at.set(self.at.get() + 1);
            return match entry {
                Witnessed::Answer { seat, value } if seat == asked.seat => match value {
                    Some(value) => Meeting::Given(value.clone()),
                    None => Meeting::Chosen,
                },
                _ => Meeting::Stop,
            };
        }
        if self.begun {
            if self.left == 0 {
                return Meeting::Stop;
            }
            self.left -= 1;
        }
        if forced {
            return Meeting::Chosen;
        }
        let Some(seen) = seen else {
            return Meeting::Chosen;
        };
        let is_it = !self.begun && self.is_it(asked);
        // Questions that a search leaves to the policy are left to it in the trees too.
        let searched = || self.rules.horizon(asked.kind) > 0;
        let in_tree = is_it || (self.begun && !self.out.contains(asked.seat) && searched());
        if !in_tree && !self.thinks {
            return Meeting::Chosen;
        }
        seen.look(|view| match view.downcast_ref() {
            Some(view) if in_tree => self.enter(view, asked),
            Some(view) => self.follow(view, asked),
            None => Meeting::Chosen,
        })
    }
}

/// Dice of which the first results are those that the turn had.
struct Repeated<'a> {
    so_far: &'a [Witnessed],
    at: &'a Cell<usize>,
    then: &'a mut Quick,
}

impl Repeated<'_> {
    /// Returns the next entry of the turn, if it is not over.
    fn next(&self) -> Option<&Witnessed> {
        let entry = self.so_far.get(self.at.get())?;
        self.at.set(self.at.get() + 1);
        Some(entry)
    }
}

impl Dice for Repeated<'_> {
    fn roll(&mut self, label: &Label, count: u32, sides: u32) -> Result<Vec<u32>, Undrawn> {
        match self.next() {
            None => self.then.roll(label, count, sides),
            Some(Witnessed::Roll(faces))
                if faces.len() == count as usize && faces.iter().all(|face| *face <= sides) =>
            {
                Ok(faces.clone())
            }
            Some(_) => Err(Undrawn(label.clone())),
        }
    }

    fn shuffle(&mut self, label: &Label, n: u32) -> Result<Vec<u32>, Undrawn> {
        match self.next() {
            None => self.then.shuffle(label, n),
            Some(Witnessed::Shuffle(order)) if order.len() == n as usize => Ok(order.clone()),
            Some(_) => Err(Undrawn(label.clone())),
        }
    }

    fn deal(&mut self, deck: &str, n: u32) -> Result<Vec<u32>, Undrawn> {
        match self.next() {
            None => self.then.deal(deck, n),
            Some(Witnessed::Deal(known)) => {
                let known = known.clone();
                let fits = known.iter().all(|(slot, item)| slot.max(item) < &n);
                let order = fits.then(|| self.then.deal(deck, n)).transpose()?;
                order
                    .map(|order| with(order, &known))
                    .ok_or_else(|| Undrawn(Label::new("deck").expect("a plain label")))
            }
            Some(_) => Err(Undrawn(Label::new("deck").expect("a plain label"))),
        }
    }
}

/// Returns an order that has the known items in their slots, and the others in the order given.
fn with(order: Vec<u32>, known: &BTreeMap<u32, u32>) -> Vec<u32> {
    let mut others = order
        .into_iter()
        .filter(|item| known.values().all(|known| known != item))
        .collect::<Vec<_>>()
        .into_iter();
    let slots = u32::try_from(others.len() + known.len()).unwrap_or(0);
    (0..slots)
        .filter_map(|slot| known.get(&slot).copied().or_else(|| others.next()))
        .collect()
}
