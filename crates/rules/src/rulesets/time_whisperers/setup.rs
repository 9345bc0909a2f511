//! Setup, with its changes for four players and the youth game.

use super::{
    Table, TimeWhisperers,
    asks::{self, Placing},
    diagnostics::Wrong,
    facts::Fact,
    names::{Age, Color, Number, Power, Side},
    readings::{AfterTermination, LastGold, Readings, UnitedAges},
    state::{Phase, Player, State, Whisperer},
};
use crate::{
    collect::Collect,
    engine::{Illegal, Play, Seat, fields},
    rulesets::kit::{is_default, sides},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The variants of a game of The Time Whisperers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// The number of players: 2, 3 or 4.
    #[schemars(range(min = 2, max = 4))]
    pub players: u8,
    /// The colors of the players; left out: the first of red, blue, green and purple.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub colors: Vec<Color>,
    /// True for the youth game: three rounds without gold.
    #[serde(default, skip_serializing_if = "is_default")]
    pub youth: bool,
    /// Setup 5: how the Time Whisperers are placed.
    #[serde(default)]
    pub placement: Placement,
    /// Setup 1: the twelve gold powers in play, four of each level; left out: drawn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub powers: Vec<Power>,
    /// Phase 1: what players may still do when they have terminated: use gold powers, or nothing (C23).
    #[serde(default, rename = "after-termination")]
    pub after_termination: AfterTermination,
    /// Uniter: whether other powers see united ages as one or as two (C32).
    #[serde(default, rename = "united-ages")]
    pub united_ages: UnitedAges,
    /// End of game: the gold strength that breaks a tie, of the board alone or as in phase 3 (C33).
    #[serde(default, rename = "last-gold")]
    pub last_gold: LastGold,
}

impl Options {
    fn readings(&self) -> Readings {
        Readings {
            after_termination: self.after_termination,
            united_ages: self.united_ages,
            last_gold: self.last_gold,
        }
    }
}

/// Setup 5: how the Time Whisperers are placed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Placement {
    /// By the players, in secret, one age after another.
    #[default]
    Secret,
    /// By chance, all dark side up, as recommended for a first game.
    Random,
}

fn wrong(code: &str, words: impl Into<String>) -> Illegal {
    Illegal {
        code: code.to_owned(),
        words: words.into(),
    }
}

impl TimeWhisperers {
    /// Setup 4: returns one seat for each color in the game.
    pub(super) fn seating(&self, options: &Options) -> Result<Vec<Seat>, Illegal> {
        let count = usize::from(options.players);
        if !(2..=4).contains(&count) {
            let words = format!("2 to 4 play The Time Whisperers, not {count}.");
            return Err(wrong("E1122", words));
        }
        let named: BTreeSet<Color> = options.colors.iter().copied().collect_set();
        if !options.colors.is_empty() && (named.len() != count || options.colors.len() != count) {
            let words = format!("{count} players need {count} colors, each its own.");
            return Err(wrong("E1122", words));
        }
        self.chosen_powers(options)?;
        let colors: Vec<Color> = if named.is_empty() {
            Color::ALL[..count].to_vec()
        } else {
            named.into_iter().collect()
        };
        let colors = colors.into_iter();
        Ok(colors.map(|color| self.seats.seat(color)).collect())
    }

    /// Setup 1: returns the powers named by the options, level by level; empty if they are to be drawn.
    fn chosen_powers(&self, options: &Options) -> Result<[Vec<Power>; 3], Illegal> {
        let named: BTreeSet<Power> = options.powers.iter().copied().collect_set();
        let of_level = |level| named.iter().copied().filter(move |p| p.level() == level);
        let chosen = [1, 2, 3].map(|level| of_level(level).collect::<Vec<_>>());
        if options.youth && !named.is_empty() {
            return Err(Wrong::Youth.into());
        }
        let four_each = chosen.iter().all(|powers| powers.len() == 4);
        if !named.is_empty() && (!four_each || options.powers.len() != 12) {
            let words = "`powers` names twelve gold powers, four of each level (Setup 1).";
            return Err(wrong("E1123", words));
        }
        Ok(chosen)
    }

    /// Setup 1 to 4: sets up the game. The placement of Setup 5 belongs to the first turn, unless it is random.
    pub(super) fn set_up(
        &self,
        options: &Options,
        seats: &[Seat],
        table: &mut Table<'_>,
    ) -> Play<State> {
        let colors: Vec<Color> = sides(seats).collect();
        let slots = self.lay_out(options, table)?;
        table.rule("Setup 2");
        let phantom = Age::Night;
        table.tell_all(Fact::PhantomPlaced { age: phantom });
        let mut state = State {
            round: 1,
            phase: Phase::Placement,
            youth: options.youth,
            phantom,
            players: BTreeMap::new(),
            slots,
            removed: BTreeSet::new(),
            play: 0,
            waits: None,
            two: None,
            theft: None,
            readings: options.readings(),
            united: None,
        };
        for color in colors {
            let player = Player {
                vp: vec![],
                whisperers: BTreeMap::new(),
                hand: BTreeSet::new(),
                played: vec![],
                activated: None,
                petrified: None,
                powers: BTreeMap::new(),
                mimicked: None,
            };
            state.players.insert(color, player);
        }
        let hand = state.full_hand();
        for player in state.players.values_mut() {
            player.hand.clone_from(&hand);
        }
        if options.placement == Placement::Random {
            self.place_by_chance(&mut state, table)?;
        }
        Ok(state)
    }

    /// Setup 1: lays out four gold powers of each level, one of them in a slot of each age.
    fn lay_out(&self, options: &Options, table: &mut Table<'_>) -> Play<BTreeMap<Age, Vec<Power>>> {
        let mut slots: BTreeMap<Age, Vec<Power>> = BTreeMap::new();
        if options.youth {
            return Ok(slots);
        }
        table.rule("Setup 1");
        let chosen = self.chosen_powers(options).unwrap_or_default();
        for (level, chosen) in (1..=3).zip(chosen) {
            let powers = if chosen.is_empty() {
                Power::of_level(level)
            } else {
                &chosen
            };
            let count = u32::try_from(powers.len()).expect("four or eight");
            let order = table.shuffle(format_args!("gold-powers/{level}"), count)?;
            for (age, start) in Age::ALL.iter().zip(order) {
                slots.entry(*age).or_default().push(powers[start as usize]);
            }
        }
        table.tell_all(Fact::LaidOut {
            slots: slots.clone(),
        });
        Ok(slots)
    }

    /// Setup 5, for a first game: places one Time Whisperer of each player in each age at random, all dark side up.
    fn place_by_chance(&self, state: &mut State, table: &mut Table<'_>) -> Play<()> {
        table.rule("Setup 5");
        let highest = state.highest();
        for color in state.colors() {
            let count = highest.strength();
            let order = table.shuffle(format_args!("placement/{color}"), count)?;
            let numbers: Vec<Number> = Number::up_to(highest).collect();
            for (age, start) in Age::PLACING.into_iter().zip(order) {
                let (whisperer, side) = (numbers[start as usize], Side::Dark);
                Self::put(state, table, color, age, Placing { whisperer, side });
            }
        }
        state.phase = Phase::BeforeCardPlay;
        Ok(())
    }

    /// Setup 5: lets all players choose a Time Whisperer and its side in secret, and reveals them together; then the
    /// next age follows (ruling C2). With four players no age is left for the Night.
    pub(super) fn place(&self, state: &mut State, table: &mut Table<'_>) -> Play<()> {
        table.rule("Setup 5");
        let ages = usize::try_from(state.highest().strength()).expect("few");
        // In a try, some may be placed already.
        let placed = state.players.values().map(|player| player.whisperers.len());
        let placed = placed.min().unwrap_or(0);
        for age in Age::PLACING.into_iter().take(ages).skip(placed) {
            let asks = state
                .players
                .iter()
                .map(|(color, player)| {
                    let left = placings(state, player);
                    let ask = asks::Place
                        .one_of(left)
                        .about(move || fields([("age", age.name().into())]))
                        .why(|placing| Some(why_not_place(state, player, *placing).into()))
                        .seen(self.eyes(state, *color));
                    (self.seat(*color).clone(), ask)
                })
                .collect();
            let placings = table.ask_all(asks)?;
            for (color, placing) in state.colors().into_iter().zip(placings) {
                Self::put(state, table, color, age, placing);
            }
        }
        state.phase = Phase::BeforeCardPlay;
        Ok(())
    }

    fn put(
        state: &mut State,
        table: &mut Table<'_>,
        color: Color,
        age: Age,
        Placing { whisperer, side }: Placing,
    ) {
        let placed = Whisperer::new(age, side);
        state.player_mut(color).whisperers.insert(whisperer, placed);
        table.tell_all(Fact::Placed {
            color,
            whisperer,
            side,
            age,
        });
    }
}

/// Returns the Time Whisperers that are not on the board yet, with the sides they may show (Youth game).
fn placings(state: &State, player: &Player) -> Vec<Placing> {
    let sides = if state.youth {
        &[Side::Dark][..]
    } else {
        Side::ALL
    };
    Number::up_to(state.highest())
        .filter(|number| !player.whisperers.contains_key(number))
        .flat_map(|whisperer| {
            let placing = move |side: &Side| Placing {
                whisperer,
                side: *side,
            };
            sides.iter().map(placing)
        })
        .collect()
}

fn why_not_place(state: &State, player: &Player, placing: Placing) -> Wrong {
    let Placing { whisperer, .. } = placing;
    if whisperer > state.highest() {
        Wrong::NoWhisperer(whisperer)
    } else if player.whisperers.contains_key(&whisperer) {
        Wrong::PlacedAlready(whisperer)
    } else {
        Wrong::Youth
    }
}
