//! A simple policy, which uses each card where it does most now, and the worth of a position, for bots and their
//! search.

use super::{
    TheLoop,
    artifacts::Artifact,
    asks::{Action, Question, What},
    effects::{Cards, Piece, Place, Step, Who},
    names::{Agent, Clone as Token, Dimension, Era, Mission, Pick, Take},
    state::{End, Phase, SLOTS, Side, State, Tile},
    view::View,
};
use crate::{engine::Asked, rulesets::kit::about};
use serde::Serialize;
use serde_json::Value;
use std::{cell::OnceCell, collections::BTreeSet};

/// The worth of a won game, in thousandths of a completed Mission.
const VICTORY: i64 = 20_000;

impl TheLoop {
    /// Returns the worth of a position to the team, in thousandths of a completed Mission: what is completed and nearly
    /// completed, less what is near to a Vortex.
    pub(super) fn worth_to_all(&self, state: &State) -> i64 {
        match state.phase {
            Phase::Over(End::Victory) => return VICTORY,
            Phase::Over(_) => {
                let done = i64::try_from(state.completed.len()).unwrap_or(0);
                return done * 1000 - VICTORY;
            }
            Phase::Turn(_) => {}
        }
        let mut worth = i64::try_from(state.completed.len()).unwrap_or(0) * 1000;
        let vortexes = state.vortexes().count();
        worth -= [0, 600, 1600, 3200][vortexes.min(3)];
        for (era, space) in &state.eras {
            // A full Era is one cube away from a Vortex; a second Vortex in an Era is the end.
            let rifts = [0, 40, 130, 380][usize::from(space.rifts.min(SLOTS))];
            worth -= if space.vortex || vortexes == 3 {
                rifts * 3
            } else {
                rifts
            };
            let clones = i64::try_from(space.clones.len()).unwrap_or(0);
            let comes = !state.visited.contains(era);
            worth -= clones * if comes { 70 } else { 35 };
            worth += i64::from(space.energy.min(4)) * 25;
            if let Some(Tile::Revealed { mission, cubes, .. }) = space.mission {
                let slots = i64::from(self.content.mission(mission).slots.max(1));
                worth += 850 * i64::from(cubes) / slots;
            }
        }
        for deck in state.agents.values() {
            let acquired = deck.pile.len() + deck.top.len() + deck.discards.len() + deck.hand.len();
            worth += 30 * i64::try_from(acquired).unwrap_or(0);
        }
        worth
    }

    /// Returns the answer of a player who uses each card where it does most now; `None` for questions that they leave to
    /// the default.
    pub(super) fn think_little(&self, state: &View, asked: &Asked<'_>) -> Option<Value> {
        let agent = state.turn()?.agent;
        let mind = Mind::new(self, state, agent);
        match asked.kind.parse().ok()? {
            Question::Act => {
                let best = |action: &Action| mind.action(*action);
                say(asked
                    .one_of::<Action>()
                    .into_iter()
                    .rev()
                    .max_by_key(best)?)
            }
            Question::Choose => {
                let of: What = about(asked, "of")?;
                let you = about(asked, "agent").unwrap_or(agent);
                let best = |pick: &Pick| mind.pick(of, you, *pick);
                say(asked.one_of::<Pick>().into_iter().rev().max_by_key(best)?)
            }
            Question::Acquire => {
                let best = |take: &Take| match take {
                    Take::None => 0,
                    Take::Artifact(card) => 1 + self.content.card(*card).ability.len(),
                };
                say(asked.one_of::<Take>().into_iter().max_by_key(best)?)
            }
            Question::Complete | Question::Agree | Question::Reward | Question::Cancel => {
                Some((asked.default)())
            }
        }
    }
}

fn say(answer: impl Serialize) -> Option<Value> {
    serde_json::to_value(answer).ok()
}

/// The judgement of one player in one position. All worths are in points of their own; a removed Rift is about 10.
struct Mind<'a> {
    rules: &'a TheLoop,
    state: &'a State,
    agent: Agent,
    /// The revealed Missions.
    missions: Vec<Revealed<'a>>,
    /// The worth of being in each Era, for those that were asked for.
    stays: [OnceCell<i64>; Era::ALL.len()],
}

/// A revealed Mission.
struct Revealed<'a> {
    mission: Mission,
    /// True if it takes another cube.
    open: bool,
    /// The Eras whose slots are filled, if each Era has its own.
    eras: &'a BTreeSet<Era>,
}

impl<'a> Mind<'a> {
    fn new(rules: &'a TheLoop, state: &'a State, agent: Agent) -> Self {
        let missions = state
            .eras
            .values()
            .filter_map(|space| match &space.mission {
                Some(Tile::Revealed {
                    mission,
                    cubes,
                    eras,
                }) => Some(Revealed {
                    mission: *mission,
                    open: *cubes < rules.content.mission(*mission).slots,
                    eras,
                }),
                Some(Tile::FaceDown) | None => None,
            });
        Self {
            rules,
            state,
            agent,
            missions: missions.collect(),
            stays: Default::default(),
        }
    }
}

impl Mind<'_> {
    /// Returns the worth of an action; to end the phase is 0.
    fn action(&self, action: Action) -> i64 {
        let at = self.state.at(self.agent);
        match action {
            Action::Done => 0,
            Action::Use(card) => self.card(card, self.agent, at),
            Action::Loop(dimension) => self.looping(dimension, at),
            Action::Free(to) => self.stay(to) - self.stay(at) - 1,
            Action::Move(to) => self.stay(to) - self.stay(at) - 5,
            Action::Ability => 3,
        }
    }

    /// Returns the worth of a LOOP.
    fn looping(&self, dimension: Dimension, at: Era) -> i64 {
        let cost = self
            .state
            .turn()
            .map_or(1, |turn| i64::from(turn.loops) + 1);
        let hand = &self.state.deck(self.agent).hand;
        let again = hand.iter().filter(|(card, side)| {
            **side == Side::Exhausted && self.rules.content.card(**card).dimension == dimension
        });
        let again: i64 = again
            .map(|(card, _)| self.card(*card, self.agent, at))
            .sum();
        again + self.mission(at, Mission::LoopsWithFaux, Mission::LoopsInEras) - 3 * cost
    }

    /// Returns the worth of being in an Era: what the cards that are ready do there, and Missions to complete.
    fn stay(&self, era: Era) -> i64 {
        *self.stays[era as usize].get_or_init(|| self.staying(era))
    }

    fn staying(&self, era: Era) -> i64 {
        let hand = &self.state.deck(self.agent).hand;
        let ready = hand.iter().filter(|(_, side)| **side == Side::Ready);
        let cards: i64 = ready
            .map(|(card, _)| self.card(*card, self.agent, era))
            .sum();
        // Only the last card decides where the phase ends.
        let left = hand.values().any(|side| *side == Side::Ready);
        let ends = if self.rules.can_complete(self.state, era).is_some() {
            if left { 15 } else { 90 }
        } else {
            // A step towards a Mission that is full.
            let full = self.state.revealed();
            let full = full.filter(|(at, _)| self.rules.can_complete(self.state, *at).is_some());
            let near = full.map(|(at, _)| 12 - 3 * i64::try_from(era.distance(at)).unwrap_or(9));
            near.max().unwrap_or(0)
        };
        let artifacts = i64::from(!self.state.space(era).artifacts.is_empty());
        cards + ends + 2 * artifacts
    }

    /// Returns the worth of an ability that an Agent resolves in an Era.
    fn card(&self, card: Artifact, you: Agent, at: Era) -> i64 {
        self.steps(&self.rules.content.card(card).ability, you, at)
    }

    fn steps(&self, steps: &[Step], you: Agent, at: Era) -> i64 {
        steps.iter().map(|step| self.step(step, you, at)).sum()
    }

    fn step(&self, step: &Step, you: Agent, at: Era) -> i64 {
        let best = |place: Place, worth: &dyn Fn(Era) -> i64| self.best(place, you, at, worth);
        match step {
            Step::Energy { add, place } => best(*place, &|era| self.energy(era, *add)),
            Step::Rifts { remove, place } => best(*place, &|era| self.rifts(era, *remove)),
            Step::Match { piece, to, place } => best(*place, &|era| {
                let space = self.state.space(era);
                let many = |piece: Piece| match piece {
                    Piece::Energy => space.energy,
                    Piece::Rifts => space.rifts,
                    Piece::Clones => u8::try_from(space.clones.len()).unwrap_or(0),
                    Piece::Agents => 1,
                };
                match piece {
                    Piece::Rifts => self.rifts(era, many(Piece::Rifts).saturating_sub(many(*to))),
                    _ => self.energy(era, many(*to).saturating_sub(space.energy)),
                }
            }),
            Step::Pull { clones } => {
                let near = at.adjacent();
                let near = near.iter().flat_map(|era| &self.state.space(*era).clones);
                let best = near.map(|clone| self.clone_to(*clone, at)).max();
                best.unwrap_or(0) * i64::from(*clones)
            }
            Step::Push { clones, from, .. } => {
                let worth = |era: Era| {
                    let out = self.state.space(era).clones.iter();
                    let ways =
                        out.flat_map(|clone| era.adjacent().map(|to| self.clone_to(*clone, to)));
                    ways.max().unwrap_or(0)
                };
                best(*from, &worth) * i64::from(*clones)
            }
            Step::Destroy { clones, place } => best(*place, &|era| {
                let there = u8::try_from(self.state.space(era).clones.len()).unwrap_or(0);
                let one = 9 + self.mission(era, Mission::ClonesWithFaux, Mission::ClonesInEras);
                i64::from(there.min(*clones)) * one
            }),
            Step::Draw { cards, who } => {
                let agents = if *who == Who::Each { 2 } else { 1 };
                7 * i64::from(*cards) * agents
            }
            Step::Reveal { cards } => i64::from(*cards),
            Step::Acquire { .. } => 5,
            Step::Discard { .. } => -2,
            Step::Scrap { .. } => 1,
            Step::Resolve { of: Cards::Hand } | Step::Allow => 6,
            Step::Resolve { .. } => 7,
            Step::Move { .. } | Step::Go { .. } => 2,
            Step::If { then, .. } => self.steps(then, you, at) / 2,
            Step::Either(ways) => {
                let ways = ways.iter().map(|way| self.steps(way, you, at));
                ways.max().unwrap_or(0)
            }
            Step::May(steps) => self.steps(steps, you, at).max(0),
            Step::First(steps) => self.steps(steps, you, at),
        }
    }

    /// Returns the worth of a step at the best Era of a place, or at all of them.
    fn best(&self, place: Place, you: Agent, at: Era, worth: &dyn Fn(Era) -> i64) -> i64 {
        let of = |eras: &[Era]| eras.iter().map(|era| worth(*era)).max().unwrap_or(0);
        let vortexes = || self.state.vortexes().collect::<Vec<_>>();
        match place {
            Place::Here => worth(at),
            Place::Previous => worth(at.previous()),
            Place::Next => worth(at.next()),
            Place::Adjacent => of(&at.adjacent()),
            Place::EachAdjacent => at.adjacent().map(worth).iter().sum(),
            Place::Any | Place::Clone | Place::Rift => of(Era::ALL),
            Place::Vortex => of(&vortexes()),
            Place::EachVortex => vortexes().into_iter().map(worth).sum(),
            Place::Faux => worth(self.state.faux),
            Place::Agent => {
                let eras = self.state.order.iter().map(|agent| self.state.at(*agent));
                of(&eras.collect::<Vec<_>>())
            }
            Place::OtherAgent => {
                let others = self.state.order.iter().filter(|agent| **agent != you);
                of(&others
                    .map(|agent| self.state.at(*agent))
                    .collect::<Vec<_>>())
            }
            // The Era is known only when the step comes.
            Place::There | Place::Origin => of(&[at, self.state.faux]) / 2,
        }
    }

    /// Returns the worth of Energy in an Era.
    fn energy(&self, era: Era, energy: u8) -> i64 {
        let here = self.state.at(self.agent) == era;
        let one = if here { 5 } else { 3 };
        let mission = self.cubes(era, Mission::EnergyHere, 14)
            + self.cubes(era, Mission::EnergyEverywhere, 10);
        i64::from(energy.min(4)) * (one + mission)
    }

    /// Returns the worth of so many removed Rifts of an Era.
    fn rifts(&self, era: Era, rifts: u8) -> i64 {
        let space = self.state.space(era);
        let removed = rifts.min(space.rifts);
        let urgent = if space.rifts == SLOTS { 6 } else { 0 };
        let urgent = if space.vortex { urgent * 3 } else { urgent };
        let mission = self.mission(era, Mission::RiftsWithFaux, Mission::RiftsInEras);
        i64::from(removed) * (8 + mission) + if removed > 0 { urgent } else { 0 }
    }

    /// Returns the worth of a Clone that comes to an Era.
    fn clone_to(&self, clone: Token, era: Era) -> i64 {
        if clone.paradox == era {
            return 9 + self.mission(era, Mission::ClonesWithFaux, Mission::ClonesInEras);
        }
        // It is better nearer to its Paradox Era, and where Dr. Faux has been.
        let near = 3 - i64::try_from(clone.paradox.distance(era)).unwrap_or(3);
        near + i64::from(self.state.visited.contains(&era))
    }

    /// Returns the worth of a deed in an Era for the two Missions that count it.
    fn mission(&self, era: Era, with_faux: Mission, in_eras: Mission) -> i64 {
        let faux = if self.state.faux == era {
            self.open(with_faux)
        } else {
            0
        };
        let mut missions = self.missions.iter();
        let marked = missions.any(|of| of.mission == in_eras && of.eras.contains(&era));
        faux + if marked { 0 } else { self.open(in_eras) }
    }

    /// Returns the worth of one more cube on a Mission, if it is revealed and not full.
    fn open(&self, wanted: Mission) -> i64 {
        let mut missions = self.missions.iter();
        let open = missions.any(|of| of.mission == wanted && of.open);
        if open { 14 } else { 0 }
    }

    /// Returns the worth of one more cube on a Mission whose tile is in an Era.
    fn cubes(&self, era: Era, wanted: Mission, worth: i64) -> i64 {
        match self.state.space(era).mission {
            Some(Tile::Revealed { mission, cubes, .. })
                if mission == wanted && cubes < self.rules.content.mission(mission).slots =>
            {
                worth
            }
            _ => 0,
        }
    }

    /// Returns the worth of a choice within an ability.
    fn pick(&self, of: What, you: Agent, pick: Pick) -> i64 {
        let at = self.state.at(you);
        match (of, pick) {
            (What::Energy, Pick::Era(era)) => self.energy(era, 1),
            (What::Rifts, Pick::Era(era)) => self.rifts(era, 2),
            (What::Destination | What::Further, Pick::Era(era)) => self.stay(era),
            (What::Further, _) => self.stay(at),
            (What::CloneFrom, Pick::Era(era)) => {
                i64::try_from(self.state.space(era).clones.len()).unwrap_or(0)
            }
            (What::CloneTo, Pick::Era(era)) => i64::from(self.state.visited.contains(&era)),
            (What::Clone, Pick::Clone(clone)) => {
                let from = self.state.era_of(clone).unwrap_or(at);
                let push = from.adjacent().map(|to| self.clone_to(clone, to));
                let pull = self.clone_to(clone, at);
                push.into_iter().chain([pull]).max().unwrap_or(0)
            }
            (What::Carry, Pick::Clone(clone)) => self.clone_to(clone, clone.paradox) - 5,
            (What::Acquire | What::Resolve | What::Ally, Pick::Artifact(card)) => {
                self.card(card, you, at)
            }
            (What::Discard | What::Scrap, Pick::Artifact(card)) => {
                let hand = self.state.deck(you).hand.get(&card);
                let spent = i64::from(hand == Some(&Side::Exhausted)) * 20;
                spent - self.card(card, you, at)
            }
            (What::Way | What::Gain, Pick::Way(way)) => i64::from(way),
            (_, Pick::Yes) => 1,
            _ => 0,
        }
    }
}
