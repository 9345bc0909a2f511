//! The check of an order file against the view of its seat. Moves and LOOPs are followed with the rules' own code; the results
//! of abilities are not foreseen (`try` plays them), so what depends on them is a warning.

use super::{
    TheLoop, Wrong,
    artifacts::Artifact,
    asks::Action,
    effects::{Step, Who},
    names::{Agent, Special, Take},
    orders::{Line, Orders, Use},
    refresh::wrong_take,
    state::{Side, State},
    view::View,
};
use crate::{
    engine::{Diagnostic, Plan, SeatId},
    rulesets::kit::{Diagnostics, Wanted, side},
};

impl TheLoop {
    /// Checks the lines of a plan that were not executed yet.
    pub(super) fn look_through(
        &self,
        view: &View,
        seat: &SeatId,
        plan: &Plan<'_, Orders>,
    ) -> Vec<Diagnostic> {
        let Some(agent) = side::<Agent>(seat) else {
            return vec![];
        };
        let state = view.clone();
        // The view may have been cut short on its way.
        if self.consistent(&state).is_err() || !state.agents.contains_key(&agent) {
            return Diagnostics::of_cut_view(Wrong::ViewNotWhole);
        }
        let mut walk = Walk {
            rules: self,
            state,
            agent,
            moved: false,
            changed: false,
            found: Diagnostics::default(),
        };
        // Every section is named here, so that a new one does not compile until it is checked.
        let Orders {
            actions,
            acquire,
            complete,
            reward: _,
            cancel,
            gain,
            agree: _,
        } = plan.orders;
        let special = self.content.agent(agent).special;
        if !cancel.is_empty() && special != Special::CancelsARift {
            walk.found.error("cancel", Wrong::NotYourAbility(agent));
        }
        if gain.is_some() && special != Special::GainsFromClones {
            walk.found.error("gain", Wrong::NotYourAbility(agent));
        }
        let Some(turn) = walk.state.turn().map(|turn| turn.agent) else {
            return walk.found.into();
        };
        if turn != agent {
            let sections = [
                ("actions", actions.as_ref().is_some_and(|a| !a.is_empty())),
                ("acquire", acquire.is_some()),
                ("complete", complete.is_some()),
            ];
            for (section, there) in sections {
                if there {
                    let help = "Send it when your turn has come; `reward`, `cancel` and `agree` are for the turns of others.";
                    walk.found.doubt(section, Wrong::OthersTurn(turn), help);
                }
            }
            return walk.found.into();
        }
        walk.actions(plan, actions.as_deref().unwrap_or_default());
        if let Some(acquire) = acquire {
            walk.acquire(acquire);
        }
        walk.found.into()
    }
}

/// The state that a plan has reached so far.
struct Walk<'a> {
    rules: &'a TheLoop,
    state: State,
    agent: Agent,
    /// True once an ability may have moved the Agent.
    moved: bool,
    /// True once an ability may have changed the board or the hand.
    changed: bool,
    found: Diagnostics,
}

impl Walk<'_> {
    /// Reports an illegal line. If an ability before it may still make it legal, reports a warning instead.
    fn refuse(&mut self, path: &str, wrong: Wrong) {
        let help = "It may be right after the abilities before it; `try` plays them.";
        let open = match wrong {
            Wrong::NotAdjacent { .. } | Wrong::AlreadyThere(_) | Wrong::NothingToResolve(_) => {
                self.moved || self.changed
            }
            Wrong::NoEnergy { .. } | Wrong::NotInHand(_) | Wrong::NotAvailable { .. } => {
                self.changed
            }
            _ => false,
        };
        if open {
            self.found.doubt(path, wrong, help);
        } else {
            self.found.error(path, wrong);
        }
    }

    fn actions(&mut self, plan: &Plan<'_, Orders>, actions: &[Line]) {
        for (line, order) in plan.left("actions", actions) {
            let path = format!("{line}/{}", order.word());
            let action = match order {
                Line::Free(era) => Action::Free(*era),
                Line::Move(era) => Action::Move(*era),
                Line::Loop(dimension) => Action::Loop(*dimension),
                Line::Ability(_) => Action::Ability,
                Line::Use(order) => {
                    self.use_line(&path, order);
                    continue;
                }
                // It answers what an ability has asked, which changes the board.
                Line::Choose(_) => {
                    self.changed = true;
                    self.moved = true;
                    continue;
                }
                // Actions of others during the stop change nothing here, and the player may send new lines.
                Line::Hold => continue,
            };
            if let Some(wrong) = self.rules.wrong_action(&self.state, self.agent, action) {
                self.refuse(&path, wrong);
            }
            // The walk goes on as if the line were right, so that its consequences are not reported as mistakes.
            self.play(action);
        }
    }

    /// Applies a move, a LOOP or a special ability to the state of the walk.
    fn play(&mut self, action: Action) {
        let at = self.state.at(self.agent);
        let spend = |state: &mut State, energy: u8| {
            let space = state.space_mut(at);
            space.energy = space.energy.saturating_sub(energy);
        };
        match action {
            Action::Free(to) => {
                if let Some(turn) = self.state.turn_mut() {
                    turn.moved_freely = true;
                }
                self.state.deck_mut(self.agent).at = to;
            }
            Action::Move(to) => {
                spend(&mut self.state, 1);
                self.state.deck_mut(self.agent).at = to;
            }
            Action::Loop(dimension) => {
                let mut cost = 1;
                if let Some(turn) = self.state.turn_mut() {
                    turn.loops = turn.loops.saturating_add(1);
                    cost = turn.loops;
                }
                spend(&mut self.state, cost);
                for (card, side) in &mut self.state.deck_mut(self.agent).hand {
                    if self.rules.content.card(*card).dimension == dimension {
                        *side = Side::Ready;
                    }
                }
            }
            Action::Ability => {
                if let Some(turn) = self.state.turn_mut() {
                    turn.ability_used = true;
                }
                let special = self.rules.content.agent(self.agent).special;
                if special == Special::ResolvesAnArtifact {
                    self.changed = true;
                    self.moved = true;
                }
            }
            Action::Use(_) | Action::Done => {}
        }
    }

    /// Use an Artifact: checks the first card that is ready; of a card that may still be drawn nothing is known.
    fn use_line(&mut self, path: &str, order: &Use) {
        let wrong = |card: Artifact| {
            let action = Action::Use(card);
            self.rules.wrong_action(&self.state, self.agent, action)
        };
        let ready = order.artifact.0.iter().find(|card| wrong(**card).is_none());
        if let Some(card) = ready.copied() {
            let deck = self.state.deck_mut(self.agent);
            deck.hand.insert(card, Side::Exhausted);
            self.changed = true;
            self.moved |= moves(&self.rules.content.card(card).ability);
            return;
        }
        let first = order.artifact.0[0];
        let Some(wrong) = wrong(first) else {
            return;
        };
        if order
            .artifact
            .0
            .iter()
            .all(|card| self.belongs_to_another(*card))
        {
            self.found.error(path, Wrong::NotYours(first));
        } else if !order.if_drawn {
            self.refuse(path, wrong);
        }
        // Drawn after all, its ability changes the board.
        self.changed = true;
    }

    /// Checks whether a card is in the deck of another Agent.
    fn belongs_to_another(&self, card: Artifact) -> bool {
        let decks = self.state.agents.iter();
        let mut others = decks.filter(|(agent, _)| **agent != self.agent);
        let starting = self.rules.content.card(card).agent;
        starting.is_some_and(|agent| agent != self.agent)
            || others.any(|(_, deck)| {
                deck.hand.contains_key(&card)
                    || deck.top.contains(&card)
                    || deck.pile.contains(&card)
                    || deck.discards.contains(&card)
            })
    }

    /// Acquire Artifact: checks the card against the Era where the plan ends.
    fn acquire(&mut self, wanted: &Wanted<Take>) {
        let era = self.state.at(self.agent);
        let wrong = |take: &Take| match take {
            Take::None => None,
            Take::Artifact(card) => wrong_take(&self.state, era, *card),
        };
        if wanted.0.iter().any(|take| wrong(take).is_none()) {
            return;
        }
        if let Some(wrong) = wrong(&wanted.0[0]) {
            self.refuse("acquire", wrong);
        }
    }
}

/// Checks whether an ability may move the Agent who resolves it.
fn moves(ability: &[Step]) -> bool {
    ability.iter().any(|step| match step {
        Step::Move { who, .. } | Step::Go { who, .. } => *who != Who::Another,
        Step::If { then, .. } => moves(then),
        Step::Either(ways) => ways.iter().any(|way| moves(way)),
        Step::May(steps) | Step::First(steps) => moves(steps),
        Step::Resolve { .. } | Step::Allow => true,
        _ => false,
    })
}
