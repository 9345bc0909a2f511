//! The preview: the rest of a seat's round, and of the rounds of seats whose orders are supposed, is executed on the
//! seat's view by the rules' own code.

mod order;
mod words;

use super::{
    Table, TimeAgent,
    asks::{Alteration, Pair, Question},
    facts::Fact,
    names::{Race, UnitId},
    odds,
    places::{HexId, Legend, Spot, TileId},
    state::{Phase, State},
    view::View,
};
use crate::{
    collect::Collect,
    engine::{Ahead, Cast, Chance, Draw, Drawn, Offered, Play, Possible, SeatId, Step, Viewer},
    rulesets::kit::side,
};
use std::collections::{BTreeMap, BTreeSet};
use words::{actor, list, undone, words};

/// The faces that stand for a result: the higher for the winning die, the lower for the losing one.
const HIGH: u32 = 6;
const LOW: u32 = 1;

/// Returns the label of the draw that decides which tile lies face down on a hex.
fn tile_label(hex: HexId) -> String {
    format!("tile/{hex}")
}

/// Returns a label without the number of its repetition.
fn plain(label: &str) -> &str {
    label.split_once('#').map_or(label, |(plain, _)| plain)
}

fn race_of(view: &View, seat: &SeatId) -> Option<Race> {
    let race: Race = side(seat)?;
    view.sides.contains_key(&race).then_some(race)
}

impl TimeAgent {
    /// Returns the tiles that may lie face down on a hex, according to all that a viewer knows and has drawn.
    fn may_lie(&self, view: &View, hex: HexId, drawn: &BTreeMap<HexId, TileId>) -> Vec<TileId> {
        let mut out: BTreeSet<TileId> = drawn.values().copied().collect_set();
        let known = view.hexes.iter().filter_map(|hex| hex.tile.as_ref());
        out.extend(known.map(|tile| tile.tile));
        let tiles = self.content.tiles().iter().map(|tile| tile.id);
        tiles
            .filter(|tile| tile.zone == hex.zone && !out.contains(tile))
            .collect()
    }

    /// Returns the event or invention in a place, in words.
    fn printed(&self, state: &State, spot: Spot) -> Option<String> {
        match spot {
            Spot::Original(technology) => Some(format!("the invention of {technology}")),
            Spot::Hex(hex) => match state.cell(hex).tile.legend {
                Legend::Event(event) => Some(event.to_string()),
                Legend::Invention(technology) => Some(format!("the invention of {technology}")),
                Legend::Paths(_) => None,
            },
        }
    }

    /// Returns the facedown tiles that have been drawn, from the numbers under their labels.
    fn drawn_tiles(&self, drawn: &Drawn) -> BTreeMap<HexId, TileId> {
        let numbers = drawn.iter().filter_map(|(label, n)| {
            let hex: HexId = label.strip_prefix("tile/")?.parse().ok()?;
            let tile = self.content.tiles().get(*n as usize)?;
            Some((hex, tile.id))
        });
        numbers.collect_map()
    }

    /// 9.1: returns the ways of a draw that decides which tile is turned up, and its facing.
    fn ways_to_lie(&self, view: &View, hex: HexId, label: &str, drawn: &Drawn) -> Draw {
        let tiles = self.drawn_tiles(drawn);
        let known = self
            .content
            .index(hex)
            .and_then(|place| view.hexes.get(place)?.tile.as_ref());
        if known.is_some() || tiles.contains_key(&hex) {
            return Draw::even(label, 6);
        }
        let may = self.may_lie(view, hex, &tiles);
        let number = |tile: &TileId| {
            let all = self.content.tiles().iter();
            let place = all.clone().position(|t| t.id == *tile);
            u32::try_from(place.unwrap_or_default()).expect("95 tiles at most")
        };
        let each = Chance::of(1, may.len().max(1) as u128).unwrap_or(Chance::ALWAYS);
        Draw {
            label: tile_label(hex),
            ways: may.iter().map(|tile| (number(tile), each)).collect(),
        }
    }

    /// 9.3, 9.4: returns the ways of two dice, which count only by what they decide. The first die stands for the
    /// result, and the second follows.
    fn ways_to_fight(&self, label: &str, drawn: &Drawn) -> Option<Draw> {
        let base = plain(label);
        let (undertaking, whose) = base.rsplit_once('/')?;
        let mut parts = undertaking.split('/');
        let step = parts.next()?;
        let _spot = parts.next()?;
        let by: UnitId = parts.next()?.parse().ok()?;
        let target: UnitId = parts.next()?.parse().ok()?;
        let values = |unit: UnitId| self.content.values(unit.race, unit.kind);
        let (by, target) = (values(by), values(target));
        let only = |face: u32| vec![(face, Chance::ALWAYS)];
        let first = |whose: &str| {
            let repeat = &label[base.len()..];
            drawn
                .get(&format!("{undertaking}/{whose}{repeat}"))
                .copied()
        };
        let ways = match (step, whose) {
            ("search", "search") => {
                let found = odds::search(by, target);
                vec![(HIGH, found), (LOW, found.fails())]
            }
            ("search", "hide") => only(match first("search")? {
                HIGH => LOW,
                _ => HIGH,
            }),
            ("combat", "attack") => {
                let [wins, tie, fails] = odds::attack_ends(by, target);
                let even = odds::even_faces(by, target).map_or(HIGH, |(face, _)| face);
                vec![(HIGH, wins), (even, tie), (LOW, fails)]
            }
            ("combat", "defense") => {
                let [wins, _, fails] = odds::attack_ends(by, target);
                only(match first("attack")? {
                    HIGH if wins != Chance::NEVER => LOW,
                    LOW if fails != Chance::NEVER => HIGH,
                    _ => odds::even_faces(by, target)?.1,
                })
            }
            _ => return None,
        };
        let possible = ways
            .into_iter()
            .filter(|(_, share)| *share != Chance::NEVER);
        Some(Draw {
            label: label.to_owned(),
            ways: possible.collect(),
        })
    }
}

impl TimeAgent {
    /// 9.5: returns what the race could pay for alone.
    fn could_alter(&self, state: &State, race: Race, offered: &Offered) -> Vec<Possible> {
        let credits = state.side(race).credits;
        let mut possible = vec![];
        let mut turn: Option<(BTreeSet<Spot>, Alteration)> = None;
        for wanted in offered.of::<Alteration>() {
            let Some((spot, cost)) = wanted.spot().zip(self.price(state, wanted)) else {
                continue;
            };
            if cost > credits {
                continue;
            }
            if let (Alteration::Reverse { .. }, Some(what)) = (wanted, self.printed(state, spot)) {
                let undo = undone(state.reversed(spot) != Some(true));
                let but = if state.others_at(spot, race).is_empty() {
                    ""
                } else {
                    ", if no player opposes"
                };
                let what = format!("{undo} {what} at {spot} for {cost} credits{but}");
                possible.push(offered.proposal(what, &wanted));
            } else {
                let (spots, _) = turn.get_or_insert_with(|| (BTreeSet::new(), wanted));
                spots.insert(spot);
            }
        }
        if let Some((tiles, first)) = turn {
            let tiles: Vec<Spot> = tiles.into_iter().collect();
            let cost = self.content.prices.rotate;
            let what = format!("rotate {} for {cost} credits each", list(&tiles));
            possible.push(offered.proposal(what, &first));
        }
        possible
    }

    /// 9.3, 9.4: returns the operatives that the seat could still search for, with the chances.
    fn could_eliminate(&self, state: &State, seat: &SeatId, offered: &Offered) -> Vec<Possible> {
        let pairs: Vec<Pair> = offered.of().collect();
        let first = |place: &str, name: &str| {
            pairs.iter().copied().find(|pair| match pair {
                Pair::Done => false,
                Pair::Against { spot, target, .. } => {
                    spot.to_string() == place && target.to_string() == name
                }
            })
        };
        let view = self.seen_by(state, &Viewer::Seat(seat.clone()));
        let mut possible = vec![];
        for odds in self.odds_beside(&view, seat) {
            let (Some(place), Some((_, both))) = (&odds.place, odds.chances.last()) else {
                continue;
            };
            let (by, against) = (&odds.by, &odds.against);
            if let Some(pair) = first(place, against) {
                let what = format!("find and eliminate {against} at {place} with {by}: {both}");
                possible.push(offered.proposal(what, &pair));
            }
        }
        possible
    }
}

impl Ahead<View, State, Fact> for TimeAgent {
    fn imagine(&self, view: &View, seat: &SeatId, drawn: &Drawn) -> Option<State> {
        let race = race_of(view, seat)?;
        // A view that was cut short in its file cannot be previewed.
        if view.phase == Phase::Over || view.hexes.len() != self.content.hexes().len() {
            return None;
        }
        // The player turns of the races before the one whose turn it is are over.
        if let Phase::PlayerTurn(active) = view.phase {
            let place = |race: Race| view.order.iter().position(|other| *other == race);
            if place(race)? < place(active)? {
                return None;
            }
        }
        Some(self.imagined_with(view, &self.drawn_tiles(drawn)))
    }

    /// 5, 6, 8 and 9: executes them for the races of the cast; also 7, if there are several.
    fn play(
        &self,
        state: &mut State,
        cast: &Cast,
        own_done: &dyn Fn(&State),
        table: &mut Table<'_>,
    ) -> Play<()> {
        let own: Race = side(&cast.own).expect("a seat is named after its race");
        if state.phase == Phase::RoundStart {
            Self::receive_income(state, table);
            Self::reset_time_machines(state);
        }
        let races = self.races_in_order(state, cast, table)?;
        if !matches!(state.phase, Phase::PlayerTurn(_)) {
            self.headquarters_of(state, &races, table)?;
        }
        for race in races {
            if self.player_turn(state, table, race)?.is_break() {
                self.game_over(state, table);
                return Ok(());
            }
            if race == own {
                own_done(state);
            }
        }
        Ok(())
    }

    fn ways(&self, view: &View, state: &State, label: &str, sides: u32, drawn: &Drawn) -> Draw {
        let facing = plain(label).strip_prefix("facing/");
        if let Some(hex) = facing.and_then(|hex| hex.parse().ok()) {
            return self.ways_to_lie(view, hex, label, drawn);
        }
        let order = order::ways_to_pick(state, label, drawn);
        order
            .or_else(|| self.ways_to_fight(label, drawn))
            .unwrap_or_else(|| Draw::even(label, sides))
    }

    /// Returns the step for a fact. What a race does whose orders are supposed begins with its name.
    fn step(&self, view: &View, cast: &Cast, rule: &str, fact: &Fact) -> Option<Step> {
        let own = race_of(view, &cast.own)?;
        if let Fact::PlayerOrder { order } = fact {
            return order::step(self, cast, rule, order);
        }
        let other = actor(fact).filter(|race| cast.supposed.contains(self.seat(*race)));
        let (what, cost) = words(other.unwrap_or(own), rule, fact)?;
        let cost = cost.filter(|cost| *cost > 0);
        let what = match (other, cost) {
            (None, _) => what,
            (Some(race), None) => format!("{race}: {what}"),
            (Some(race), Some(1)) => format!("{race}: {what} for 1 credit"),
            (Some(race), Some(cost)) => format!("{race}: {what} for {cost} credits"),
        };
        let declared = match fact {
            Fact::Declared { race, .. } => cast.plays(self.seat(*race)),
            _ => false,
        };
        Some(Step {
            rule: rule.to_owned(),
            what: if declared {
                what.replace(words::TAKEN_FOR_GRANTED, "")
            } else {
                what
            },
            fact: None,
            open: false,
            cost: (cost.filter(|_| other.is_none())).map(|cost| (cost, "credits")),
        })
    }

    /// 9.3 to 9.5: returns what could be altered where the seat's operatives are then, and which operatives they could
    /// fight, out of what the steps of the turn have offered.
    fn possible(&self, state: &State, seat: &SeatId, offered: &[Offered]) -> Vec<Possible> {
        let Some(race) = side::<Race>(seat) else {
            return vec![];
        };
        let mut possible = vec![];
        for offered in offered {
            match offered.ask.parse() {
                Ok(Question::Alter) => possible.extend(self.could_alter(state, race, offered)),
                Ok(Question::Search) => possible.extend(self.could_eliminate(state, seat, offered)),
                _ => {}
            }
        }
        possible
    }

    fn purse(&self, state: &State, seat: &SeatId) -> Vec<(&'static str, i64)> {
        let race = side::<Race>(seat);
        let Some(side) = race.and_then(|race| state.sides.get(&race)) else {
            return vec![];
        };
        vec![
            ("credits", side.credits.into()),
            ("free machines", side.free_machines().into()),
            ("RP", side.rp.into()),
            ("VP", side.vp.into()),
        ]
    }
}
