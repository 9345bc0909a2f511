//! The check of an order file against the view of its seat. The plan is followed step by step with the rules' own code;
//! only the result of a restock cannot be foreseen.

use super::{
    TimePirates, Wrong,
    actions::Hands,
    asks::Action,
    names::{Artifact, Color, Epoch, Player, Restock},
    orders::{Assignment, Line, Orders, Sale},
    playing::ACTIONS_AFTER_RESTOCKING,
    selling,
    state::{ACTIONS, Phase, State, Step, Turn},
    time_police::{cheapest, wrong_discard},
    view::View,
};
use crate::{
    engine::{Diagnostic, Plan, SeatId},
    rulesets::kit::{Diagnostics, Wanted, side},
};
use std::num::NonZeroU32;

impl TimePirates {
    /// Checks the lines of a plan that were not executed yet.
    pub(super) fn look_through(
        &self,
        view: &View,
        seat: &SeatId,
        plan: &Plan<'_, Orders>,
    ) -> Vec<Diagnostic> {
        let Some(player) = side::<Player>(seat) else {
            return vec![];
        };
        let state = Self::state_of(view);
        // The view may have been cut short on its way.
        if self.consistent(&state).is_err() || !state.sides.contains_key(&player) {
            return Diagnostics::of_cut_view(Wrong::ViewNotWhole);
        }
        let mut walk = Walk {
            rules: self,
            state,
            player,
            restocked: None,
            hands: Hands::new(),
            sure: true,
            found: Diagnostics::default(),
        };
        // Every section is named here, so that a new one does not compile until it is checked.
        let Orders {
            place,
            restock,
            discard,
            actions,
            world,
        } = plan.orders;
        if let Some(place) = place {
            walk.place(plan, place);
        }
        // The Week ends in a restock, before the player's own actions.
        walk.world(world);
        walk.turn(plan, restock.as_ref(), discard.as_ref(), actions.as_deref());
        walk.found.into()
    }
}

/// The state that a plan has reached so far.
struct Walk<'a> {
    rules: &'a TimePirates,
    state: State,
    player: Player,
    /// An Epoch whose counters are unknown until it is restocked.
    restocked: Option<Epoch>,
    /// The counters of the players before each of the latest exchanges.
    hands: Hands,
    /// Set until a line was refused. Errors that only follow from an earlier error are not reported.
    sure: bool,
    found: Diagnostics,
}

impl Walk<'_> {
    /// Reports an illegal line of the plan. If a restock may still make it legal, reports a warning instead.
    fn refuse(&mut self, path: String, wrong: Wrong) {
        let restock = "It may be right when you see what was restocked.";
        match wrong {
            Wrong::NotInEpoch { epoch, .. } if self.restocked == Some(epoch) => {
                self.found.doubt(path, wrong, restock);
            }
            // These are wrong in every state.
            Wrong::NoEpoch(_)
            | Wrong::NotAtomic(_)
            | Wrong::NotArrows(_)
            | Wrong::NoMarker(_)
            | Wrong::NoMarkerNumber { .. }
            | Wrong::NoPlayer(_)
            | Wrong::Yourself => self.found.error(path, wrong),
            _ if self.sure => self.found.error(path, wrong),
            _ => {}
        }
        self.sure = false;
    }

    /// Reports every name that is not an Epoch, even if another name of the list is used. Returns `true` if all exist.
    fn epochs(&mut self, path: &str, epochs: impl Iterator<Item = Epoch>) -> bool {
        let before = self.found.len();
        for epoch in epochs {
            if !self.rules.content.epochs.contains_key(&epoch) {
                self.no_epoch(path, epoch);
            }
        }
        self.found.len() == before
    }

    fn no_epoch(&mut self, path: &str, epoch: Epoch) {
        let epochs = self.rules.content.epochs.keys();
        let known: Vec<String> = epochs.map(ToString::to_string).collect();
        let help = format!("The Epochs are {}.", known.join(", "));
        self.found
            .error_with_help(path, Wrong::NoEpoch(epoch), help);
    }

    /// Preparation: checks where the Time Traveler is placed.
    fn place(&mut self, plan: &Plan<'_, Orders>, wanted: &Wanted<Epoch>) {
        if plan.spent("place") || !self.epochs("place", wanted.0.iter().copied()) {
            return;
        }
        if let Some(at) = self.state.side(self.player).at {
            let help = "Time Travelers are placed once; leave this section out.";
            self.found.doubt("place", Wrong::AlreadyThere(at), help);
            return;
        }
        let wrong = |epoch: &Epoch| self.rules.wrong_place(&self.state, *epoch);
        if wanted.0.iter().all(|epoch| wrong(epoch).is_some())
            && let Some(wrong) = wrong(&wanted.0[0])
        {
            self.found.error("place", wrong);
        } else if wanted.0.len() == 1 && self.others_place_first() {
            let help = "Others place theirs before you: name several, the most wanted first.";
            self.found
                .doubt("place", Wrong::Occupied(wanted.0[0]), help);
        }
    }

    /// Preparation: checks whether a player who places before this one has not placed yet. The players later in the
    /// order place earlier.
    fn others_place_first(&self) -> bool {
        let state = &self.state;
        let later = state
            .order
            .iter()
            .skip_while(|player| **player != self.player);
        later.skip(1).any(|player| state.side(*player).at.is_none())
    }

    /// Playing the Game: checks the orders for the player's turn.
    fn turn(
        &mut self,
        plan: &Plan<'_, Orders>,
        restock: Option<&Wanted<Restock>>,
        discard: Option<&Wanted<Artifact>>,
        actions: Option<&[Line]>,
    ) {
        let mut turn = match self.state.phase {
            Phase::Turn(turn) if turn.player == self.player => turn,
            Phase::Turn(turn) => {
                let sections = [
                    ("restock", restock.is_some()),
                    ("discard", discard.is_some()),
                    ("actions", actions.is_some_and(|a| !a.is_empty())),
                ];
                for (section, there) in sections {
                    if there {
                        let help = "Only your answers for the World markers can be wanted in it.";
                        self.found
                            .doubt(section, Wrong::OthersTurn(turn.player), help);
                    }
                }
                return;
            }
            Phase::Placement | Phase::Over => return,
        };
        if turn.step == Step::Start {
            turn.left = ACTIONS;
            if self.state.at(self.player) == self.state.police {
                turn.police = Some(self.state.police);
            } else {
                self.restock(restock, &mut turn);
            }
        }
        if let Step::Restocking(epoch) = turn.step {
            self.restocked = Some(epoch);
            turn.left = ACTIONS_AFTER_RESTOCKING;
        }
        if turn.police.is_some() {
            if restock.is_some_and(|r| r.0 != [Restock::None]) {
                let help = "The line is passed over.";
                self.found.doubt("restock", Wrong::NoRestock, help);
            }
            if matches!(turn.step, Step::Start | Step::Discarding) {
                self.discard(discard.filter(|_| !plan.spent("discard")));
            }
        }
        self.actions(plan, actions.unwrap_or_default(), turn);
    }

    /// Playing 1: checks which Epoch is restocked.
    fn restock(&mut self, wanted: Option<&Wanted<Restock>>, turn: &mut Turn) {
        let wrong = |walk: &Self, restock: Restock| match restock {
            Restock::None => None,
            Restock::Epoch(epoch) => walk.rules.wrong_restock(&walk.state, epoch),
        };
        let Some(wanted) = wanted else {
            // The player will be asked, and may still get three actions by restocking.
            turn.left = ACTIONS_AFTER_RESTOCKING;
            return;
        };
        let named = wanted.0.iter().filter_map(|restock| match restock {
            Restock::None => None,
            Restock::Epoch(epoch) => Some(*epoch),
        });
        if !self.epochs("restock", named) {
            self.sure = false;
        }
        match wanted.0.iter().find(|r| wrong(self, **r).is_none()) {
            None => {
                if let Some(wrong) = wrong(self, wanted.0[0]) {
                    self.refuse("restock".into(), wrong);
                }
            }
            Some(Restock::None) => {}
            Some(Restock::Epoch(epoch)) => {
                self.restocked = Some(*epoch);
                turn.left = ACTIONS_AFTER_RESTOCKING;
            }
        }
    }

    /// Police 2, 3: checks the counter that is discarded.
    fn discard(&mut self, wanted: Option<&Wanted<Artifact>>) {
        let choices = super::time_police::of_largest_sets(self.state.side(self.player));
        let wrong =
            |artifact: &Artifact| wrong_discard(self.state.side(self.player), *artifact).is_some();
        let mut goes = cheapest(self.rules, &self.state, self.player, &choices);
        if let Some(wanted) = wanted
            && !choices.is_empty()
        {
            if let Some(artifact) = wanted.0.iter().find(|artifact| !wrong(artifact)) {
                goes = Some(*artifact);
            } else if let Some(wrong) = wrong_discard(self.state.side(self.player), wanted.0[0]) {
                self.refuse("discard".into(), wrong);
            }
        }
        if let Some(artifact) = goes {
            self.state.discard(self.player, artifact);
            self.state.lose_world(self.player);
        }
    }

    /// Playing 2, Police 4 and 5: checks the actions in their order.
    fn actions(&mut self, plan: &Plan<'_, Orders>, actions: &[Line], mut turn: Turn) {
        for (path, line) in plan.left("actions", actions) {
            let Some(wanted) = line.actions() else {
                continue;
            };
            let wrong = |action: &Action| {
                self.rules
                    .wrong_action(&self.state, &turn, &self.hands, *action)
            };
            match wanted.iter().find(|action| wrong(action).is_none()) {
                None => {
                    if let Some(wrong) = wanted.first().and_then(wrong) {
                        self.refuse(format!("{path}/{}", line.word()), wrong);
                    }
                }
                Some(action) => self.play(&path.0, line, &turn, *action),
            }
            let counts = wanted.first().is_some_and(|action| action.counts());
            turn.left = turn.left.saturating_sub(u32::from(counts));
        }
    }

    /// Applies an action to the state of the walk.
    fn play(&mut self, path: &str, line: &Line, turn: &Turn, action: Action) {
        if let Action::Exchange { .. } = action {
            self.hands.push(self.state.hands());
        } else {
            self.hands.clear();
        }
        match action {
            Action::Done => {}
            Action::Take(artifact) => self.state.take_from_epoch(turn.player, artifact),
            Action::Move(to) => self.state.side_mut(turn.player).at = Some(to),
            Action::Atomic { discard, to } => {
                self.state.discard(turn.player, discard);
                self.state.side_mut(turn.player).at = Some(to);
            }
            Action::Exchange { give, from, take } => {
                self.state.exchange(turn.player, give, from, take);
            }
            Action::Sell(_) => {
                if let Line::Sell(sale) = line {
                    self.sale(path, sale);
                }
            }
        }
    }

    /// Selling Artifacts: checks a sale.
    fn sale(&mut self, path: &str, sale: &Sale) {
        let sets = selling::sets(&self.state, self.player, sale.marker);
        let side = self.state.side(self.player);
        let set = match &sale.with {
            None => selling::cheapest(side, &sets),
            Some(with) => {
                let mut set = with.clone();
                set.sort_unstable();
                Some(set).filter(|set| sets.contains(set))
            }
        };
        match (set, &sale.with) {
            (Some(set), _) => self.state.sell(self.player, sale.marker, &set, sale.to),
            (None, Some(with)) => {
                let words: Vec<String> = with.iter().map(ToString::to_string).collect();
                let (marker, set) = (sale.marker, words.join(", "));
                self.refuse(
                    format!("{path}/sell/with"),
                    Wrong::NotThatSet { marker, set },
                );
            }
            (None, None) => {}
        }
        if !self.rules.content.epochs.contains_key(&sale.to) {
            self.no_epoch(&format!("{path}/sell/to"), sale.to);
            self.sure = false;
        }
    }

    /// Scoring: checks the colors of the World Scoring Markers.
    fn world(&mut self, world: &[Assignment]) {
        let lines = world.iter().enumerate();
        for (n, line) in lines {
            let Assignment {
                marker,
                number,
                color,
            } = line;
            if let Some(marker) = marker
                && (marker.color != Color::World
                    || !self.rules.content.markers.contains_key(marker))
            {
                let help = "World Scoring Markers are world-3, world-4 and world-5.";
                let wrong = Wrong::NoMarker(*marker);
                let path = format!("world/{n}/marker");
                self.found.error_with_help(path, wrong, help);
            }
            let kinds = self.rules.content.markers.iter().filter(|(kind, _)| {
                kind.color == Color::World && marker.is_none_or(|marker| marker == **kind)
            });
            // A kind of marker that the player does not have was reported above.
            let most = kinds.map(|(_, many)| *many).max();
            if let Some((number, most)) = number.map(NonZeroU32::get).zip(most)
                && number > most
            {
                let wrong = Wrong::NoMarkerNumber { number, most };
                self.found.error(format!("world/{n}/number"), wrong);
            }
            let path = format!("world/{n}/color");
            let side = self.state.side(self.player);
            let has = |color: &Color| side.has_marker_of(*color);
            if color.0.contains(&Color::World) {
                self.found.error(path, Wrong::NoSuchColor(Color::World));
            } else if !color.0.iter().any(has) {
                let help = "The line is passed over unless you have one when the Week ends.";
                self.found.doubt(path, Wrong::NoSuchColor(color.0[0]), help);
            }
        }
    }
}
