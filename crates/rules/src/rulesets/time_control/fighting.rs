//! Duels: rounds of tokens and Fate cards, and re-duels.

use super::{
    Table, TimeControl, asks,
    decks::draw_fate,
    duel::{Duel, Part, Reckoned, status},
    facts::{Fact, Party, Revealed, Total},
    names::{Agent, Bid, Color, FateCard, HalfPoints, Specialty},
    restrictions::Right,
    state::State,
};
use crate::engine::{Fields, Play, fields};
use serde_json::json;
use std::collections::BTreeSet;

/// The most rounds of a duel; after them initiative decides (ruling D6).
const ROUNDS: u8 = 10;

/// One that takes part in a duel.
#[derive(Debug)]
pub(super) struct Fighter {
    /// The player.
    pub color: Color,
    /// Their part.
    pub part: Part,
    /// The Agent, in a duel of Agents.
    pub agent: Option<Agent>,
    /// The Agent that is aided or sabotaged.
    pub whose: Option<Agent>,
    /// FATE: true once a Fate card was chosen.
    fate: bool,
    /// The tokens of earlier rounds.
    played: BTreeSet<u8>,
    /// Re-Duel Round: true once the player has called for one.
    called: bool,
}

impl Fighter {
    /// Makes a player in a Time Control duel.
    pub(super) fn player(color: Color, part: Part) -> Self {
        Self {
            color,
            part,
            agent: None,
            whose: None,
            fate: false,
            played: BTreeSet::new(),
            called: false,
        }
    }

    /// Makes an Agent in a duel of Agents.
    pub(super) fn agent(agent: Agent, part: Part, whose: Option<Agent>) -> Self {
        Self {
            agent: Some(agent),
            whose,
            ..Self::player(agent.color, part)
        }
    }

    /// Checks whether it fights itself, and neither aids nor sabotages.
    fn fights(&self) -> bool {
        !matches!(self.part, Part::Aid | Part::Sabotage)
    }
}

/// A duel that is going on.
#[derive(Debug)]
pub(super) struct Fight {
    pub(super) duel: Duel,
    /// The number of the duel in this Action Phase.
    number: u16,
    /// Those who fight, then those who aid and sabotage.
    fighters: Vec<Fighter>,
}

/// The end of a duel.
#[derive(Clone, Copy, Debug)]
pub(super) struct Won {
    /// The winner.
    pub color: Color,
    /// True if the FATE card decided.
    pub by_fate: bool,
}

/// The reason why a player won a duel.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    /// A player has the highest value.
    Value,
    /// FATE.
    Fate,
    /// Initiative, after ten rounds (ruling D6).
    Initiative,
    /// Agent Status: the values are tied, and the attacker wins ties.
    Tie,
}

/// The end of a round.
enum Round {
    /// This fighter won it, with the totals of all who fight.
    Won(usize, Vec<HalfPoints>),
    /// These have the same total.
    Tied(Vec<usize>),
    /// FATE: this fighter won the duel.
    Fate(usize),
}

impl Fight {
    /// Makes a duel.
    pub(super) fn new(duel: Duel, number: u16, fighters: Vec<Fighter>) -> Self {
        Self {
            duel,
            number,
            fighters,
        }
    }

    /// Returns those who fight against a player.
    fn opponents(&self, color: Color) -> Vec<Party> {
        let fight = self.fighters.iter().filter(|fighter| fighter.fights());
        let others = fight.filter(|fighter| fighter.color != color);
        others
            .map(|fighter| Party {
                color: fighter.color,
            })
            .collect()
    }

    fn principals(&self) -> usize {
        self.fighters
            .iter()
            .filter(|fighter| fighter.fights())
            .count()
    }

    /// Returns the fields of a question to a fighter.
    fn about(&self, fighter: &Fighter, round: u8) -> Fields {
        let mut about = fields([
            ("duel", json!(self.duel)),
            ("number", json!(self.number)),
            ("part", json!(fighter.part)),
            ("round", json!(round)),
        ]);
        if let Some(agent) = fighter.agent {
            about.insert("agent".to_owned(), json!(agent));
        }
        let others = self.fighters.iter().filter(|other| other.fights());
        let mut against =
            others.filter(|other| other.color != fighter.color && other.agent.is_some());
        if let Some(against) = against.find_map(|other| other.agent) {
            about.insert("against".to_owned(), json!(against));
        }
        about
    }
}

impl TimeControl {
    /// Duels: plays rounds until one has won, and discards the highest token of each player.
    pub(super) fn fight(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        fight: &mut Fight,
    ) -> Play<Won> {
        let mut round = 1;
        let (winner, how) = loop {
            match self.duel_round(state, table, fight, round)? {
                Round::Fate(winner) => break (winner, How::Fate),
                Round::Tied(tied) => {
                    let colors = tied.iter().map(|n| fight.fighters[*n].color).collect();
                    if round == ROUNDS {
                        let first = |n: &usize| {
                            let color = fight.fighters[*n].color;
                            state.order.iter().position(|other| *other == color)
                        };
                        let winner = tied.into_iter().min_by_key(first).unwrap_or(0);
                        break (winner, How::Initiative);
                    }
                    table.rule("Re-Duel Round");
                    table.tell_all(Fact::Tied { colors });
                }
                Round::Won(winner, totals) => {
                    if round == ROUNDS
                        || !self.call_re_duel(state, table, fight, round, winner, &totals)?
                    {
                        let same = totals.iter().filter(|total| **total == totals[winner]);
                        let tied = same.count() > 1;
                        break (winner, if tied { How::Tie } else { How::Value });
                    }
                }
            }
            round += 1;
        };
        let color = fight.fighters[winner].color;
        table.rule("Results");
        table.tell_all(Fact::DuelWon {
            duel: fight.duel,
            color,
            against: fight.opponents(color),
            by_fate: how == How::Fate,
            by_initiative: how == How::Initiative,
            by_tie: how == How::Tie,
        });
        table.rule("Re-Duel Round");
        for fighter in fight.fighters.iter().filter(|fighter| fighter.fights()) {
            if let Some(token) = fighter.played.last().copied() {
                let color = fighter.color;
                state.player_mut(color).tokens.remove(&token);
                table.tell_all(Fact::TokenDiscarded { color, token });
            }
        }
        Ok(Won {
            color,
            by_fate: how == How::Fate,
        })
    }

    /// Duel Value: all choose tokens, reveal them and compare.
    fn duel_round(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        fight: &mut Fight,
        round: u8,
    ) -> Play<Round> {
        table.rule("Duel Value");
        let bids = self.duel_bids(state, table, fight, round)?;
        let mut values = vec![];
        let mut fate = None;
        for (n, bid) in bids.into_iter().enumerate() {
            let (card, base) = match bid {
                Bid::Token(token) => {
                    fight.fighters[n].played.insert(token);
                    (None, Some(i32::from(token)))
                }
                Bid::Fate => {
                    fight.fighters[n].fate = true;
                    let card = draw_fate(state, table)?;
                    match card {
                        FateCard::Value(value) => (Some(card), Some(i32::from(value))),
                        FateCard::Fate => (Some(card), None),
                    }
                }
            };
            let fighter = &fight.fighters[n];
            if base.is_none() {
                fate = fate.or(Some(n));
            }
            values.push(Revealed {
                color: fighter.color,
                part: fighter.part,
                agent: fighter.agent,
                whose: fighter.whose,
                bid,
                card,
                reckoned: base.map(|points| self.duel_value(state, fight.duel, fighter, points)),
            });
        }
        let principals = fight.principals();
        let totals: Vec<HalfPoints> = (0..principals).map(|n| total(fight, &values, n)).collect();
        // The FATE card decides without a comparison.
        let told = totals
            .iter()
            .filter(|_| fate.is_none())
            .zip(&fight.fighters);
        table.tell_all(Fact::DuelRound {
            round,
            totals: told
                .map(|(value, fighter)| Total {
                    color: fighter.color,
                    value: *value,
                })
                .collect(),
            values,
        });
        if let Some(n) = fate {
            return Ok(Round::Fate(winner_by_fate(fight, n)));
        }
        let best = totals.iter().max().copied().unwrap_or_default();
        let first: Vec<usize> = (0..principals).filter(|n| totals[*n] == best).collect();
        Ok(match (&first[..], fight.duel) {
            // Agent Status: if the values are tied, the attacking Agent wins.
            ([winner], _) | ([winner, ..], Duel::Agents) => Round::Won(*winner, totals),
            _ => Round::Tied(first),
        })
    }

    /// Duel Value: asks for the tokens of all who take part. A player with several Agents gives them different tokens.
    fn duel_bids(
        &self,
        state: &State,
        table: &mut Table<'_>,
        fight: &Fight,
        round: u8,
    ) -> Play<Vec<Bid>> {
        let mut bids: Vec<Option<Bid>> = vec![None; fight.fighters.len()];
        while bids.iter().any(Option::is_none) {
            let mut colors: BTreeSet<Color> = BTreeSet::new();
            let mut next = vec![];
            for (n, fighter) in fight.fighters.iter().enumerate() {
                if bids[n].is_some() {
                    continue;
                }
                if fighter.fate {
                    bids[n] = Some(Bid::Fate);
                } else if colors.insert(fighter.color) {
                    next.push(n);
                }
            }
            let asks = next.iter().map(|n| {
                let fighter = &fight.fighters[*n];
                let choices = self.bids(state, fight, &bids, *n);
                let ask = asks::Bid
                    .one_of(choices)
                    .about(move || fight.about(fighter, round));
                (self.seat(fighter.color).clone(), self.seen(state, ask))
            });
            let answers = table.ask_all(asks.collect())?;
            for (n, bid) in next.into_iter().zip(answers) {
                bids[n] = Some(bid);
            }
        }
        Ok(bids.into_iter().flatten().collect())
    }

    /// Duel Value: returns what a fighter may choose: tokens that the player has not played in this duel, from the lowest, and
    /// a Fate card. Without a token they draw a Fate card in any case.
    fn bids(&self, state: &State, fight: &Fight, so_far: &[Option<Bid>], n: usize) -> Vec<Bid> {
        let fighter = &fight.fighters[n];
        let color = fighter.color;
        let restrictions = self.restrictions(state, color);
        let own = || {
            fight
                .fighters
                .iter()
                .zip(so_far)
                .filter(|(other, _)| other.color == color)
        };
        let used = |token: u8| {
            own().any(|(other, bid)| {
                other.played.contains(&token) || *bid == Some(Bid::Token(token))
            })
        };
        let tokens = state.player(color).tokens.iter().copied();
        let tokens = tokens.filter(|token| *token <= restrictions.highest_token && !used(*token));
        let mut bids: Vec<Bid> = tokens.map(Bid::Token).collect();
        if bids.is_empty() || restrictions.bars(Right::Fate).is_none() {
            bids.push(Bid::Fate);
        }
        bids
    }

    /// Agent Status: returns the value of a token or card. Only that of an Agent that fights another one is changed, and not aid
    /// and sabotage (ruling D8).
    fn duel_value(&self, state: &State, duel: Duel, fighter: &Fighter, points: i32) -> Reckoned {
        let (Duel::Agents, true, Some(agent)) = (duel, fighter.fights(), fighter.agent) else {
            return Reckoned::of(points, None, |value| value);
        };
        let restrictions = self.restrictions(state, fighter.color);
        let status = status(state, &restrictions, agent, Specialty::Brawler);
        Reckoned::of(points, restrictions.duel_penalty, status)
    }

    /// Re-Duel Round: asks those who lost a round, in the order of initiative, until one calls for another round
    /// (ruling D4).
    fn call_re_duel(
        &self,
        state: &State,
        table: &mut Table<'_>,
        fight: &mut Fight,
        round: u8,
        winner: usize,
        totals: &[HalfPoints],
    ) -> Play<bool> {
        table.rule("Re-Duel Round");
        for color in &state.order {
            let loser = (0..totals.len()).find(|n| fight.fighters[*n].color == *color);
            let Some(n) = loser.filter(|n| *n != winner) else {
                continue;
            };
            let barred = self
                .restrictions(state, *color)
                .bars(Right::ReDuel)
                .is_some();
            if fight.fighters[n].called || barred {
                continue;
            }
            let behind = (totals[winner].0 - totals[n].0 + 1) / 2;
            let calls = {
                let fight = &*fight;
                let ask = asks::ReDuel
                    .seldom(vec![false], || vec![true])
                    .about(move || {
                        let mut about = fight.about(&fight.fighters[n], round);
                        about.insert("behind".to_owned(), json!(behind));
                        about
                    });
                table.ask(self.seat(*color), self.seen(state, ask))?
            };
            if calls {
                fight.fighters[n].called = true;
                table.tell_all(Fact::ReDuel {
                    color: *color,
                    against: fight.opponents(*color),
                });
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Rendering Aid/Committing Sabotage: returns the total of a fighter, with aid added and sabotage subtracted.
fn total(fight: &Fight, values: &[Revealed], n: usize) -> HalfPoints {
    let of = |n: usize| values[n].reckoned.map_or(0, |reckoned| reckoned.value.0);
    let agent = fight.fighters[n].agent;
    let mut points = of(n);
    for (helper, fighter) in fight.fighters.iter().enumerate() {
        if fighter.whose.is_some() && fighter.whose == agent {
            match fighter.part {
                Part::Aid => points += of(helper),
                Part::Sabotage => points -= of(helper),
                _ => {}
            }
        }
    }
    HalfPoints(points)
}

/// FATE: returns who wins by the FATE card that a fighter drew. The card of a helper decides for the side that it is for
/// (ruling T4).
fn winner_by_fate(fight: &Fight, n: usize) -> usize {
    let fighter = &fight.fighters[n];
    let side = (0..fight.fighters.len()).find(|other| {
        fight.fighters[*other].fights() && fight.fighters[*other].agent == fighter.whose
    });
    match (fighter.part, side) {
        (Part::Aid, Some(side)) => side,
        // There are two sides in a duel of Agents.
        (Part::Sabotage, Some(side)) => 1 - side.min(1),
        _ => n,
    }
}
