//! The Action Phase: windows of announcements, and what Agents do.

use super::{
    Table, TimeControl,
    actions::{Action, Deed, Purpose, Tokens},
    asks,
    cash_out::Moment,
    facts::Fact,
    moving::{busy, busy_by, go},
    names::{Agent, Color, Place},
    restrictions::Right,
    state::{State, Step, Wave},
};
use crate::engine::{
    Announced, Answer, Ask, Audience, Cancelled, Claim, Fields, GivenUp, How, Intent, Play,
    Windows, fields, give_up, play_window,
};
use serde_json::json;
use std::collections::BTreeMap;

/// The most windows of an Action Phase (ruling D29).
pub(super) const WINDOWS: u8 = 6;

/// What players announce.
pub(super) type Said = Intent<Action, Purpose>;

impl TimeControl {
    /// The Time Agent Turn: Launch Phase, Alert Phase, Action Phase.
    pub(super) fn time_agent_turn(&self, state: &mut State, table: &mut Table<'_>) -> Play<()> {
        table.rule("Playing Time Control");
        table.tell_all(Fact::Round {
            round: state.round,
            order: state.living().collect(),
        });
        self.cash_out_all(state, table, Moment::Start)?;
        if !state.winners.is_empty() {
            return Ok(());
        }
        self.launch_phase(state, table)?;
        self.alert_phase(state, table);
        self.action_phase(state, table)
    }

    /// The Action Phase, from the window that the turn has reached: windows of announcements until all agree that it is over, with
    /// offers of cashing out between them. The order of initiative moves on with each window (ruling D1).
    pub(super) fn action_phase(&self, state: &mut State, table: &mut Table<'_>) -> Play<()> {
        let first = match state.step {
            Step::Before(window) | Step::Window(window) => window,
            Step::Start | Step::Waves | Step::Resolved | Step::Attack => 1,
        };
        let mut phase = Phase {
            rules: self,
            state,
            window: first,
            duels: 0,
            announced: BTreeMap::new(),
            claimed: BTreeMap::new(),
        };
        let mut cancelled = Cancelled::default();
        for window in first..=WINDOWS {
            phase.window = window;
            if window > 1 && phase.state.step != Step::Window(window) {
                phase.state.step = Step::Before(window);
                self.cash_out_all(phase.state, table, Moment::before(window))?;
            }
            if phase.over() {
                return Ok(());
            }
            phase.state.step = Step::Window(window);
            table.rule("The Action Phase");
            table.tell_all(Fact::Window {
                window,
                order: phase.state.living().collect(),
            });
            let any = play_window(&mut phase, table, &mut cancelled)?;
            phase.state.order.rotate_left(1);
            // The phase ends when all agree, or no Agent can act any more.
            let state = &*phase.state;
            if !any || !state.living().any(|color| self.can_act(state, color)) {
                break;
            }
        }
        give_up(&phase, table, cancelled);
        Ok(())
    }

    /// Lets bots see the game when they are asked.
    pub(super) fn seen<'r, A: Answer + 'r>(&self, state: &'r State, ask: Ask<'r, A>) -> Ask<'r, A> {
        ask.shown(state)
    }

    /// Adds to an ask what was announced, as fields.
    pub(super) fn fields_of(state: &State, by: Color, purpose: Purpose) -> Fields {
        let mut about = fields([("by", json!(by))]);
        if let Some(does) = purpose.does() {
            about.insert("does".to_owned(), json!(does));
        }
        if let Purpose::Act(action) = purpose {
            about.insert("agent".to_owned(), json!(action.agent));
            about.insert("action".to_owned(), json!(action));
            if let Some(at) = place_of(state, action) {
                about.insert("at".to_owned(), json!(at));
            }
        }
        about
    }

    /// Executes an action.
    pub(super) fn execute(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        duels: &mut u16,
        action: Action,
    ) -> Play<()> {
        let Action { agent, deed } = action;
        let Some(at) = state.agents.get(&agent).map(|piece| piece.at) else {
            return Ok(());
        };
        let does = deed.does();
        match deed {
            Deed::Move(zone) => {
                table.rule("Move");
                go(state, table, agent, Place::new(at.board, zone));
            }
            Deed::Invade(board) => {
                table.rule("Invade");
                go(state, table, agent, Place::new(board, at.zone));
            }
            Deed::Snap(_) => {
                table.rule("Snap");
                go(state, table, agent, State::home(agent));
                busy(state, table, agent);
            }
            Deed::Attack(target) => {
                *duels += 1;
                self.agent_duel(state, table, *duels, agent, target)?;
            }
            Deed::Create(tokens) => {
                table.rule("Create Time Waves");
                place_tokens(state, table, agent, at, tokens);
            }
            Deed::Add(tokens) => {
                table.rule("Attack Time Waves");
                place_tokens(state, table, agent, at, tokens);
            }
            Deed::Remove(tokens) => {
                table.rule("Attack Time Waves");
                remove_tokens(state, table, agent, at, tokens);
            }
            Deed::Flip(tokens) => {
                table.rule("Flip Time Waves");
                flip_tokens(state, table, agent, at, tokens);
            }
        }
        // A Problem may busy Agents that would stay Alert (About Problem Cards).
        let problem = self.restrictions(state, agent.color).busied_by(does);
        if problem.is_some() {
            table.rule("About Problem Cards");
            busy_by(state, table, agent, problem);
        }
        Ok(())
    }
}

/// Returns the place where an action would happen: where the Agent goes, or where it is.
pub(super) fn place_of(state: &State, action: Action) -> Option<Place> {
    let at = state.agents.get(&action.agent)?.at;
    Some(match action.deed {
        Deed::Move(zone) => Place::new(at.board, zone),
        Deed::Invade(board) => Place::new(board, at.zone),
        Deed::Snap(_) => State::home(action.agent),
        _ => at,
    })
}

/// Create Time Waves, Attack Time Waves: an Agent places tokens, and is busied.
fn place_tokens(
    state: &mut State,
    table: &mut Table<'_>,
    agent: Agent,
    place: Place,
    tokens: Tokens,
) {
    let tokens = tokens.counted().unwrap_or_default();
    let wave = state.waves.entry(place).or_default();
    wave.create += tokens.create;
    wave.solve += tokens.solve;
    let wave = *wave;
    table.tell_all(Fact::WaveAdded {
        agent,
        place,
        tokens,
        wave,
    });
    busy(state, table, agent);
}

/// Attack Time Waves: an Agent removes tokens, and is busied.
fn remove_tokens(
    state: &mut State,
    table: &mut Table<'_>,
    agent: Agent,
    place: Place,
    tokens: Tokens,
) {
    let tokens = tokens.counted().unwrap_or_default();
    let Some(wave) = state.waves.get_mut(&place) else {
        return;
    };
    wave.create = wave.create.saturating_sub(tokens.create);
    wave.solve = wave.solve.saturating_sub(tokens.solve);
    let wave = *wave;
    if wave.tokens() == 0 {
        state.waves.remove(&place);
    }
    table.tell_all(Fact::WaveRemoved {
        agent,
        place,
        tokens,
        wave,
    });
    busy(state, table, agent);
}

/// Flip Time Waves: a Historian flips tokens, or a Scientist all of them, and is busied.
fn flip_tokens(
    state: &mut State,
    table: &mut Table<'_>,
    agent: Agent,
    place: Place,
    tokens: Tokens,
) {
    let Some(wave) = state.waves.get_mut(&place) else {
        return;
    };
    let tokens = tokens.counted().unwrap_or(*wave);
    let Wave { create, solve } = tokens;
    wave.create = wave.create.saturating_sub(create) + solve;
    wave.solve = wave.solve.saturating_sub(solve) + create;
    let wave = *wave;
    table.tell_all(Fact::WaveFlipped {
        agent,
        place,
        tokens,
        wave,
    });
    busy(state, table, agent);
}

/// The Action Phase as the engine plays it.
pub(super) struct Phase<'a> {
    pub(super) rules: &'a TimeControl,
    pub(super) state: &'a mut State,
    pub(super) window: u8,
    /// The number of duels in this Action Phase so far.
    pub(super) duels: u16,
    /// How often each action was announced in this Action Phase so far.
    pub(super) announced: BTreeMap<(Color, Action), u32>,
    /// How often Time Control was claimed for each purpose.
    pub(super) claimed: BTreeMap<(Color, Purpose), u32>,
}

impl Phase<'_> {
    /// Returns what a player may claim Time Control for.
    fn claims(&self, color: Color) -> Vec<Said> {
        self.rules
            .purposes(self.state, color)
            .into_iter()
            .map(Intent::Claim)
            .collect()
    }
}

impl Windows for Phase<'_> {
    type Fact = Fact;
    type Seat = Color;
    type Action = Action;
    type Purpose = Purpose;

    fn order(&self) -> Vec<Color> {
        self.state.living().collect()
    }

    fn over(&self) -> bool {
        !self.state.winners.is_empty()
    }

    fn legal(&self, color: Color, action: &Action) -> bool {
        self.rules
            .wrong_action(self.state, color, *action)
            .is_none()
    }

    /// The Action Phase: asks a player what they announce. One without a legal action can only take Time Control to force
    /// another player (ruling T5).
    fn intent(&mut self, table: &mut Table<'_>, color: Color) -> Play<Said> {
        table.rule("The Action Phase");
        let (rules, window) = (self.rules, self.window);
        let state = &*self.state;
        let actions = rules.legal_actions(state, color);
        let acts = !actions.is_empty();
        if !acts && !rules.can_force(state, color) {
            return Ok(Intent::Pass);
        }
        let usual = std::iter::once(Intent::Pass).chain(actions.into_iter().map(Intent::Act));
        let claims = {
            let phase = &*self;
            move || phase.claims(color)
        };
        let ask = if acts {
            asks::Act.seldom(usual.collect(), claims)
        } else {
            asks::Force.seldom(usual.collect(), claims)
        };
        let ask = ask
            .about(move || fields([("window", json!(window))]))
            .why(move |said: &Said| rules.wrong_said(state, color, *said));
        table.ask(rules.seat(color), rules.seen(state, ask))
    }

    /// The Action Phase: asks a player whether they interrupt with "Before you do that".
    fn reaction(
        &mut self,
        table: &mut Table<'_>,
        color: Color,
        to: &Announced<Color, Action>,
    ) -> Play<Said> {
        let rules = self.rules;
        let state = &*self.state;
        let barred = rules.restrictions(state, color).bars(Right::Interrupt);
        let able = rules.can_act(state, color) || rules.can_force(state, color);
        if barred.is_some() || !able {
            let about = || TimeControl::fields_of(state, to.seat, Purpose::Act(to.action));
            let why = barred.map_or_else(
                || "you had no action to interrupt it with".to_owned(),
                |problem| format!("{} forbids interrupts", rules.content.name(problem)),
            );
            table.leave_out(rules.seat(color), asks::React.name(), about, &why);
            return Ok(Intent::Pass);
        }
        let others = {
            let phase = &*self;
            move || {
                let actions = rules.legal_actions(state, color).into_iter();
                let mut all: Vec<Said> = actions.map(Intent::Act).collect();
                all.extend(phase.claims(color));
                all
            }
        };
        let (by, action) = (to.seat, to.action);
        let time = self.announced.get(&(by, action)).copied().unwrap_or(1);
        let ask = asks::React
            .seldom(vec![Intent::Pass], others)
            .several()
            .about(move || {
                let mut about = TimeControl::fields_of(state, by, Purpose::Act(action));
                about.insert("time".to_owned(), json!(time));
                about
            })
            .why(move |said: &Said| rules.wrong_said(state, color, *said));
        table.ask(rules.seat(color), rules.seen(state, ask))
    }

    fn tell_announced(
        &mut self,
        table: &mut Table<'_>,
        announced: &Announced<Color, Action>,
        how: How<Color>,
    ) {
        let Announced { seat, action } = *announced;
        *self.announced.entry((seat, action)).or_default() += 1;
        table.rule("The Action Phase");
        table.tell_all(Fact::Announced {
            color: announced.seat,
            action: announced.action,
            interrupts: match how {
                How::Interrupts(other) => Some(other),
                How::InTurn | How::Again => None,
            },
            again: how == How::Again,
        });
    }

    fn tell_given_up(
        &self,
        table: &mut Table<'_>,
        cancelled: &Announced<Color, Action>,
        why: GivenUp,
    ) {
        let Announced { seat, action } = *cancelled;
        let to = Audience::Only(vec![self.rules.seat(seat).clone()]);
        table.rule("The Action Phase");
        table.tell(
            to,
            Fact::Dropped {
                color: seat,
                action,
                interrupted: why == GivenUp::Interrupted,
            },
        );
    }

    fn resolve(&mut self, table: &mut Table<'_>, announced: &Announced<Color, Action>) -> Play<()> {
        let action = announced.action;
        self.rules
            .execute(self.state, table, &mut self.duels, action)
    }

    fn claim(
        &mut self,
        table: &mut Table<'_>,
        claim: Claim<Color, Purpose>,
    ) -> Play<Option<Announced<Color, Action>>> {
        let time = self.claimed.entry((claim.seat, claim.purpose)).or_default();
        *time += 1;
        let time = *time;
        self.rules
            .claim_control(self.state, table, &mut self.duels, &claim, time)
    }
}
