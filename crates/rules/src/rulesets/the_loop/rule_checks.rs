//! Component checks that run the rules: on a board with known numbers, or in whole games of bots from fixed seeds.

use super::{
    Options, Table, TheLoop,
    artifacts::Artifact,
    asks::Action,
    diagnostics::Wrong,
    names::{Agent, Dimension, Era, Special},
    options::{Difficulty, Machine},
    refresh::HAND,
    setup::Offers,
    state::{ENERGY, Phase, SLOTS, Side, Space, State, Tile, Turn},
};
use crate::{
    collect::Collect,
    dice::{Dice, Label, Quick, Undrawn},
    engine::{Chooser, Playing, RandomBot, Ruleset, SeatId, watch},
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Dice that always show one face, or the last one if they have fewer.
struct OneFace(u32);

impl Dice for OneFace {
    fn roll(&mut self, _: &Label, count: u32, sides: u32) -> Result<Vec<u32>, Undrawn> {
        Ok(vec![self.0.min(sides); count as usize])
    }

    fn shuffle(&mut self, _: &Label, n: u32) -> Result<Vec<u32>, Undrawn> {
        Ok((0..n).collect())
    }

    fn deal(&mut self, _: &str, n: u32) -> Result<Vec<u32>, Undrawn> {
        Ok((0..n).collect())
    }
}

/// A player who always takes the last choice.
struct Last;

impl Chooser for Last {
    fn choose(&mut self, _: &SeatId, _: &str, n: usize) -> usize {
        n.saturating_sub(1)
    }
}

/// The turns after which a game is stopped; none lasts so long.
const MOST: u32 = 22;

/// The results of a game that is played to check the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Checked {
    /// The positions between two turns.
    pub positions: u32,
    /// The positions in which two Missions are revealed, or none is face down.
    pub two_revealed: u32,
    /// The positions in which each hand has three cards or more, or its Agent has no other card.
    pub full_hands: u32,
}

impl TheLoop {
    /// Returns a game of three Agents that has just been set up, with a board of nothing but Energy and Missions.
    fn bare_board(&self, machine: Machine) -> Option<State> {
        let options = Options {
            players: 3,
            agents: None,
            difficulty: Difficulty::default(),
            machine,
        };
        let seats = Ruleset::seats(self, &options).ok()?;
        let (mut chooser, mut dice) = (Last, Quick::new(1));
        let mut table = Table::in_memory(&mut chooser, &mut dice);
        let mut state = self.set_up(&options, &seats, &mut table).ok()?;
        for space in state.eras.values_mut() {
            *space = Space::default();
        }
        Some(state)
    }

    /// Do a LOOP: does one with each Elementary Dimension, with all cards exhausted in the hand. Returns the costs, and
    /// the Dimensions of the cards that are exhausted still; `None` if a LOOP was refused, or one was allowed that the
    /// Energy does not pay, or with the Black Hole.
    pub(super) fn repeated_loops(&self) -> Option<(Vec<u8>, Vec<Dimension>)> {
        let mut state = self.bare_board(Machine::default())?;
        let agent = state.turn()?.agent;
        let era = state.at(agent);
        state.space_mut(era).energy = 9;
        let cards = self.content.artifacts.keys();
        state.deck_mut(agent).hand = cards.map(|card| (*card, Side::Exhausted)).collect_map();
        let (mut chooser, mut dice) = (Last, Quick::new(1));
        let mut table = Table::in_memory(&mut chooser, &mut dice);
        let wrong =
            |state: &State, dimension| self.wrong_action(state, agent, Action::Loop(dimension));
        if wrong(&state, Dimension::BlackHole) != Some(Wrong::BlackHole) {
            return None;
        }
        let mut costs = vec![];
        for dimension in Dimension::ELEMENTARY {
            if wrong(&state, dimension).is_some() {
                return None;
            }
            let before = state.space(era).energy;
            self.do_loop(&mut state, &mut table, agent, dimension);
            costs.push(before - state.space(era).energy);
        }
        // Three Energy are left, and the fourth LOOP costs four.
        wrong(&state, Dimension::Spiral)?;
        let hand = state.deck(agent).hand.iter();
        let exhausted = hand.filter(|(_, side)| **side == Side::Exhausted);
        let mut left: Vec<Dimension> = exhausted
            .map(|(card, _)| self.content.card(*card).dimension)
            .collect();
        left.sort_unstable();
        left.dedup();
        Some((costs, left))
    }

    /// Components: returns the cubes that Dr. Faux drops with all Clones in his Era, if no slot of the board is filled and
    /// if all are; and the Energy that is added, out of two, with one cube left in the supply and then with none.
    pub(super) fn supplies(&self) -> Option<([u8; 2], [u8; 2])> {
        let mut state = self.bare_board(Machine::default())?;
        let clones = &mut state.space_mut(Era::Dawn).clones;
        clones.clone_from(&self.content.clones);
        let empty = self.cubes(&state, Era::Dawn);
        for space in state.eras.values_mut() {
            space.rifts = SLOTS;
        }
        let full = self.cubes(&state, Era::Dawn);
        state.space_mut(Era::End).energy = u8::try_from(ENERGY).ok()?.checked_sub(1)?;
        let (mut chooser, mut dice) = (Last, Quick::new(1));
        let mut table = Table::in_memory(&mut chooser, &mut dice);
        let mut add = || self.add_energy(&mut state, &mut table, Era::Dawn, 2);
        let added = [add(), add()];
        Some(([empty, full], added))
    }

    /// Resolve Faux card: plays a Faux Phase in each Era with each face of the die, all cubes showing it. Returns, by face, the
    /// number of steps clockwise from the previous Era to the one where the cubes landed; `None` if they landed elsewhere
    /// from different Eras, or on several.
    pub(super) fn chutes(&self, machine: Machine) -> Option<Vec<usize>> {
        let board = self.bare_board(machine)?;
        let specials =
            |agent: &&Agent| self.content.agent(**agent).special != Special::CancelsARift;
        let agent = *board.order.iter().find(specials)?;
        let mut chutes = vec![];
        for face in 1..=machine.sides() {
            let mut steps = None;
            for faux in Era::ALL {
                let mut state = board.clone();
                state.phase = Phase::Turn(Turn::of(agent));
                state.bag.clear();
                state.visited = faux.next().around().take(Era::ALL.len() - 1).collect();
                let (mut chooser, mut dice) = (Last, OneFace(face));
                let mut table = Table::in_memory(&mut chooser, &mut dice);
                self.faux_phase(&mut state, &mut table, Offers::None).ok()?;
                let level = self.content.level(state.options.difficulty);
                let from = faux.previous();
                let all_there = |era: &Era| state.space(*era).rifts == level.rifts;
                let landed = from.around().position(|era| all_there(&era))?;
                if steps.is_some_and(|steps| steps != landed) {
                    return None;
                }
                steps = Some(landed);
            }
            chutes.push(steps?);
        }
        Some(chutes)
    }

    /// Acquire Artifact, Attendance Reward: returns the cards that a turn adds to the deck of an Agent who always takes one,
    /// with three on offer in their Era, and the cards that a completed Mission adds to each deck.
    pub(super) fn cards_gained(&self) -> Option<(usize, Vec<usize>)> {
        let mut state = self.bare_board(Machine::default())?;
        let agent = state.turn()?.agent;
        let era = state.at(agent);
        let offered: Vec<Artifact> = state.huge_deck.iter().take(3).copied().collect();
        for card in offered {
            state.huge_deck.remove(&card);
            state.space_mut(era).artifacts.insert(card);
        }
        let (mut chooser, mut dice) = (Last, Quick::new(1));
        let mut table = Table::in_memory(&mut chooser, &mut dice);
        let decks = |state: &State| -> Vec<usize> {
            let decks = state.agents.values();
            decks
                .map(|deck| {
                    deck.hand.len() + deck.top.len() + deck.pile.len() + deck.discards.len()
                })
                .collect()
        };
        let before: usize = decks(&state).iter().sum();
        self.acquire_artifact(&mut state, &mut table, agent).ok()?;
        let after = decks(&state);
        self.attendance_reward(&mut state, &mut table, agent).ok()?;
        let rewarded = decks(&state).into_iter().zip(&after);
        let rewarded = rewarded.map(|(now, before)| now - before).collect();
        Some((after.iter().sum::<usize>() - before, rewarded))
    }

    /// Plays one game of greedy bots, always the same for its number, and looks at each position between two turns. Returns
    /// `None` if the rules break.
    pub(super) fn checked_game(&self, n: u32) -> Option<Checked> {
        let options = Options {
            players: u8::try_from(n % 4 + 1).ok()?,
            agents: None,
            difficulty: Difficulty::default(),
            machine: Machine::default(),
        };
        let seats = Ruleset::seats(self, &options).ok()?;
        let bots: BTreeMap<SeatId, String> = { seats.iter() }
            .map(|seat| (seat.id.clone(), "greedy".to_owned()))
            .collect_map();
        let mut checked = Checked::default();
        let mut each = |state: &State| {
            if state.turn().is_none() {
                return;
            }
            let tiles = || state.eras.values().map(|space| &space.mission);
            let face_down = tiles().any(|tile| *tile == Some(Tile::FaceDown));
            let full = state.agents.values().all(|deck| {
                let others = deck.top.len() + deck.pile.len() + deck.discards.len();
                deck.hand.len() >= HAND || others == 0
            });
            checked.positions += 1;
            checked.two_revealed += u32::from(state.revealed().count() == 2 || !face_down);
            checked.full_hands += u32::from(full);
        };
        let playing = Playing {
            bots: Some(&bots),
            ..Playing::turns(MOST)
        };
        let seed = u64::from(n) + 1;
        let (mut chance, mut dice) = (RandomBot::new(seed), Quick::new(seed));
        let (chance, dice) = (&mut chance, &mut dice);
        watch(self, &options, &seats, chance, dice, playing, &mut each).ok()?;
        Some(checked)
    }
}
