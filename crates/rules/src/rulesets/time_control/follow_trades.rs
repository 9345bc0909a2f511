//! The check of an order file, Cashing Out: each trade of a plan, and those that are made before anything else happens are
//! followed, as far as their result is known.

use super::{
    TimeControl, Wrong,
    cash_out::{Get, Give, Moment, Trade},
    check::{GONE, Walk},
    losing::solve,
    names::{Bid, Color},
    orders::CashOut,
    restrictions::Right,
    state::{Piece, State, Step},
};
use crate::engine::Line;

impl Moment {
    /// Returns the moment for cashing out with which a step begins; `None` if it begins with none.
    pub(super) fn of(step: Step) -> Option<Self> {
        match step {
            Step::Start => Some(Self::Start),
            Step::Before(window) => Some(Self::before(window)),
            Step::Waves => Some(Self::Waves),
            Step::Resolved => Some(Self::Resolved),
            Step::Window(_) | Step::Attack => None,
        }
    }
}

impl TimeControl {
    /// Cashing Out: follows lines that are possible now, the first possible one each time, as the rules take them.
    pub(super) fn follow_trades(&self, state: &mut State, color: Color, lines: &[CashOut]) {
        let mut left: Vec<&CashOut> = lines.iter().collect();
        while let Some(n) = left
            .iter()
            .position(|entry| self.follow_trade(state, color, entry))
        {
            left.remove(n);
        }
    }

    /// Cashing Out: follows one line, if it is possible now. Returns false if it is not. A Problem that is drawn for it is not
    /// known before.
    pub(super) fn follow_trade(&self, state: &mut State, color: Color, entry: &CashOut) -> bool {
        let now = Moment::of(state.step);
        let Some(trade @ Trade::Trade { give, get }) = entry.trade() else {
            return false;
        };
        let pays = u32::from(self.pays(state, color, get));
        let own = &state.player(color).tokens;
        let spent = entry.spent().filter(|token| own.contains(token));
        let points: u32 = spent.map(u32::from).sum();
        let possible = now.is_some()
            && (entry.at.is_none() || entry.at == now)
            && (give != Give::Tokens || points >= pays)
            && self.trades(state, color).contains(&trade);
        if !possible {
            return false;
        }
        match give {
            Give::Agent(agent) => {
                state.agents.remove(&agent);
            }
            Give::Tokens => spend(state, color, entry, pays),
            Give::Problem => {}
        }
        match get {
            Get::Agent(agent) => {
                let at = State::home(agent);
                state.agents.insert(agent, Piece { at, busy: true });
            }
            Get::Solve(of, problem) => {
                solve(state, of, problem);
            }
            Get::Tokens => {
                let left = self.restrictions(state, color).retrieves;
                retrieve(state, entry, left);
            }
        }
        true
    }
}

/// Cashing Out Time Control Tokens: takes the listed tokens until they are worth enough.
fn spend(state: &mut State, color: Color, entry: &CashOut, pays: u32) {
    let mut needed = pays;
    for token in entry.spent() {
        if needed > 0 && state.player_mut(color).tokens.remove(&token) {
            needed = needed.saturating_sub(u32::from(token));
        }
    }
}

/// Cashing Out: returns the listed tokens to their owners, as far as the points go.
fn retrieve(state: &mut State, entry: &CashOut, points: u8) {
    let mut left = points;
    for (of, token) in entry.retrieved() {
        if token <= left && state.lives(of) && state.player_mut(of).tokens.insert(token) {
            left -= token;
        }
    }
}

impl Walk<'_> {
    /// Cashing Out: checks that a token can be given. A Problem that limits tokens is about duels.
    pub(super) fn held(&mut self, path: &str, token: u8) {
        if !self.state.player(self.color).tokens.contains(&token) {
            let help = "It may come back by cashing out; otherwise it is left out.";
            self.found
                .doubt(path, Wrong::NoToken(Bid::Token(token)), help);
        }
    }

    /// Cashing Out: checks the lines in their order, and follows those that are possible now.
    pub(super) fn cash_out_lines(&mut self, lines: &[(Line, &CashOut)]) {
        let mut later = vec![];
        for (line, entry) in lines {
            self.cash_out(&line.0, entry);
            if self.rules.follow_trade(&mut self.state, self.color, entry) {
                self.restrictions = self.rules.restrictions(&self.state, self.color);
            } else {
                later.push((*entry).clone());
            }
        }
        let rules = self.rules;
        rules.follow_trades(&mut self.state, self.color, &later);
        self.restrictions = rules.restrictions(&self.state, self.color);
    }

    /// Cashing Out: checks one trade against the table of rates.
    pub(super) fn cash_out(&mut self, path: &str, entry: &CashOut) {
        let Some(Trade::Trade { give, get }) = entry.trade() else {
            self.found.error(path, Wrong::NoSuchTrade);
            return;
        };
        let traded = match give {
            Give::Agent(agent) => {
                self.own(&format!("{path}/give"), agent);
                let rules = self.rules.rules_of_trade(&self.state, self.color, get);
                if let Some(problem) = rules.bars(Right::GiveAgents) {
                    let wrong = Wrong::NoAgentTrades(self.rules.content.name(problem));
                    self.found.doubt(format!("{path}/give"), wrong, GONE);
                }
                !matches!(get, Get::Agent(_))
            }
            Give::Tokens => get != Get::Tokens,
            Give::Problem => !matches!(get, Get::Solve(..)),
        };
        if !traded {
            self.found.error(path, Wrong::NoSuchTrade);
        }
        for token in entry.spent() {
            self.held(&format!("{path}/give"), token);
        }
        let points: u32 = entry.spent().map(u32::from).sum();
        let pays = self.rules.pays(&self.state, self.color, get);
        if points > 0 && points < u32::from(pays) {
            let help = "Name more tokens, or say `give: tokens`: then others may add theirs, and you are asked which of yours you give.";
            self.found.doubt(
                format!("{path}/give"),
                Wrong::TooFewPoints { points, pays },
                help,
            );
        }
        let points: u32 = entry.retrieved().map(|(_, token)| u32::from(token)).sum();
        if points > u32::from(self.restrictions.retrieves) {
            let help = "The tokens are retrieved in this order, as far as the points go.";
            let retrieves = self.restrictions.retrieves;
            let wrong = Wrong::TooManyPoints { points, retrieves };
            self.found.doubt(format!("{path}/get"), wrong, help);
        }
    }
}
