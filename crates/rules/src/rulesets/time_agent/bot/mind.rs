//! The worth of a state of the game to a race.

use super::{link::Link, totals::Players};
use crate::{
    engine::RandomBot,
    rulesets::time_agent::{
        TimeAgent,
        cell::Cell,
        content::{Points, Streams},
        names::{Race, Technology, UnitId},
        places::{HexId, Place, Spot, TileId, Zone},
        state::State,
        view::View,
    },
};
use std::collections::{BTreeMap, BTreeSet};

/// A value in thousandths of a victory point.
pub(super) type Worth = i64;

/// The worth of a credit to a player who can use all of their credits.
const CREDIT: Worth = 100;

/// The worth of the last step to the end when everything for it is at hand.
pub(super) const STRIKE: Worth = 30_000;

/// From this round on, a bot that cannot win does not hold up the end.
pub(super) const LATE: u32 = 12;

/// The worth of winning.
const WIN: Worth = 200_000;

/// The number of possible arrangements of the facedown tiles that a bot considers.
pub(super) const GUESSES: usize = 10;

/// The aim of a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Temper {
    /// For its own points.
    Greedy,
    /// Against its rivals' points, and for the cut.
    Swing,
    /// For its lead: of two players, a point less for the other is a point more for it. A search plays so.
    Lead,
}

impl Temper {
    pub(super) fn of(bot: &str) -> Option<Self> {
        match bot {
            "greedy" => Some(Self::Greedy),
            "swing" => Some(Self::Swing),
            _ => None,
        }
    }

    /// Returns the cost of a point of the strongest rival, of so many, and of a point of any of them, relative to a thousand
    /// for one of its own.
    fn rivals(self, count: usize) -> (Worth, Worth) {
        match (self, count) {
            (Self::Lead, 1) => (1000, 0),
            (Self::Greedy | Self::Lead, _) => (250, 50),
            (Self::Swing, _) => (600, 100),
        }
    }
}

/// A race's player, looking at the game.
pub(super) struct Mind<'a> {
    pub(super) rules: &'a TimeAgent,
    pub(super) view: &'a View,
    /// A state that agrees with the view.
    pub(super) state: State,
    pub(super) race: Race,
    pub(super) temper: Temper,
    players: Players,
    /// The present worth of a step to the end of Time Travel; negative if steps should be undone.
    pub(super) step: Worth,
    /// The worth of a credit: less if the player has more of them than they can use.
    pub(super) credit: Worth,
    /// The number of arrangements of the facedown tiles, out of ten, in which this player wins if Time Travel ends now.
    pub(super) wins: usize,
    /// The number of steps until Time Travel is cut off.
    pub(super) open: u32,
    /// The zones that hold a secondary invention of Time Travel that this player does not know.
    pub(super) hidden_red: Vec<Zone>,
    /// The number of arrangements of the facedown tiles that are considered.
    guesses: usize,
    /// Pairs of edges that are not to be parted, although a tile there can be turned.
    pub(super) stubborn: BTreeSet<Link>,
    /// The operatives in each place of the past.
    there: BTreeMap<Spot, Vec<UnitId>>,
}

impl<'a> Mind<'a> {
    /// Makes the mind of a player who does not think of the end, which takes most of the time.
    pub(super) fn careless(rules: &'a TimeAgent, view: &'a View, race: Race) -> Self {
        let state = rules.imagined(view);
        let players = Players::of(&state);
        let mut mind = Self {
            rules,
            view,
            state,
            race,
            temper: Temper::Greedy,
            players,
            step: 0,
            credit: CREDIT,
            wins: 0,
            open: 0,
            hidden_red: vec![],
            guesses: GUESSES,
            stubborn: BTreeSet::new(),
            there: BTreeMap::new(),
        };
        for (unit, place) in mind.state.units.iter() {
            if let Place::Past(spot) = place {
                mind.there.entry(spot).or_default().push(unit);
            }
        }
        mind.credit = mind.worth_of_a_credit();
        mind
    }

    pub(super) fn new(rules: &'a TimeAgent, view: &'a View, race: Race, temper: Temper) -> Self {
        let mind = Self::careless(rules, view, race);
        Self { temper, ..mind }.of_the_end()
    }

    /// Makes the mind of a player who searches: their wish for the end is known, and they consider few arrangements of the
    /// facedown tiles.
    pub(super) fn aiming(rules: &'a TimeAgent, view: &'a View, race: Race, step: Worth) -> Self {
        let mut mind = Self::careless(rules, view, race);
        (mind.temper, mind.step, mind.guesses) = (Temper::Lead, step, 3);
        mind.hidden_red = mind.unknown_secondaries();
        mind
    }

    /// Lets a mind think of the end of the game.
    fn of_the_end(self) -> Self {
        let mut mind = self;
        mind.hidden_red = mind.unknown_secondaries();
        mind.open = mind.steps(&mind.state);
        // The search takes long, and early in the game the bot has other aims.
        if mind.state.round > LATE {
            mind.pass_over_the_stubborn();
        }
        mind.wins = mind.chances_to_win(&mind.swung());
        mind.step = mind.wish_for_the_cut();
        mind
    }

    fn worth_of_a_credit(&self) -> Worth {
        let side = self.state.side(self.race);
        let (credits, plenty) = (Worth::from(side.credits), Worth::from(side.rp.max(10)) * 2);
        if credits > plenty {
            (CREDIT * plenty / credits).max(CREDIT / 4)
        } else {
            CREDIT
        }
    }

    /// Returns the number of arrangements of the facedown tiles, out of ten, in which this player wins if a state ends
    /// the game.
    fn chances_to_win(&self, state: &State) -> usize {
        let guesses = self.guesses_of(state);
        let won = |guess: &&State| self.won(guess, self.rules.connected(guess));
        guesses.iter().filter(won).count() * GUESSES / guesses.len()
    }

    /// Returns the operatives in a place of the past.
    pub(super) fn there(&self, spot: Spot) -> &[UnitId] {
        self.there.get(&spot).map_or(&[], Vec::as_slice)
    }

    /// Checks whether a race belongs to another player.
    pub(super) fn is_foe(&self, race: Race) -> bool {
        self.players.are_foes(race, self.race)
    }

    /// Returns the worth of a resource point: the income of the rounds that may remain.
    pub(super) fn income(&self) -> Worth {
        let left = 12_u32.saturating_sub(self.state.round).clamp(2, 8);
        CREDIT * Worth::from(left)
    }

    /// Returns the points of each player, by their number.
    fn totals(&self, state: &State, connected: Streams) -> [Points; 6] {
        self.players.totals(self.rules, state, connected)
    }

    fn player(&self) -> usize {
        self.players.number(self.race)
    }

    /// Returns the other players' numbers.
    fn rivals(&self) -> impl Iterator<Item = usize> + use<> {
        self.players.rivals(self.race)
    }

    /// Checks whether this player wins, alone or with others, if the game ends so.
    fn won(&self, state: &State, connected: Streams) -> bool {
        let totals = self.totals(state, connected);
        self.rivals()
            .all(|rival| totals[rival].vp <= totals[self.player()].vp)
    }

    /// Returns the worth of a state's points while the game goes on.
    pub(super) fn standing(&self, state: &State, connected: Streams) -> Worth {
        let totals = self.totals(state, connected);
        let own = totals[self.player()];
        let rivals = self.rivals().map(|player| Worth::from(totals[player].vp));
        let rivals: Vec<Worth> = rivals.collect();
        let (strongest, any) = self.temper.rivals(rivals.len());
        let most = rivals.iter().max().copied().unwrap_or(0);
        let all: Worth = rivals.iter().sum();
        Worth::from(own.vp) * 1000 + Worth::from(own.rp) * self.income()
            - most * strongest
            - all * any
    }

    /// Returns the worth of a state, including the steps that remain to its end, or the end itself.
    pub(super) fn value(&self, state: &State) -> Worth {
        let flood = self.rules.flood(state);
        let connected = self.rules.arrived(&flood);
        if connected.has(Technology::TimeTravel) {
            return self.standing(state, connected) - self.way_to_go(state, &flood);
        }
        let guesses = self.guesses_of(state);
        // Continuing may bring a better chance than ending the game now, but less and less so.
        let hope = (600 - 35 * Worth::from(self.state.round)).max(100);
        let ends = |guess: &State| {
            let connected = self.rules.connected(guess);
            let standing = self.standing(guess, connected);
            if connected.has(Technology::TimeTravel) {
                standing
            } else if self.won(guess, connected) {
                standing + WIN * (1000 - hope) / 1000
            } else {
                standing - WIN * hope / 1000
            }
        };
        let sum: Worth = guesses.iter().map(ends).sum();
        sum / Worth::try_from(guesses.len()).expect("a few guesses")
    }

    /// Returns possible arrangements and facings of the facedown tiles, as far as this player knows; one if no facedown
    /// tile is left.
    fn guesses_of(&self, state: &State) -> Vec<State> {
        let down: Vec<HexId> = state
            .hexes
            .iter()
            .filter(|(_, cell)| cell.facing.is_none())
            .map(|(hex, _)| *hex)
            .collect();
        if down.is_empty() {
            return vec![state.clone()];
        }
        let seed = u64::from(state.round) * 6 + self.race as u64;
        let mut chance = RandomBot::new(seed);
        (0..self.guesses)
            .map(|_| {
                let mut guess = state.clone();
                for zone in Zone::ALL {
                    let unknown: Vec<HexId> = down
                        .iter()
                        .copied()
                        .filter(|hex| hex.zone == zone && self.seen(*hex).is_none())
                        .collect();
                    let mut tiles: Vec<TileId> =
                        unknown.iter().map(|hex| state.cell(*hex).tile).collect();
                    for hex in unknown {
                        let tile = tiles.swap_remove(chance.below(tiles.len()));
                        if let Some(cell) = guess.hexes.get_mut(hex) {
                            cell.tile = tile;
                        }
                    }
                }
                for hex in &down {
                    let facing = u8::try_from(chance.below(6) + 1).expect("a die");
                    if let Some(Cell { facing: face, .. }) = guess.hexes.get_mut(*hex) {
                        *face = Some(facing);
                    }
                }
                guess
            })
            .collect()
    }

    /// Returns the tile on a hex, if this player knows it.
    pub(super) fn seen(&self, hex: HexId) -> Option<TileId> {
        let place = self.rules.content.index(hex)?;
        let tile = self.view.hexes.get(place)?.tile.as_ref()?;
        Some(tile.tile)
    }
}

/// 9.51: puts an item into a set, or removes it if the set holds it.
pub(super) fn toggle<T: Ord>(set: &mut BTreeSet<T>, item: T) {
    if !set.remove(&item) {
        set.insert(item);
    }
}
