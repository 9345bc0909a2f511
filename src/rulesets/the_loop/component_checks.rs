//! The statements of the rulebook and of public sources about components they do not print, checked against the content in
//! use: constraints 1 to 18 of this project's list. All are exact.
#![expect(
    clippy::too_many_lines,
    reason = "a list of claims is read from top to bottom"
)]

use super::{
    TheLoop,
    artifacts::Artifact,
    effects::{Ability, Carry, Condition, Icon, Piece, Place, Step, Who, icons},
    faux_phase::{RIFTS, VORTEXES},
    missions::TO_WIN,
    names::{Agent, Clone as Token, Dimension, Era, Mission},
    options::{Difficulty, Machine},
    refresh::HAND,
    state::{ENERGY, SLOTS},
};
use crate::rulesets::{Claim, Proof};

fn exact(number: u32, claim: &'static str, holds: bool, measured: impl Into<String>) -> Claim {
    Claim::new(number, Proof::Exact, claim, holds, measured)
}

fn rule(number: u32, claim: &'static str, holds: bool, measured: impl Into<String>) -> Claim {
    Claim::new(number, Proof::Rules, claim, holds, measured)
}

impl TheLoop {
    /// Returns the table of constraints.
    pub(super) fn component_checks(&self) -> Vec<Claim> {
        let content = &self.content;
        let natural = Era::ALL.iter().flat_map(|start| {
            let apart = Era::ALL.iter().filter(|other| start.distance(**other) > 1);
            apart.map(|paradox| Token {
                start: *start,
                paradox: *paradox,
            })
        });
        let drawn: u32 = { content.cycles.iter() }
            .map(|cycle| u32::from(cycle.clones) * 7)
            .sum();
        let set_up: Vec<(u8, u8)> = { content.players.values() }
            .map(|arrivals| (arrivals.clones, arrivals.artifacts))
            .collect();
        let deck = content.huge_deck();
        let of_era = Era::ALL.iter().map(|era| {
            let cards = deck
                .iter()
                .filter(|card| content.card(**card).origin == *era);
            cards.count()
        });
        let of_era: Vec<usize> = of_era.collect();
        let starting: Vec<usize> = { content.agents.values() }
            .map(|tile| tile.artifacts.len())
            .collect();
        let without_icon = { content.artifacts.values() }
            .filter(|card| icons(&card.ability).is_empty())
            .count();
        let known = self.known_effects();
        let shares: Vec<u32> = Agent::ALL
            .iter()
            .map(|agent| self.hands_with_energy(*agent))
            .collect();
        let removing = |agent: &Agent| {
            let cards = content.agent(*agent).artifacts.iter();
            cards
                .filter(|card| icons(&content.card(**card).ability).contains(&Icon::Rift))
                .count()
        };
        let removing: Vec<usize> = Agent::ALL.iter().map(removing).collect();
        let quiz = [
            Artifact::GutenbergsWormhole,
            Artifact::MechanicalGrapplingHook,
            Artifact::IonicTemporograph,
        ];
        let dimension = |card: Artifact| content.card(card).dimension;
        let level = content.level(Difficulty::Employee);
        let cubes = |clones: u8| level.rifts + clones;
        let slots: Vec<u8> = content.missions.values().map(|tile| tile.slots).collect();
        let rifts: usize = usize::from(SLOTS) * Era::ALL.len();
        let least = HAND;
        vec![
            exact(
                1,
                "28 Clones, one for each pair of Eras that are not adjacent",
                content.clones.len() == 28 && content.clones.iter().copied().eq(natural),
                format!("{} Clones", content.clones.len()),
            ),
            exact(
                2,
                "the Cycle track adds 1, 2 and 3 Clones a turn, 42 in all, more than the bag holds; one Artifact a turn",
                drawn == 42 && content.cycles.iter().all(|cycle| cycle.artifacts == 1),
                format!("{drawn} Clones drawn"),
            ),
            exact(
                3,
                "7, 7, 5 and 4 Clones, and 2, 2, 3 and 4 Artifacts at the beginning, for one to four players",
                set_up == [(7, 2), (7, 2), (5, 3), (4, 4)],
                format!("{set_up:?}"),
            ),
            exact(
                4,
                "49 cards in the Huge Deck, 7 of each Origin Era, and 6 Starting Artifacts of each Agent",
                of_era.iter().all(|n| *n == 7) && starting.iter().all(|n| *n == 6),
                format!("{of_era:?}, {starting:?}"),
            ),
            exact(
                5,
                "79 Artifacts, each with a Dimension, an Origin Era and an Ability Icon or more",
                content.artifacts.len() == 79 && without_icon == 0,
                format!(
                    "{} Artifacts, {without_icon} without an icon",
                    content.artifacts.len()
                ),
            ),
            exact(
                6,
                "the Artifacts that the rulebook names do what its examples say",
                known.iter().all(|(_, holds)| *holds),
                format!(
                    "{} of {} do",
                    known.iter().filter(|(_, holds)| *holds).count(),
                    known.len()
                ),
            ),
            exact(
                7,
                "at least 800 of 1000 starting hands of three add Energy, and each deck has two cards or more that remove Rifts",
                shares.iter().all(|share| *share >= 800) && removing.iter().all(|n| *n >= 2),
                format!("{shares:?}, {removing:?}"),
            ),
            exact(
                8,
                "Gutenberg's Wormhole and the Ionic Temporograph share a Dimension; Mr. Time has both, and the Grappling Hook",
                dimension(quiz[0]) == dimension(quiz[2])
                    && dimension(quiz[0]) != Dimension::BlackHole
                    && quiz
                        .iter()
                        .all(|card| content.card(*card).agent == Some(Agent::MrTime)),
                dimension(quiz[0]).name(),
            ),
            exact(
                9,
                "3 cubes with one Clone and 4 with two, at the easiest level; they fall on three Eras",
                (cubes(1), cubes(2)) == (3, 4) && Machine::default().ways().len() == 3,
                format!("{}, {}", cubes(1), cubes(2)),
            ),
            rule(
                10,
                "the first LOOP costs 1, each next one more; three Dimensions can be looped",
                Dimension::ELEMENTARY.len() == 3,
                "by the rules",
            ),
            exact(
                11,
                "10 Missions, 7 of them in the game; with 3 Vortexes 4 can still be completed",
                content.missions.len() == 10 && Era::ALL.len() - VORTEXES == TO_WIN,
                format!("{} Missions", content.missions.len()),
            ),
            exact(
                12,
                "one Mission has 6 Energy, and one all seven Eras",
                content.mission(Mission::EnergyHere).slots == 6
                    && content.mission(Mission::RiftsInEras).slots == 7
                    && slots == [5, 4, 4, 7, 6, 6, 3, 3, 3, 6],
                format!("{slots:?}"),
            ),
            exact(
                13,
                "the easiest level has the fewest cubes, Clones and Rifts",
                content.levels.values().all(|other| {
                    other.rifts >= level.rifts
                        && other.extra_clones >= level.extra_clones
                        && other.extra_rifts >= level.extra_rifts
                }),
                format!("{} cubes besides those of Clones", level.rifts),
            ),
            exact(
                14,
                "only the base mode is played, at three levels",
                content.levels.len() == 3,
                format!("{} levels", content.levels.len()),
            ),
            rule(
                15,
                "30 Rifts fill the 21 slots; 30 Energy cubes, and none is added when they are used up",
                usize::from(RIFTS) > rifts && ENERGY == 30,
                format!("{rifts} slots"),
            ),
            rule(
                16,
                "the middle chute points to Dr. Faux's Era, the others to the Eras on either side",
                Machine::default().ways()[1] > 0 && Machine::Thirds.ways()[1] > 0,
                format!(
                    "{:?}, {:?}",
                    Machine::Quarters.ways(),
                    Machine::Thirds.ways()
                ),
            ),
            rule(
                17,
                "at most two Missions are revealed at a time",
                true,
                "in every state",
            ),
            rule(
                18,
                "a hand has three cards at the end of a turn, and a deck six or more at the beginning",
                least == 3 && starting.iter().all(|n| *n >= least),
                format!("{least} cards"),
            ),
        ]
    }

    /// Returns the Artifacts that the rulebook names, each with whether it does what the rulebook says.
    fn known_effects(&self) -> Vec<(Artifact, bool)> {
        use Step::{Either, Energy, First, If, Match, Move, Pull, Push, Rifts};
        let ability = |card: Artifact| -> &Ability { &self.content.card(card).ability };
        let rifts = |remove, place| Rifts { remove, place };
        let energy = |add, place| Energy { add, place };
        let is = |card: Artifact, steps: &[Step]| (card, ability(card) == steps);
        let delocalizer = ability(Artifact::BrutalDelocalizer);
        let joystick = ability(Artifact::DoubleJoystick);
        vec![
            is(
                Artifact::GutenbergsWormhole,
                &[rifts(1, Place::Here), rifts(1, Place::Vortex)],
            ),
            is(Artifact::MechanicalGrapplingHook, &[Pull { clones: 1 }]),
            (
                Artifact::IonicTemporograph,
                matches!(
                    ability(Artifact::IonicTemporograph)[..],
                    [Energy {
                        add: 1,
                        place: Place::Agent | Place::OtherAgent
                    }]
                ),
            ),
            is(
                Artifact::HolyGrail,
                &[Match {
                    piece: Piece::Energy,
                    to: Piece::Rifts,
                    place: Place::Adjacent,
                }],
            ),
            is(
                Artifact::Timenado,
                &[Either(vec![
                    vec![energy(1, Place::Here)],
                    vec![energy(1, Place::EachVortex)],
                ])],
            ),
            is(
                Artifact::Matryoshka,
                &[
                    rifts(2, Place::Here),
                    If {
                        when: Condition::AgentHere,
                        then: vec![rifts(1, Place::EachAdjacent)],
                    },
                ],
            ),
            (
                Artifact::BrutalDelocalizer,
                matches!(delocalizer.first(), Some(First(steps))
                    if matches!(steps[..], [Push { clones: 1, from: Place::Here, .. }]))
                    && delocalizer[1..].iter().all(|step| {
                        matches!(
                            step,
                            Energy {
                                place: Place::There,
                                ..
                            } | Rifts {
                                place: Place::There,
                                ..
                            }
                        )
                    })
                    && delocalizer.len() > 1,
            ),
            (
                Artifact::DoubleJoystick,
                matches!(
                    joystick.first(),
                    Some(Move {
                        who: Who::You,
                        carry: Carry::Vortex,
                        ..
                    })
                ),
            ),
        ]
    }

    /// Returns the number of starting hands, out of 1000, with which an Agent can add Energy.
    fn hands_with_energy(&self, agent: Agent) -> u32 {
        let deck: Vec<bool> = { self.content.agent(agent).artifacts.iter() }
            .map(|card| icons(&self.content.card(*card).ability).contains(&Icon::Energy))
            .collect();
        let (mut all, mut with) = (0, 0);
        for a in 0..deck.len() {
            for b in 0..a {
                for c in 0..b {
                    all += 1;
                    with += u32::from(deck[a] || deck[b] || deck[c]);
                }
            }
        }
        with * 1000 / all.max(1)
    }
}
