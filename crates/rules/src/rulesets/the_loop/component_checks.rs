//! The statements of the rulebook and of public sources about components they do not print, checked against the content in
//! use: constraints 1 to 18 of this project's list. Those about the rules run them (`rule_checks.rs`).
#![expect(
    clippy::too_many_lines,
    reason = "a list of claims is read from top to bottom"
)]

use super::{
    TheLoop,
    artifacts::Artifact,
    effects::{Ability, Carry, Condition, Icon, Piece, Place, Step, Who, icons},
    faux_phase::VORTEXES,
    missions::TO_WIN,
    names::{Agent, Clone as Token, Dimension, Era, Mission, Special},
    options::{Difficulty, Machine},
    rule_checks::Checked,
};
use crate::rulesets::{
    Claim, Proof,
    kit::{Effort, SideBySide},
};
use serde::Deserialize;

/// The games that are played to check the rules at most; more would show nothing else.
const GAMES: u32 = 24;

fn exact(number: u32, claim: &'static str, holds: bool, measured: impl Into<String>) -> Claim {
    Claim::new(number, Proof::Exact, claim, holds, measured)
}

fn rule(number: u32, claim: &'static str, holds: bool, measured: impl Into<String>) -> Claim {
    Claim::new(number, Proof::Rules, claim, holds, measured)
}

/// Returns the result of a check that runs the rules, or that it could not be run as it was meant.
fn shown(result: Option<String>) -> String {
    result.unwrap_or_else(|| "the rules went another way".to_owned())
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
        let of_tiles = |of: &dyn Fn(Mission) -> bool| -> Vec<Mission> {
            let missions = Mission::ALL.iter().copied();
            missions.filter(|mission| of(*mission)).collect()
        };
        let once_a_turn = of_tiles(&|mission| content.mission(mission).each_turn == Some(1));
        let limited = of_tiles(&|mission| content.mission(mission).each_turn.is_some());
        let by_era = of_tiles(&|mission| content.mission(mission).per_era);
        let loops = self.repeated_loops();
        let supplies = self.supplies();
        let chutes = [Machine::Quarters, Machine::Thirds].map(|machine| self.chutes(machine));
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
                "the nine Artifacts that the rulebook names do what its examples say, or come from the Era it names, and four Agents have the abilities that it tells of",
                known.iter().all(|holds| *holds),
                format!(
                    "{} of {} do",
                    known.iter().filter(|holds| **holds).count(),
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
                "three LOOPs, with one Elementary Dimension each, cost 1, 2 and 3 Energy and ready all cards but those of the Black Hole; the fourth would cost 4, and none is done with the Black Hole",
                loops == Some((vec![1, 2, 3], vec![Dimension::BlackHole])),
                shown(loops.map(|(costs, left)| {
                    let left: Vec<&str> = left.iter().map(|dimension| dimension.name()).collect();
                    format!("{costs:?}, exhausted: {}", left.join(", "))
                })),
            ),
            exact(
                11,
                "10 Missions, 7 of them in the game; with 3 Vortexes 4 can still be completed",
                content.missions.len() == 10 && Era::ALL.len() - VORTEXES == TO_WIN,
                format!("{} Missions", content.missions.len()),
            ),
            exact(
                12,
                "one Mission has 6 Energy, and one all seven Eras; four have slots of Eras, and two of the ten get one cube a turn at most",
                content.mission(Mission::EnergyHere).slots == 6
                    && content.mission(Mission::RiftsInEras).slots == 7
                    && slots == [5, 4, 4, 7, 6, 6, 3, 3, 3, 6]
                    && once_a_turn == [Mission::FlankFaux, Mission::CleanEras]
                    && limited == once_a_turn
                    && by_era
                        == [
                            Mission::RiftsInEras,
                            Mission::LoopsInEras,
                            Mission::ClonesInEras,
                            Mission::CleanEras,
                        ],
                format!("{slots:?}, one a turn: {}", {
                    let names = once_a_turn.iter().map(|mission| mission.name());
                    names.collect::<Vec<_>>().join(", ")
                }),
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
                "of the 30 Rifts at most 9 drop while the 21 slots are full, and all while they are empty; of the 30 Energy cubes none is added when they are used up",
                supplies == Some(([30, 9], [1, 0])),
                shown(supplies.map(|(cubes, added)| format!("{cubes:?} cubes, {added:?} Energy"))),
            ),
            rule(
                16,
                "the middle chute points to Dr. Faux's Era, the others to the Eras on either side: in each Era, by each face of the die",
                chutes == [Some(vec![0, 1, 1, 2]), Some(vec![0, 1, 2])],
                chutes
                    .iter()
                    .map(|chutes| shown(chutes.as_ref().map(|chutes| format!("{chutes:?}"))))
                    .collect::<Vec<_>>()
                    .join(", "),
            ),
        ]
    }

    /// Returns the checks that need whole games.
    pub(super) fn played_checks(&self, effort: Effort, jobs: SideBySide<'_>) -> Vec<Claim> {
        let games = effort.games.min(GAMES);
        if games == 0 {
            return vec![];
        }
        let play = |n: u32| serde_json::to_value(self.checked_game(n)).unwrap_or_default();
        let played: Vec<Checked> = jobs(games, &play)
            .into_iter()
            .filter_map(|game| Checked::deserialize(&game).ok())
            .collect();
        let all = u32::try_from(played.len()).is_ok_and(|played| played == games);
        let sum = |of: fn(&Checked) -> u32| played.iter().map(of).sum::<u32>();
        let positions = sum(|game| game.positions);
        let (two, full) = (sum(|game| game.two_revealed), sum(|game| game.full_hands));
        let always = |of: u32| all && positions > 0 && of == positions;
        let gained = self.cards_gained();
        vec![
            Claim::new(
                17,
                Proof::Play,
                "two Missions are revealed in each position between two turns, unless none is face down",
                always(two),
                format!("in {two} of {positions} positions"),
            ),
            Claim::new(
                18,
                Proof::Play,
                "each hand has three cards or more in each position between two turns, unless its Agent has no other; a turn adds at most one card on offer to a deck, and a completed Mission one card to each",
                always(full) && gained == Some((1, vec![1, 1, 1])),
                format!(
                    "in {full} of {positions} positions; {}",
                    shown(gained.map(|(turn, mission)| format!("{turn}, {mission:?}")))
                ),
            ),
        ]
    }

    /// Returns, for each Artifact and each Agent that the rulebook tells of, whether they do what it says.
    fn known_effects(&self) -> Vec<bool> {
        use Step::{Either, Energy, First, If, Match, Move, Pull, Push, Rifts};
        let ability = |card: Artifact| -> &Ability { &self.content.card(card).ability };
        let rifts = |remove, place| Rifts { remove, place };
        let energy = |add, place| Energy { add, place };
        let is = |card: Artifact, steps: &[Step]| ability(card) == steps;
        let special = |agent: Agent, special| self.content.agent(agent).special == special;
        let delocalizer = ability(Artifact::BrutalDelocalizer);
        let joystick = ability(Artifact::DoubleJoystick);
        vec![
            is(
                Artifact::GutenbergsWormhole,
                &[rifts(1, Place::Here), rifts(1, Place::Vortex)],
            ),
            is(Artifact::MechanicalGrapplingHook, &[Pull { clones: 1 }]),
            matches!(
                ability(Artifact::IonicTemporograph)[..],
                [Energy {
                    add: 1,
                    place: Place::Agent | Place::OtherAgent
                }]
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
            matches!(
                joystick.first(),
                Some(Move {
                    who: Who::You,
                    carry: Carry::Vortex,
                    ..
                })
            ),
            self.content.card(Artifact::WarHorse).origin == Era::Medieval
                && self.content.card(Artifact::WarHorse).agent.is_none(),
            special(Agent::MrTime, Special::MovesAnAlly),
            special(Agent::TimeProwler, Special::CancelsARift),
            special(Agent::VGirl, Special::ResolvesAnArtifact),
            special(Agent::Robofinisher404, Special::GainsFromClones),
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
