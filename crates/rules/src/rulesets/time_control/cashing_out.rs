//! Cashing Out: Agents, tokens and Problems are traded for each other.

use super::{
    Table, TimeControl, asks,
    cash_out::{Get, Give, Moment, Retrieve, Trade},
    facts::{Fact, Gained, Given},
    losing::{Source, solve},
    names::Color,
    problems::Problem,
    restrictions::WORTH,
    state::{Piece, State},
};
use crate::{
    collect::Collect,
    engine::{Play, fields},
};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// What came of a trade against a Problem that would put a player out of the game.
enum Rescue {
    /// The Problem was solved.
    Solved,
    /// The tokens of all were worth less than these points.
    TooFewTokens(u8),
    /// Nothing was cashed out.
    Nothing,
}

/// The most trades of one player at one moment, so that a turn ends.
const TRADES: usize = 20;

impl TimeControl {
    /// Cashing Out: offers each player, in the order of initiative, to cash out (ruling D22).
    pub(super) fn cash_out_all(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        moment: Moment,
    ) -> Play<()> {
        for color in state.living().collect::<Vec<_>>() {
            for _ in 0..TRADES {
                if !state.lives(color) || !state.winners.is_empty() {
                    break;
                }
                table.rule("Cashing Out");
                let trade = {
                    let state = &*state;
                    let trades = move || self.trades(state, color);
                    let ask = asks::CashOut
                        .seldom(vec![Trade::None], trades)
                        .about(move || {
                            let pays = self.restrictions(state, color).pays;
                            let mut about = fields([("at", json!(moment)), ("pays", json!(pays))]);
                            let fresh = self.fresh_pays(state, color);
                            if !fresh.is_empty() {
                                about.insert("fresh".to_owned(), json!(fresh));
                            }
                            about
                        });
                    table.ask(self.seat(color), self.seen(state, ask))?
                };
                let Trade::Trade { give, get } = trade else {
                    break;
                };
                self.cash_out(state, table, color, give, get)?;
            }
        }
        Ok(())
    }

    /// Losing: a player whom a Problem would put out of the game may cash out until it does not. Returns true if they are saved
    /// (ruling D22).
    pub(super) fn rescue(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        color: Color,
    ) -> Play<bool> {
        let mut below = u8::MAX;
        while !self.fatal(state, color).is_empty() {
            match self.rescue_once(state, table, color, below)? {
                Rescue::Solved => {}
                // Others did not add what was missing.
                Rescue::TooFewTokens(pays) => below = pays,
                Rescue::Nothing => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Cashing Out: asks a player whom a Problem would put out of the game what they cash out against it. Tokens are offered
    /// for what costs fewer points than `below`.
    fn rescue_once(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        color: Color,
        below: u8,
    ) -> Play<Rescue> {
        table.rule("Cashing Out");
        let fatal = self.fatal(state, color);
        let helps = |problem: &Problem| {
            let types = &self.content.problem(*problem).types;
            fatal.iter().any(|of| types.contains(of))
        };
        let own: BTreeSet<Problem> = state.player(color).problems.iter().copied().collect_set();
        let mut trades = vec![];
        for problem in own.into_iter().filter(helps) {
            let get = Get::Solve(color, problem);
            if self.pays(state, color, get) < below && self.can_spend(state, color, get) {
                trades.push(Trade::Trade {
                    give: Give::Tokens,
                    get,
                });
            }
            if self.gives_agents(state, color, get) {
                let agents = state.of(color).map(|(agent, _)| Give::Agent(agent));
                trades.extend(agents.map(|give| Trade::Trade { give, get }));
            }
        }
        if trades.is_empty() {
            return Ok(Rescue::Nothing);
        }
        // To be saved is the default, so a missing mail puts no player out of the game.
        trades.push(Trade::None);
        let trade = {
            let state = &*state;
            let ask = asks::Rescue.one_of(trades);
            table.ask(self.seat(color), self.seen(state, ask))?
        };
        Ok(match trade {
            Trade::None => Rescue::Nothing,
            Trade::Trade { give, get } => {
                let pays = self.pays(state, color, get);
                if self.cash_out(state, table, color, give, get)? {
                    Rescue::Solved
                } else {
                    Rescue::TooFewTokens(pays)
                }
            }
        })
    }

    /// Create: returns what the Problems cost that a player has drawn in this Resolve Phase, where it is less than what they
    /// pay for other things (ruling D22).
    fn fresh_pays(&self, state: &State, color: Color) -> BTreeMap<Problem, u8> {
        let usual = self.restrictions(state, color).pays;
        let own = state.fresh.iter().filter(|(of, _)| *of == color);
        own.map(|(_, problem)| {
            (
                *problem,
                self.pays(state, color, Get::Solve(color, *problem)),
            )
        })
        .filter(|(_, pays)| *pays < usual)
        .collect_map()
    }

    /// Cashing Out Time Control Tokens: checks whether a player has tokens enough for something, alone or with those of others.
    fn can_spend(&self, state: &State, color: Color, get: Get) -> bool {
        let points = |color: Color| -> u32 {
            state
                .player(color)
                .tokens
                .iter()
                .map(|token| u32::from(*token))
                .sum()
        };
        let all: u32 = state.living().map(points).sum();
        let pays = u32::from(self.pays(state, color, get));
        points(color) > 0 && all >= pays
    }

    /// Cashing Out: returns the trades that a player can make.
    pub(super) fn trades(&self, state: &State, color: Color) -> Vec<Trade> {
        let mut problems: Vec<Get> = vec![];
        for of in state.living() {
            let each: BTreeSet<Problem> = state.player(of).problems.iter().copied().collect_set();
            problems.extend(each.into_iter().map(|problem| Get::Solve(of, problem)));
        }
        let agents: Vec<Get> = state.discarded().map(Get::Agent).collect();
        let retrieves = self.restrictions(state, color).retrieves;
        let tokens = state
            .living()
            .any(|of| state.discarded_tokens(of).any(|token| token <= retrieves));
        let tokens = tokens.then_some(Get::Tokens);
        let mut all = vec![];
        let mut add = |give: Give, gets: &mut dyn Iterator<Item = Get>| {
            all.extend(gets.map(|get| Trade::Trade { give, get }));
        };
        let by_agents = problems.iter().copied().chain(tokens);
        let by_agents: Vec<Get> = by_agents
            .filter(|get| self.gives_agents(state, color, *get))
            .collect();
        for (agent, _) in state.of(color) {
            add(Give::Agent(agent), &mut by_agents.iter().copied());
        }
        let bought = agents.iter().chain(&problems).copied();
        add(
            Give::Tokens,
            &mut bought.filter(|get| self.can_spend(state, color, *get)),
        );
        if state.problems.cards() > 0 {
            add(
                Give::Problem,
                &mut tokens.into_iter().chain(agents.iter().copied()),
            );
        }
        all
    }

    /// Cashing Out: executes a trade. Returns false if the tokens of all were too few for it.
    fn cash_out(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        color: Color,
        give: Give,
        get: Get,
    ) -> Play<bool> {
        let given = match give {
            Give::Agent(agent) => {
                table.rule("Cashing Out Agents");
                state.agents.remove(&agent);
                Given::Agent(agent)
            }
            Give::Tokens => {
                table.rule("Cashing Out Time Control Tokens");
                match self.spend(state, table, color, get)? {
                    Some(tokens) => Given::Tokens(tokens),
                    None => return Ok(false),
                }
            }
            Give::Problem => {
                table.rule("Cashing Out Problems");
                self.draw_problem(state, table, color, Source::CashOut)?;
                Given::Problem
            }
        };
        table.rule("Cashing Out");
        let gained = if state.lives(color) {
            self.gain(state, table, color, give, get)?
        } else {
            Gained::Nothing
        };
        table.tell_all(Fact::CashedOut {
            color,
            given,
            gained,
        });
        Ok(true)
    }

    /// Cashing Out: what a player gets for what they gave.
    fn gain(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        color: Color,
        give: Give,
        get: Get,
    ) -> Play<Gained> {
        match get {
            Get::Agent(agent) => {
                if state.agents.contains_key(&agent) || !state.lives(agent.color) {
                    return Ok(Gained::Nothing);
                }
                let piece = Piece {
                    at: State::home(agent),
                    busy: true,
                };
                state.agents.insert(agent, piece);
                Ok(Gained::Agent(agent))
            }
            Get::Solve(of, problem) => Ok(if solve(state, of, problem) {
                Gained::Solved(of, problem)
            } else {
                Gained::Nothing
            }),
            Get::Tokens => self.retrieve(state, table, color, give),
        }
    }

    /// Cashing Out Time Control Tokens: the player discards tokens, one by one, until they are worth enough. Others may add
    /// theirs first. Returns `None`, and nothing is discarded, if they are not worth enough together.
    fn spend(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        color: Color,
        get: Get,
    ) -> Play<Option<Vec<u8>>> {
        let pays = u32::from(self.pays(state, color, get));
        let added = self.contributions(state, table, color, get, pays)?;
        let points = |tokens: &mut dyn Iterator<Item = u8>| tokens.map(u32::from).sum::<u32>();
        let helped = points(&mut added.iter().flat_map(|(_, tokens)| tokens.iter().copied()));
        let own = points(&mut state.player(color).tokens.iter().copied());
        if own + helped < pays {
            return Ok(None);
        }
        for (other, tokens) in added {
            for token in &tokens {
                state.player_mut(other).tokens.remove(token);
            }
            table.tell_all(Fact::Contributed {
                color: other,
                to: color,
                tokens,
            });
        }
        let mut needed = pays.saturating_sub(helped);
        let mut spent = vec![];
        while needed > 0 {
            let tokens: Vec<u8> = state.player(color).tokens.iter().copied().collect();
            // The lowest token that is enough, or else the highest one, is the default.
            let (enough, less): (Vec<u8>, Vec<u8>) = tokens
                .into_iter()
                .partition(|token| u32::from(*token) >= needed);
            let choices: Vec<u8> = enough.into_iter().chain(less.into_iter().rev()).collect();
            let token = {
                let state = &*state;
                let ask = asks::Spend.one_of(choices).about(move || {
                    let mut about = fields([("needed", json!(needed)), ("get", json!(get))]);
                    if pays > u32::from(WORTH) {
                        about.insert("pays".to_owned(), json!(pays));
                    }
                    about
                });
                table.ask(self.seat(color), self.seen(state, ask))?
            };
            state.player_mut(color).tokens.remove(&token);
            needed = needed.saturating_sub(u32::from(token));
            spent.push(token);
        }
        Ok(Some(spent))
    }

    /// Cashing Out Time Control Tokens: asks the other players for tokens that they add to those that a player discards, which
    /// are to be worth `pays` points together.
    fn contributions(
        &self,
        state: &State,
        table: &mut Table<'_>,
        color: Color,
        get: Get,
        pays: u32,
    ) -> Play<Vec<(Color, Vec<u8>)>> {
        let others = state.living().filter(|other| *other != color);
        let others: Vec<Color> = others
            .filter(|other| !state.player(*other).tokens.is_empty())
            .collect();
        let ask = |other: &Color| {
            let tokens: Vec<u8> = state.player(*other).tokens.iter().copied().collect();
            let most = tokens.len();
            let ask = asks::Contribute
                .some_of(tokens, 0, most)
                .or(vec![])
                .about(move || {
                    fields([
                        ("by", json!(color)),
                        ("get", json!(get)),
                        ("pays", json!(pays)),
                    ])
                });
            (self.seat(*other).clone(), self.seen(state, ask))
        };
        let answers = table.ask_all(others.iter().map(ask).collect())?;
        let each = others.into_iter().zip(answers);
        Ok(each.filter(|(_, tokens)| !tokens.is_empty()).collect())
    }

    /// Cashing Out: the player retrieves tokens, one by one, which return to their owners.
    fn retrieve(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        color: Color,
        give: Give,
    ) -> Play<Gained> {
        let mut left = self.restrictions(state, color).retrieves;
        let mut retrieved = vec![];
        loop {
            let others = state.living().filter(|other| *other != color);
            let each = std::iter::once(color).chain(others);
            let mut choices: Vec<Retrieve> = vec![];
            for of in each {
                let tokens: Vec<u8> = state
                    .discarded_tokens(of)
                    .filter(|token| *token <= left)
                    .collect();
                let tokens = tokens.into_iter().rev();
                choices.extend(tokens.map(|token| Retrieve::Token(of, token)));
            }
            if choices.is_empty() {
                break;
            }
            // A player who cashes out retrieves something.
            if !retrieved.is_empty() {
                choices.push(Retrieve::Done);
            }
            let answer = {
                let state = &*state;
                let ask = asks::Retrieve
                    .one_of(choices)
                    .about(move || fields([("left", json!(left)), ("give", json!(give))]));
                table.ask(self.seat(color), self.seen(state, ask))?
            };
            let Retrieve::Token(of, token) = answer else {
                break;
            };
            state.player_mut(of).tokens.insert(token);
            left = left.saturating_sub(token);
            retrieved.push((of, token));
        }
        Ok(Gained::Tokens(retrieved))
    }
}
