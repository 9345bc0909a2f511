//! The check of an order file against the view of its seat. Launches and the player's own announcements are followed with the
//! rules' own code; what depends on what others do is a warning.

use super::{
    TimeControl, Wrong,
    actions::{Action, Deed, Does, Purpose},
    answer::said,
    cash_out::{Get, Give, Trade},
    names::{Agent, Bid, Color, Place, Zone},
    orders::{CashOut, DuelPlan, Interrupt, Line, Orders},
    restrictions::Restrictions,
    state::{State, Step},
    view::View,
};
use crate::{
    engine::{Diagnostic, Intent, Plan, SeatId},
    rulesets::kit::{Diagnostics, side},
};

/// The help for a line that may be right when it is reached.
const OTHERS: &str = "It may be right when it is reached: others act too. A line that is not possible then is left out.";

impl TimeControl {
    /// Checks the lines of a plan that were not executed yet.
    pub(super) fn look_through(
        &self,
        view: &View,
        seat: &SeatId,
        plan: &Plan<'_, Orders>,
    ) -> Vec<Diagnostic> {
        let Some(color) = side::<Color>(seat) else {
            return vec![];
        };
        let state = view.0.clone();
        // The view may have been cut short on its way.
        if self.possible(&state).is_err() || !state.players.contains_key(&color) {
            return Diagnostics::of_cut_view(Wrong::ViewNotWhole);
        }
        let mut walk = Walk {
            rules: self,
            restrictions: self.restrictions(&state, color),
            state,
            color,
            found: Diagnostics::default(),
        };
        // Every section is named here, so that a new one does not compile until it is checked.
        let Orders {
            launch: launches,
            actions,
            interrupts,
            objections: _,
            duels,
            help,
            control,
            forced,
            resolve: _,
            solve: _,
            defend,
            cash_out,
            rescue,
            contribute,
            live: _,
        } = plan.orders;
        if !walk.state.lives(color) {
            if *plan.orders != Orders::default() {
                let help = "Send nothing more; the reports go on.";
                walk.found.doubt("", Wrong::YouAreOut, help);
            }
            return walk.found.into();
        }
        // Later in the turn, Agents are where they were launched to.
        if walk.state.step == Step::Start {
            for (agent, zone) in launches {
                walk.launch(*agent, *zone);
            }
            alert(&mut walk.state);
        }
        for (line, order) in plan.left("actions", actions.iter().flatten()) {
            walk.announce(&line.0, order);
        }
        for (line, rule) in plan.left("interrupts", interrupts) {
            walk.interrupt(&line.0, rule);
        }
        for (n, plan) in duels.iter().enumerate() {
            walk.duel(n, plan);
        }
        for (n, help) in help.iter().enumerate() {
            walk.own(&format!("help/{n}/agent"), help.agent);
        }
        for (section, lines) in [("control", control), ("forced", forced)] {
            for (n, line) in lines.iter().enumerate() {
                walk.wish(&format!("{section}/{n}"), line);
            }
        }
        for (agent, bid) in defend {
            walk.own(&format!("defend/{agent}"), *agent);
            walk.token(&format!("defend/{agent}"), *bid);
        }
        for (line, entry) in plan.left("cash-out", cash_out.iter().flatten()) {
            walk.cash_out(&line.0, entry);
        }
        for (n, entry) in rescue.iter().enumerate() {
            walk.cash_out(&format!("rescue/{n}"), entry);
        }
        for (other, tokens) in contribute {
            for token in tokens {
                walk.token(&format!("contribute/{other}"), Bid::Token(*token));
            }
        }
        walk.found.into()
    }
}

/// The Launch Phase: moves an Agent that can be launched. Returns false if it cannot.
pub(super) fn launch(state: &mut State, agent: Agent, zone: Zone) -> bool {
    let home = State::home(agent);
    let ready = state
        .agents
        .get_mut(&agent)
        .filter(|piece| !piece.busy && piece.at == home);
    ready
        .map(|piece| piece.at = Place::new(agent.color, zone))
        .is_some()
}

/// The Alert Phase: flips all Agents, as far as is known.
pub(super) fn alert(state: &mut State) {
    for piece in state.agents.values_mut() {
        piece.busy = false;
    }
}

/// The state that a plan has reached so far.
struct Walk<'a> {
    rules: &'a TimeControl,
    restrictions: Restrictions,
    state: State,
    color: Color,
    found: Diagnostics,
}

impl Walk<'_> {
    /// Reports an Agent that belongs to another player.
    fn own(&mut self, path: &str, agent: Agent) {
        if agent.color != self.color {
            self.found.error(path, Wrong::NotYours(agent));
        }
    }

    /// The Launch Phase: checks one launch, and follows it.
    fn launch(&mut self, agent: Agent, zone: Zone) {
        let path = format!("launch/{agent}");
        if agent.color != self.color {
            self.found.error(path, Wrong::NotYours(agent));
            return;
        }
        let deepest = self.restrictions.deepest_launch;
        if zone > deepest {
            self.found.error(path, Wrong::TooDeep { deepest, to: zone });
        } else if !launch(&mut self.state, agent, zone) {
            let help = "Only Alert Agents in Today are launched, and launches come before the Alert Phase.";
            self.found.doubt(path, Wrong::NotReady(agent), help);
        }
    }

    /// Reports an action that is not legal as far as the plan is known: an error if no event could make it legal.
    fn refuse(&mut self, path: &str, wrong: Wrong) {
        let certain = matches!(
            wrong,
            Wrong::NotYours(_) | Wrong::OwnAgent(_) | Wrong::CannotFlip(_) | Wrong::NoOpponent(_)
        );
        if certain {
            self.found.error(path, wrong);
        } else {
            self.found.doubt(path, wrong, OTHERS);
        }
    }

    /// The Action Phase: checks one announcement, and follows it.
    fn announce(&mut self, path: &str, line: &Line) {
        let action = match said(line, None) {
            None => {
                self.found.error(path, Wrong::NoAttacker);
                return;
            }
            Some(Intent::Act(action) | Intent::Claim(Purpose::Act(action))) => action,
            Some(Intent::Claim(Purpose::Force(other))) => {
                if other == self.color || !self.state.lives(other) {
                    self.found.error(path, Wrong::CannotForce(other));
                }
                return;
            }
            Some(_) => return,
        };
        match self.rules.wrong_action(&self.state, self.color, action) {
            Some(wrong) => self.refuse(path, wrong),
            None => self.follow(action),
        }
    }

    /// Follows an action that decides no duel.
    fn follow(&mut self, action: Action) {
        let busies = self.restrictions.busies(action.deed.does());
        let Some(piece) = self.state.agents.get_mut(&action.agent) else {
            return;
        };
        match action.deed {
            Deed::Move(zone) => piece.at.zone = zone,
            Deed::Invade(board) => piece.at.board = board,
            Deed::Snap(_) => piece.at = State::home(action.agent),
            Deed::Attack(_) | Deed::Create(_) | Deed::Add(_) | Deed::Remove(_) | Deed::Flip(_) => {}
        }
        let at = piece.at;
        let stays = matches!(
            action.deed,
            Deed::Move(_) | Deed::Invade(_) | Deed::Attack(_)
        );
        piece.busy = busies || !stays;
        if let Deed::Create(tokens) = action.deed {
            let wave = tokens.counted().unwrap_or_default();
            self.state.waves.insert(at, wave);
        }
    }

    /// Checks a wish for later: only what can never be right is reported.
    fn wish(&mut self, path: &str, line: &Line) {
        match said(line, None) {
            None => self.found.error(path, Wrong::NoAttacker),
            Some(Intent::Act(action) | Intent::Claim(Purpose::Act(action))) => {
                self.own(path, action.agent);
            }
            Some(_) => {}
        }
    }

    /// "Before you do that": checks a rule. One that can never be used is a warning.
    fn interrupt(&mut self, path: &str, rule: &Interrupt) {
        if let Line::Act { order, .. } = &rule.then {
            self.own(&format!("{path}/then/agent"), order.agent);
            if order.agent.color == self.color && !self.state.agents.contains_key(&order.agent) {
                let help = "Retrieve the Agent by cashing out, or name another one.";
                let path = format!("{path}/then/agent");
                self.found
                    .doubt(path, Wrong::NotOnABoard(order.agent), help);
            }
        }
        let Some((entry, wrong)) = self.rules.never_used(&self.state, self.color, rule) else {
            return;
        };
        let does = rule.when.does.as_ref();
        let forces = does.is_some_and(|does| does.0.iter().all(|does| *does == Does::Force));
        let help = match entry {
            "if" if forces => {
                "Forcing is a claim: see `objections`. The condition is about what others announce."
            }
            "if" => {
                "The condition is about announcements of the other players of this game: change the entry that none can fit."
            }
            _ => "Let the rule do something that the Agent can do in some Zone, or leave it out.",
        };
        self.found.doubt(format!("{path}/{entry}"), wrong, help);
    }

    /// Duel Value: checks that a token can be played.
    fn token(&mut self, path: &str, bid: Bid) {
        let Bid::Token(token) = bid else {
            return;
        };
        let have = self.state.player(self.color).tokens.contains(&token);
        if !have || token > self.restrictions.highest_token {
            let help =
                "It may come back by cashing out; otherwise the next token of the plan is played.";
            self.found.doubt(path, Wrong::NoToken(bid), help);
        }
    }

    fn duel(&mut self, n: usize, plan: &DuelPlan) {
        if let Some(agent) = plan.agent {
            self.own(&format!("duels/{n}/agent"), agent);
        }
        for (k, bid) in plan.bids.iter().enumerate() {
            self.token(&format!("duels/{n}/bids/{k}"), *bid);
        }
    }

    /// Cashing Out: checks one trade against the table of rates.
    fn cash_out(&mut self, path: &str, entry: &CashOut) {
        let Some(Trade::Trade { give, get }) = entry.trade() else {
            self.found.error(path, Wrong::NoSuchTrade);
            return;
        };
        let traded = match give {
            Give::Agent(agent) => {
                self.own(&format!("{path}/give"), agent);
                !matches!(get, Get::Agent(_))
            }
            Give::Tokens => get != Get::Tokens,
            Give::Problem => !matches!(get, Get::Solve(..)),
        };
        if !traded {
            self.found.error(path, Wrong::NoSuchTrade);
        }
        for token in entry.spent() {
            self.token(&format!("{path}/give"), Bid::Token(token));
        }
        let points: u32 = entry.spent().map(u32::from).sum();
        if points > 0 && points < u32::from(self.restrictions.pays) {
            let help = "Name more tokens, or say `give: tokens`: then others may add theirs, and you are asked which of yours you give.";
            let pays = self.restrictions.pays;
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
