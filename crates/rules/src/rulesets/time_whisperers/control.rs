//! The control of an age: total strengths, and the tie rules of phases 2 and 3.

use super::{
    facts::{Decided, Extra},
    names::{Age, Color, Power, Side},
    powers::lasting::{hybrid, judge, knight, noble, swarm},
    readings::UnitedAges,
    state::{Player, State},
};
use crate::collect::Collect;
use std::collections::BTreeMap;

/// The controller of an age, and the reason for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Control {
    pub controller: Option<Color>,
    pub by: Decided,
}

/// The total strength of each color, in the order of the colors.
pub(super) type Strengths = [u32; 4];

/// Returns the strength of a player's Time Whisperers in an age that show a given side.
fn on_board(player: &Player, age: Age, side: Side) -> u32 {
    let here = player.whisperers.iter().filter(|(number, whisperer)| {
        whisperer.age == age && (whisperer.side == side || hybrid(player, **number))
    });
    here.map(|(number, whisperer)| whisperer.strength(*number))
        .sum()
}

/// Phase 2: returns a player's dark strength in an age, without the Swarm's addition.
fn dark(player: &Player, age: Age) -> u32 {
    on_board(player, age, Side::Dark) + knight(player, age)
}

/// Phase 3: returns a player's total gold strength in an age.
pub(super) fn gold(player: &Player, age: Age) -> u32 {
    on_board(player, age, Side::Gold) + noble(player, age)
}

impl State {
    /// Phase 2: returns total dark strengths in an age, or in two that are united (Uniter).
    pub(super) fn dark_strengths(&self, ages: &[Age]) -> Strengths {
        let times = self.times(ages);
        self.strengths(|player| {
            let of_ages: u32 = ages.iter().map(|age| dark(player, *age)).sum();
            of_ages + times * swarm(player)
        })
    }

    /// Returns the number of times the Swarm counts: united ages count as one, or as two (ruling C32).
    fn times(&self, ages: &[Age]) -> u32 {
        match self.readings.united_ages {
            UnitedAges::One => 1,
            UnitedAges::Two => u32::try_from(ages.len()).expect("one or two"),
        }
    }

    /// Phase 3: returns total gold strengths in an age.
    pub(super) fn gold_strengths(&self, age: Age) -> Strengths {
        self.strengths(|player| gold(player, age))
    }

    /// Returns the strength that gold powers have added for players with any strength there (Knight, Noble, Hybrid,
    /// Swarm, Titan).
    pub(super) fn extras(
        &self,
        ages: &[Age],
        side: Side,
        strengths: &Strengths,
    ) -> BTreeMap<Color, Vec<Extra>> {
        let players = self.players.iter();
        let players = players.filter(|(color, _)| strengths[**color as usize] > 0);
        let extras = players.map(|(color, player)| (*color, self.extra(player, ages, side)));
        extras.filter(|(_, extra)| !extra.is_empty()).collect_map()
    }

    fn extra(&self, player: &Player, ages: &[Age], side: Side) -> Vec<Extra> {
        let in_ages = |each: &dyn Fn(Age) -> u32| ages.iter().map(|age| each(*age)).sum();
        let here = player.whisperers.iter();
        let here = here.filter(|(number, w)| {
            ages.contains(&w.age) && (w.side == side || hybrid(player, **number))
        });
        let (mut by_hybrid, mut by_titan) = (0, 0);
        for (number, whisperer) in here {
            let strength = whisperer.strength(*number);
            if whisperer.side != side {
                by_hybrid += strength;
            } else if whisperer.tripled && strength > 0 {
                // The Titan adds the number once more, where the disk alone doubles it.
                by_titan += number.strength();
            }
        }
        let of_side = match side {
            Side::Dark => [
                (Power::Knight, in_ages(&|age| knight(player, age))),
                (Power::Swarm, self.times(ages) * swarm(player)),
            ],
            Side::Gold => [
                (Power::Noble, in_ages(&|age| noble(player, age))),
                (Power::Swarm, 0),
            ],
        };
        let of_both = [(Power::Hybrid, by_hybrid), (Power::Titan, by_titan)];
        let extras = of_side.into_iter().chain(of_both);
        let mimicked = |power| player.mimicked.is_some_and(|m| m.power == power);
        extras
            .filter(|(_, plus)| *plus > 0)
            .map(|(power, plus)| Extra {
                power,
                plus,
                mimic: mimicked(power),
            })
            .collect()
    }

    fn strengths(&self, strength: impl Fn(&Player) -> u32) -> Strengths {
        let mut all = [0; 4];
        for (color, player) in &self.players {
            all[*color as usize] = strength(player);
        }
        all
    }

    /// Phase 2 and 3: returns the controller. The highest total has control. A tie goes to the Judge, then to the
    /// player with the fewest cards played in phase 1; if that is a tie too, no player has control.
    pub(super) fn controller(&self, strengths: &Strengths) -> Control {
        let undecided = |by| Control {
            controller: None,
            by,
        };
        let controlled = |color, by| Control {
            controller: Some(color),
            by,
        };
        let highest = *strengths.iter().max().expect("four of them");
        if highest == 0 {
            return undecided(Decided::NoStrength);
        }
        let tied = self.tied(strengths, highest);
        if let [only] = tied[..] {
            return controlled(only, Decided::Strength);
        }
        if let Some(judge) = judge(self, &tied) {
            return controlled(judge, Decided::Judge);
        }
        let cards = |color: &Color| self.player(*color).cards_played();
        let fewest = tied.iter().map(cards).min();
        let mut with_fewest = tied.iter().filter(|color| Some(cards(color)) == fewest);
        match (with_fewest.next(), with_fewest.next()) {
            (Some(winner), None) => controlled(*winner, Decided::FewestCards),
            _ => undecided(Decided::Tie),
        }
    }

    fn tied(&self, strengths: &Strengths, highest: u32) -> Vec<Color> {
        let tied = self.players.keys().copied();
        tied.filter(|color| strengths[*color as usize] == highest)
            .collect()
    }

    /// Returns the strengths of those who have any, for a report.
    pub(super) fn shown(&self, strengths: &Strengths) -> BTreeMap<Color, u32> {
        let all = self.players.keys().map(|c| (*c, strengths[*c as usize]));
        all.filter(|(_, strength)| *strength > 0).collect_map()
    }

    /// Returns the cards played by those who are tied, if the number of cards had to decide, for a report.
    pub(super) fn cards_of_tied(
        &self,
        strengths: &Strengths,
        by: Decided,
    ) -> BTreeMap<Color, usize> {
        if !matches!(by, Decided::FewestCards | Decided::Tie) {
            return BTreeMap::new();
        }
        let highest = *strengths.iter().max().expect("four of them");
        let tied = self.tied(strengths, highest).into_iter();
        tied.map(|color| (color, self.player(color).cards_played()))
            .collect_map()
    }
}
