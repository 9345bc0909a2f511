//! What a state of the game is worth to a race.

use super::cut::Link;
use crate::{
    engine::RandomBot,
    rulesets::time_agent::{
        TimeAgent,
        content::{Numbers, Points, Streams},
        names::{Event, Race, Technology, UnitId},
        places::{HexId, Place, Spot, TileId, Zone},
        state::{Cell, State},
        view::View,
    },
};
use std::collections::{BTreeMap, BTreeSet};

/// A value in thousandths of a victory point.
pub(super) type Worth = i64;

/// What a credit is worth to whoever has no more of them than he can use.
const CREDIT: Worth = 100;

/// What it is worth to take the last step to the end when everything for it is at hand.
pub(super) const STRIKE: Worth = 30_000;

/// From this round on, whoever cannot win does not hold up the end.
pub(super) const LATE: u32 = 12;

/// What it is worth to win.
const WIN: Worth = 200_000;

/// How many ways the facedown tiles may lie a bot looks at.
pub(super) const GUESSES: usize = 10;

/// What a bot goes for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Temper {
    /// For its own points.
    Greedy,
    /// Against its rivals' points, and for the cut.
    Swing,
}

impl Temper {
    pub(super) fn of(bot: &str) -> Option<Self> {
        match bot {
            "greedy" => Some(Self::Greedy),
            "swing" => Some(Self::Swing),
            _ => None,
        }
    }

    /// What a point of the strongest rival and one of any other cost, for a thousand of one's own.
    fn rivals(self) -> (Worth, Worth) {
        match self {
            Self::Greedy => (250, 50),
            Self::Swing => (600, 100),
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
    /// The player of each race in play: his number, by the race's place in [`Race::ALL`].
    players: [Option<usize>; 6],
    /// What a step to the end of Time Travel is worth now; less than nothing if it should be undone.
    pub(super) step: Worth,
    /// What a credit is worth: less to whoever has more of them than he can use.
    pub(super) credit: Worth,
    /// Of ten ways the facedown tiles may lie, those in which this player wins if Time Travel goes now.
    pub(super) wins: usize,
    /// How many steps it takes to cut Time Travel off.
    pub(super) open: u32,
    /// The zones in which a secondary invention of Time Travel lies that this player does not know.
    pub(super) hidden_red: Vec<Zone>,
    /// Pairs of edges that are not to be parted, although a tile there can be turned.
    pub(super) stubborn: BTreeSet<Link>,
    /// Who is where in the past.
    there: BTreeMap<Spot, Vec<UnitId>>,
}

impl<'a> Mind<'a> {
    pub(super) fn new(rules: &'a TimeAgent, view: &'a View, race: Race, temper: Temper) -> Self {
        let state = rules.imagined(view);
        let mut players = [None; 6];
        for (n, other) in state.sides.keys().enumerate() {
            let first = state.team_of(*other)[0];
            let first = state.sides.keys().position(|r| *r == first);
            players[*other as usize] = first.or(Some(n));
        }
        let mut mind = Self {
            rules,
            view,
            state,
            race,
            temper,
            players,
            step: 0,
            credit: CREDIT,
            wins: 0,
            open: 0,
            hidden_red: vec![],
            stubborn: BTreeSet::new(),
            there: BTreeMap::new(),
        };
        for (unit, place) in mind.state.units.iter() {
            if let Place::Past(spot) = place {
                mind.there.entry(spot).or_default().push(unit);
            }
        }
        mind.hidden_red = mind.unknown_secondaries();
        mind.credit = mind.worth_of_a_credit();
        mind.open = mind.steps(&mind.state);
        // It takes long to look for, and early there is something else to do.
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

    /// Of ten ways the facedown tiles may lie, those in which this player wins if a state ends so.
    fn chances_to_win(&self, state: &State) -> usize {
        let guesses = self.guesses_of(state);
        let won = |guess: &&State| self.won(guess, self.rules.connected(guess));
        guesses.iter().filter(won).count() * GUESSES / guesses.len()
    }

    /// Who is in a place of the past.
    pub(super) fn there(&self, spot: Spot) -> &[UnitId] {
        self.there.get(&spot).map_or(&[], Vec::as_slice)
    }

    /// Whether a race is another player's.
    pub(super) fn is_foe(&self, race: Race) -> bool {
        self.players[race as usize] != self.players[self.race as usize]
    }

    /// What a resource point is worth: the income of the rounds there may still be.
    fn income(&self) -> Worth {
        let left = 12_u32.saturating_sub(self.state.round).clamp(2, 8);
        CREDIT * Worth::from(left)
    }

    /// What each player holds, by his number.
    fn totals(&self, state: &State, connected: Streams) -> [Points; 6] {
        let mut totals = [Points::default(); 6];
        let mut add = |numbers: &Numbers| {
            for (race, points) in numbers {
                if let Some(player) = self.players[*race as usize] {
                    totals[player].rp += points.rp;
                    totals[player].vp += points.vp;
                }
            }
        };
        for event in Event::ALL {
            let content = self.rules.content.event(*event);
            add(if state.reversed_events.contains(event) {
                &content.reversed
            } else {
                &content.unreversed
            });
        }
        for technology in Technology::ALL {
            let content = self.rules.content.technology(*technology);
            if *technology != Technology::TimeTravel {
                add(if connected.has(*technology) {
                    &content.connected
                } else {
                    &content.disconnected
                });
            }
        }
        totals
    }

    fn player(&self) -> usize {
        self.players[self.race as usize].unwrap_or_default()
    }

    /// The other players' numbers.
    fn rivals(&self) -> impl Iterator<Item = usize> {
        let own = self.player();
        let mut rivals: Vec<usize> = self.players.iter().flatten().copied().collect();
        rivals.sort_unstable();
        rivals.dedup();
        rivals.into_iter().filter(move |player| *player != own)
    }

    /// Whether this player wins, or wins with others, if the game ends so.
    fn won(&self, state: &State, connected: Streams) -> bool {
        let totals = self.totals(state, connected);
        self.rivals()
            .all(|rival| totals[rival].vp <= totals[self.player()].vp)
    }

    /// What the points of a state are worth while the game goes on.
    pub(super) fn standing(&self, state: &State, connected: Streams) -> Worth {
        let totals = self.totals(state, connected);
        let own = totals[self.player()];
        let (strongest, any) = self.temper.rivals();
        let vp = |player: usize| Worth::from(totals[player].vp);
        let most = self.rivals().map(vp).max().unwrap_or(0);
        let all: Worth = self.rivals().map(vp).sum();
        Worth::from(own.vp) * 1000 + Worth::from(own.rp) * self.income()
            - most * strongest
            - all * any
    }

    /// What a state is worth, with the steps there are still to its end, or with that.
    pub(super) fn value(&self, state: &State) -> Worth {
        let flood = self.rules.flood(state);
        let connected = self.rules.arrived(&flood);
        if connected.has(Technology::TimeTravel) {
            return self.standing(state, connected) - self.way_to_go(state, &flood);
        }
        let guesses = self.guesses_of(state);
        // To go on may bring a better chance than to end it now, but less and less so.
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

    /// Ways the facedown tiles may lie and turn out, as far as this player knows; one if none is left.
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
        (0..GUESSES)
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

    /// The tile on a hex, if this player knows it.
    pub(super) fn seen(&self, hex: HexId) -> Option<TileId> {
        let place = self.rules.content.index(hex)?;
        let tile = self.view.hexes.get(place)?.tile.as_ref()?;
        Some(tile.tile)
    }
}

/// 9.51: puts something in a set or takes it out again.
pub(super) fn toggle<T: Ord>(set: &mut BTreeSet<T>, item: T) {
    if !set.remove(&item) {
        set.insert(item);
    }
}
