//! The check of an order file against the view of its seat. Launches and the player's own announcements are followed with the
//! rules' own code; what depends on what others do is a warning.

use super::{
    TimeControl, Wrong,
    actions::{Action, Deed, Purpose},
    announcement,
    answer::said,
    names::{Agent, Bid, Color, Place, Zone},
    orders::Orders,
    restrictions::{Restrictions, Right},
    state::{State, Step},
    view::View,
};
use crate::{
    engine::{Diagnostic, Intent, Plan, SeatId},
    rulesets::kit::{Diagnostics, side},
};
use std::sync::Arc;

/// The help for a line that may be right when it is reached.
const OTHERS: &str = "It may be right when it is reached: others act too. A line that is not possible then stops and asks you, or is left out with `if-illegal: skip`.";

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
        let state = view.clone();
        // The view may have been cut short on its way.
        if self.possible(&state).is_err() || !state.players.contains_key(&color) {
            return Diagnostics::of_cut_view(Wrong::ViewNotWhole);
        }
        let mut walk = Walk {
            rules: self,
            restrictions: self.restrictions(&state, color),
            state,
            color,
            launched: 0,
            found: Diagnostics::default(),
        };
        // Every section is named here, so that a new one does not compile until it is checked.
        let Orders {
            launch: launches,
            actions,
            interrupts,
            objections,
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
        // What is cashed out now is gone before anything else happens.
        let trades: Vec<_> = plan.left("cash-out", cash_out.iter().flatten()).collect();
        walk.cash_out_lines(&trades);
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
        let rules: Vec<_> = plan.left("interrupts", interrupts).collect();
        walk.interrupts(&rules);
        walk.objections(objections.as_ref());
        for n in 0..duels.len() {
            walk.duel(n, duels);
        }
        for n in 0..help.len() {
            walk.help(n, help);
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
        for (n, entry) in rescue.iter().enumerate() {
            walk.cash_out(&format!("rescue/{n}"), entry);
        }
        for (other, tokens) in contribute {
            for token in tokens {
                walk.held(&format!("contribute/{other}"), *token);
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

/// The help for something that a Problem forbids.
pub(super) const GONE: &str = "It is possible once the Problem is solved or cashed out; as long as you have it, this has no effect.";

/// The state that a plan has reached so far.
pub(super) struct Walk<'a> {
    pub(super) rules: &'a TimeControl,
    pub(super) restrictions: Restrictions,
    pub(super) state: State,
    pub(super) color: Color,
    /// The Launch Phase: the number of Agents that are launched so far.
    launched: u8,
    pub(super) found: Diagnostics,
}

impl Walk<'_> {
    /// Reports an Agent that belongs to another player.
    pub(super) fn own(&mut self, path: &str, agent: Agent) {
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
        if zone == Zone::Today {
            return;
        }
        if zone > deepest {
            let help = "It is possible if the Problem is cashed out before, with `at: start`; otherwise the Agent stays in Today.";
            let wrong = Wrong::TooDeep { deepest, to: zone };
            self.found.doubt(path, wrong, help);
        } else if let Some(problem) = self.restrictions.launches_by
            && self.launched >= self.restrictions.launches
        {
            let most = self.restrictions.launches;
            let help = "The first of the list are launched (ruling T6). Leave the other lines out, or cash the Problem out before, with `at: start`.";
            let problem = self.rules.content.name(problem);
            let wrong = Wrong::TooManyLaunches { problem, most };
            self.found.doubt(path, wrong, help);
        } else if !launch(&mut self.state, agent, zone) {
            let help = "Only Alert Agents in Today are launched, and launches come before the Alert Phase.";
            self.found.doubt(path, Wrong::NotReady(agent), help);
        } else {
            self.launched += 1;
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
        } else if matches!(wrong, Wrong::Forbidden { .. } | Wrong::NoSpecialty { .. }) {
            self.found.doubt(path, wrong, GONE);
        } else {
            self.found.doubt(path, wrong, OTHERS);
        }
    }

    /// The Action Phase: checks one announcement, and follows it.
    fn announce(&mut self, path: &str, line: &announcement::Line) {
        let said = said(line, None);
        if let Some(Intent::Claim(purpose)) = &said
            && let Some(wrong) = self.rules.barred_claim(&self.restrictions, *purpose)
        {
            self.found.doubt(path, wrong, GONE);
        }
        let action = match said {
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
        let busies = self.restrictions.busied_by(action.deed.does()).is_some();
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
    fn wish(&mut self, path: &str, line: &announcement::Line) {
        match said(line, None) {
            None => self.found.error(path, Wrong::NoAttacker),
            Some(Intent::Act(action) | Intent::Claim(Purpose::Act(action))) => {
                self.own(path, action.agent);
            }
            Some(Intent::Claim(purpose)) => {
                if let Some(wrong) = self.rules.barred_forcing(&self.restrictions, purpose) {
                    self.found.doubt(path, wrong, GONE);
                }
            }
            Some(Intent::Pass) => {}
        }
    }

    /// Warns of a section or an entry for which a Problem takes the right.
    pub(super) fn right(&mut self, path: &str, right: Right, wrong: fn(Arc<str>) -> Wrong) {
        if let Some(problem) = self.restrictions.bars(right) {
            let problem = self.rules.content.name(problem);
            self.found.doubt(path, wrong(problem), GONE);
        }
    }

    /// Duel Value: checks that a token can be played.
    pub(super) fn token(&mut self, path: &str, bid: Bid) {
        let Bid::Token(token) = bid else {
            let tokens = &self.state.player(self.color).tokens;
            // Without a token a Fate card is drawn in any case.
            if tokens
                .iter()
                .any(|token| *token <= self.restrictions.highest_token)
            {
                self.right(path, Right::Fate, Wrong::NoFate);
            }
            return;
        };
        let have = self.state.player(self.color).tokens.contains(&token);
        if !have || token > self.restrictions.highest_token {
            let help =
                "It may come back by cashing out; otherwise the next token of the plan is played.";
            self.found.doubt(path, Wrong::NoToken(bid), help);
        }
    }
}
