//! The Action Phase, "Before you do that": which announcements of others set a rule for interrupts off, and whether one can
//! ever do so.

use super::{
    TimeControl, Wrong,
    action_phase::{WINDOWS, place_of},
    actions::{Action, Deed, Does, Purpose},
    answer::said,
    check::{alert, launch},
    conditions::{Aim, Event, When},
    names::{Agent, Color, Place, Role, Specialty, Zone},
    orders::{Interrupt, Orders},
    restrictions::Right,
    state::{Piece, State, Step, Wave},
    view::View,
};
use crate::{
    engine::{self, Intent, MOST, SeatId, SetOff},
    rulesets::kit::side,
};

impl TimeControl {
    /// The Action Phase: returns what would set each rule of an order file off. The own launches are executed and all Agents
    /// alert, as they are when the windows open; Agents of others that can be launched are tried in each Zone. A rule gets the
    /// announcements that no earlier one takes.
    pub(super) fn set_off_by(&self, view: &View, seat: &SeatId, orders: &Orders) -> Vec<SetOff> {
        let Some(own) = side::<Color>(seat) else {
            return vec![];
        };
        let mut found: Vec<SetOff> = (0..orders.interrupts.len())
            .map(|n| SetOff {
                line: engine::Line::nth("interrupts", n),
                by: vec![],
                unable: None,
            })
            .collect();
        // A view that was cut short on its way is refused by the check.
        let whole = self.possible(view).is_ok() && view.players.contains_key(&own);
        if found.is_empty() || !whole {
            return found;
        }
        let mut state = view.clone();
        let mut away = vec![];
        if state.step == Step::Start {
            let can_leave = state.agents.iter().filter(|(agent, piece)| {
                agent.color != own && !piece.busy && piece.at == State::home(**agent)
            });
            away = can_leave.map(|(agent, _)| *agent).collect();
            self.follow_trades(
                &mut state,
                own,
                orders.cash_out.as_deref().unwrap_or_default(),
            );
            self.follow_launches(&mut state, own, orders);
            alert(&mut state);
        }
        let all = vec![true; found.len()];
        let others: Vec<Color> = state.living().filter(|other| *other != own).collect();
        for other in &others {
            for action in self.legal_actions(&state, *other) {
                let words = action.to_string();
                let by = (*other, action);
                self.sort_in(&state, own, by, &words, orders, &all, &mut found);
            }
        }
        for agent in away
            .into_iter()
            .filter(|agent| others.contains(&agent.color))
        {
            let deepest = self.restrictions(&state, agent.color).deepest_launch;
            let past = Zone::past().iter().filter(|zone| **zone <= deepest);
            for zone in past {
                place(&mut state, agent, Place::new(agent.color, *zone));
                for action in self.legal_actions_of(&state, agent) {
                    let words = format!("{action}, if it is launched to {zone}");
                    let by = (agent.color, action);
                    self.sort_in(&state, own, by, &words, orders, &all, &mut found);
                }
            }
            place(&mut state, agent, State::home(agent));
        }
        self.set_off_later(&state, own, orders, &mut found);
        found
    }

    /// The Launch Phase: executes the own launches, as far as the Problems allow them.
    fn follow_launches(&self, state: &mut State, own: Color, orders: &Orders) {
        let restrictions = self.restrictions(state, own);
        let deepest = restrictions.deepest_launch;
        let mut left = restrictions.launches;
        for (agent, zone) in &orders.launch {
            let may = agent.color == own && *zone != Zone::Today && *zone <= deepest && left > 0;
            if may && launch(state, *agent, *zone) {
                left -= 1;
            }
        }
    }

    /// The Action Phase: looks for what would set off the rules that no announcement sets off now: each Alert Agent of the others
    /// stands in each place that it can reach, one after another.
    fn set_off_later(&self, state: &State, own: Color, orders: &Orders, found: &mut [SetOff]) {
        let idle = |one: &SetOff| one.by.is_empty() && one.unable.is_none();
        let open: Vec<bool> = found.iter().map(idle).collect();
        if !open.contains(&true) {
            return;
        }
        let mut state = state.clone();
        let others = state
            .agents
            .iter()
            .filter(|(agent, piece)| agent.color != own && !piece.busy && state.lives(agent.color));
        let others: Vec<(Agent, Place)> = others.map(|(agent, piece)| (*agent, piece.at)).collect();
        let boards: Vec<Color> = state.players.keys().copied().collect();
        for (agent, from) in others {
            let below = Zone::ALL.iter().filter(|zone| **zone >= from.zone);
            let places =
                below.flat_map(|zone| boards.iter().map(|board| Place::new(*board, *zone)));
            for at in places.filter(|at| *at != from) {
                place(&mut state, agent, at);
                for action in self.legal_actions_of(&state, agent) {
                    let words = format!("{action}, once it stands in {at}");
                    let by = (agent.color, action);
                    self.sort_in(&state, own, by, &words, orders, &open, found);
                }
            }
            place(&mut state, agent, from);
        }
    }

    /// The Action Phase: adds an announcement to the first rule that fits and can be used then, if that is one of the `open` ones.
    #[expect(clippy::too_many_arguments, reason = "it is one step of a search")]
    fn sort_in(
        &self,
        state: &State,
        own: Color,
        (by, action): (Color, Action),
        words: &str,
        orders: &Orders,
        open: &[bool],
        found: &mut [SetOff],
    ) {
        let event = Event::of(by, action, place_of(state, action));
        let barred = self.restrictions(state, own).bars(Right::Interrupt);
        for ((rule, found), open) in orders.interrupts.iter().zip(found).zip(open) {
            let fits = rule.when.fits(own, &event);
            let Some(then) = said(&rule.then, event.agent).filter(|_| fits) else {
                continue;
            };
            let barred =
                barred.map(|problem| Wrong::NoInterrupts(self.content.name(problem)).into());
            match barred.or_else(|| self.wrong_said(state, own, then)) {
                _ if then == Intent::Pass => {}
                None => {
                    if *open {
                        found.by.push(words.to_owned());
                    }
                    return;
                }
                Some(why) if *open => found.unable = Some(why.words),
                Some(_) => {}
            }
        }
    }

    /// The Action Phase: returns the reason why a rule can never be used, with the entry that it is in: no announcement fits its
    /// condition, or its action is legal nowhere.
    pub(super) fn never_used(
        &self,
        state: &State,
        own: Color,
        rule: &Interrupt,
    ) -> Option<(&'static str, Wrong)> {
        if !self.ever_fits(state, own, &rule.when) {
            return Some(("if", Wrong::NeverFits));
        }
        let restrictions = self.restrictions(state, own);
        let bar = |purpose| self.barred_claim(&restrictions, purpose);
        match said(
            &rule.then,
            state
                .agents
                .keys()
                .find(|agent| agent.color != own)
                .copied(),
        ) {
            None | Some(Intent::Claim(Purpose::Nothing)) => None,
            Some(Intent::Claim(purpose)) if bar(purpose).is_some() => {
                bar(purpose).map(|wrong| ("then", wrong))
            }
            Some(Intent::Pass) => Some(("then", Wrong::DoesNothing)),
            Some(Intent::Claim(Purpose::Force(other))) => {
                let can = other != own && state.lives(other);
                (!can).then_some(("then", Wrong::CannotForce(other)))
            }
            Some(Intent::Act(action) | Intent::Claim(Purpose::Act(action))) => {
                let mine = action.agent.color == own && state.agents.contains_key(&action.agent);
                (mine && !self.ever_legal(state, action))
                    .then_some(("then", Wrong::NeverLegal(action.agent)))
            }
        }
    }

    /// The Action Phase: checks whether others could ever announce what a condition is about, wherever their Agents are.
    pub(super) fn ever_fits(&self, state: &State, own: Color, when: &When) -> bool {
        let most = u32::try_from(MOST).unwrap_or(u32::MAX) * u32::from(WINDOWS);
        if when.time.is_some_and(|time| time == 0 || time > most) {
            return false;
        }
        let others = state.living().filter(|other| *other != own);
        others.into_iter().any(|by| {
            let known = when.agent.as_ref().map(|agents| agents.0.clone());
            let any = || {
                Role::ALL
                    .iter()
                    .map(|role| Agent {
                        color: by,
                        role: *role,
                    })
                    .collect()
            };
            let agents: Vec<Agent> = known.unwrap_or_else(any);
            let agents = agents.into_iter().filter(|agent| agent.color == by);
            agents
                .into_iter()
                .any(|agent| self.announces(state, own, agent, when))
        })
    }

    /// The Action Phase: checks whether an Agent of another player could ever announce something that fits.
    #[expect(clippy::unused_self, reason = "it belongs to the others")]
    fn announces(&self, state: &State, own: Color, agent: Agent, when: &When) -> bool {
        let targets: Vec<Option<Agent>> = match when.target {
            Some(Aim::Agent(target)) => vec![Some(target)],
            _ => state.agents.keys().map(|target| Some(*target)).collect(),
        };
        let flips = matches!(
            agent.role.specialty(),
            Some(Specialty::Historian | Specialty::Scientist)
        );
        let boards = state.players.keys();
        let places =
            boards.flat_map(|board| Zone::ALL.iter().map(|zone| Place::new(*board, *zone)));
        places.into_iter().any(|at| {
            Does::ALL.iter().any(|does| {
                let possible = match does {
                    Does::Force => false,
                    Does::Snap => at == State::home(agent),
                    Does::Invade => at.board != agent.color,
                    Does::Attack => true,
                    Does::Flip => flips && at.zone != Zone::Today,
                    Does::Move | Does::Create | Does::Add | Does::Remove => at.zone != Zone::Today,
                };
                let none = [None];
                let targets = if *does == Does::Attack {
                    &targets[..]
                } else {
                    &none[..]
                };
                possible
                    && targets.iter().any(|target| {
                        let board =
                            (!matches!(does, Does::Attack | Does::Snap)).then_some(at.board);
                        let event = Event {
                            by: agent.color,
                            does: Some(*does),
                            agent: Some(agent),
                            target: *target,
                            board,
                            at: Some(at),
                            time: None,
                        };
                        target.is_none_or(|target| target.color != agent.color)
                            && when.fits(own, &event)
                    })
            })
        })
    }

    /// The Action Phase: checks whether an own Agent could take an action anywhere, with or without a Time Wave there, and beside
    /// the target.
    fn ever_legal(&self, state: &State, action: Action) -> bool {
        let own = action.agent.color;
        let mut state = state.clone();
        let places = state
            .players
            .keys()
            .flat_map(|board| Zone::ALL.iter().map(|zone| Place::new(*board, *zone)));
        let places: Vec<Place> = places.collect();
        let full = Wave {
            create: 2,
            solve: 2,
        };
        places.into_iter().any(|at| {
            place(&mut state, action.agent, at);
            if let Deed::Attack(target) = action.deed
                && target.color != own
            {
                place(&mut state, target, at);
            }
            [None, Some(full)].into_iter().any(|wave| {
                state.waves.clear();
                state.waves.extend(wave.map(|wave| (at, wave)));
                self.wrong_action(&state, own, action).is_none()
            })
        })
    }
}

/// Puts an Agent somewhere, Alert.
fn place(state: &mut State, agent: Agent, at: Place) {
    state.agents.insert(agent, Piece { at, busy: false });
}
