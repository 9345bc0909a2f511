//! The Action Phase: which actions are legal.

use super::{
    TimeControl, Wrong,
    actions::{Action, Deed, Home, Tokens},
    content::Content,
    names::{Agent, Color, Place, Specialty, Zone},
    restrictions::Restrictions,
    state::{Piece, State, Wave},
};

/// The limits of what a player can do now.
struct Limits<'c> {
    content: &'c Content,
    /// About Problem Cards: the rules of the player's Problems.
    restrictions: Restrictions,
    /// Components: the Time Wave tokens that are on no board.
    tokens_left: u8,
}

/// Where an Agent acts.
#[derive(Clone, Copy)]
struct Here {
    at: Place,
    /// The Time Wave there.
    wave: Option<Wave>,
}

impl Here {
    fn of(state: &State, piece: Piece) -> Self {
        let at = piece.at;
        let wave = state.waves.get(&at).copied();
        Self { at, wave }
    }
}

impl TimeControl {
    fn limits(&self, state: &State, color: Color) -> Limits<'_> {
        Limits {
            content: &self.content,
            restrictions: self.restrictions(state, color),
            tokens_left: state.wave_tokens_left(),
        }
    }

    /// Returns the most Time Wave tokens that an Agent handles in one action: Historians in the Zone of their history two.
    fn handles(restrictions: &Restrictions, agent: Agent, at: Place) -> u8 {
        let in_history = agent.role.history() == Some(at.zone);
        if in_history && restrictions.allows(Specialty::Historian) {
            2
        } else {
            1
        }
    }

    /// The Action Phase: returns the reason why an action is illegal; `None` if it is legal.
    pub(super) fn wrong_action(
        &self,
        state: &State,
        color: Color,
        action: Action,
    ) -> Option<Wrong> {
        wrong_deed(state, color, &self.limits(state, color), action)
    }

    /// The Action Phase: returns the legal actions of a player.
    pub(super) fn legal_actions(&self, state: &State, color: Color) -> Vec<Action> {
        self.legal_for(state, color, state.of(color))
    }

    /// The Action Phase: returns the legal actions of an Agent.
    pub(super) fn legal_actions_of(&self, state: &State, agent: Agent) -> Vec<Action> {
        let piece = state.agents.get(&agent).map(|piece| (agent, *piece));
        self.legal_for(state, agent.color, piece.into_iter())
    }

    fn legal_for(
        &self,
        state: &State,
        color: Color,
        pieces: impl Iterator<Item = (Agent, Piece)>,
    ) -> Vec<Action> {
        let limits = self.limits(state, color);
        let others = opponents(state, color);
        let mut all = vec![];
        for (agent, piece) in pieces.filter(|(_, piece)| !piece.busy) {
            let here = Here::of(state, piece);
            for deed in deeds(state, agent, here, &others) {
                if wrong_here(state, &limits, agent, here, deed).is_none() {
                    all.push(Action { agent, deed });
                }
            }
        }
        all
    }

    /// Checks whether a player has a legal action.
    pub(super) fn can_act(&self, state: &State, color: Color) -> bool {
        let limits = self.limits(state, color);
        let others = opponents(state, color);
        state
            .of(color)
            .filter(|(_, piece)| !piece.busy)
            .any(|(agent, piece)| {
                let here = Here::of(state, piece);
                let mut deeds = deeds(state, agent, here, &others).into_iter();
                deeds.any(|deed| wrong_here(state, &limits, agent, here, deed).is_none())
            })
    }
}

/// The Action Phase: returns the reason why an action is illegal; `None` if it is legal.
fn wrong_deed(state: &State, color: Color, limits: &Limits<'_>, action: Action) -> Option<Wrong> {
    let Action { agent, deed } = action;
    if agent.color != color {
        return Some(Wrong::NotYours(agent));
    }
    let Some(piece) = state.agents.get(&agent).copied() else {
        return Some(Wrong::NotOnABoard(agent));
    };
    if piece.busy {
        return Some(Wrong::Busy(agent));
    }
    wrong_here(state, limits, agent, Here::of(state, piece), deed)
}

/// The Action Phase: returns the reason why an Agent who is not Busy cannot do a deed where it is; `None` if it can.
fn wrong_here(
    state: &State,
    limits: &Limits<'_>,
    agent: Agent,
    here: Here,
    deed: Deed,
) -> Option<Wrong> {
    if let Some(problem) = limits.restrictions.forbids(deed.does()) {
        let does = deed.does();
        let problem = limits.content.name(problem);
        return Some(Wrong::Forbidden { problem, does });
    }
    let Here { at, wave } = here;
    match deed {
        Deed::Move(to) => (at.zone.down(1) != Some(to)).then_some(Wrong::NotBelow { at, to }),
        Deed::Invade(board) => {
            if !state.players.contains_key(&board) || board == agent.color {
                return Some(Wrong::NoOpponent(board));
            }
            (board == at.board).then_some(Wrong::AlreadyThere(at))
        }
        Deed::Snap(_) => (at == State::home(agent)).then_some(Wrong::AlreadyThere(at)),
        Deed::Attack(target) => {
            if target.color == agent.color {
                return Some(Wrong::OwnAgent(target));
            }
            let together = state
                .agents
                .get(&target)
                .is_some_and(|other| other.at == at);
            (!together).then_some(Wrong::NotTogether { target, at })
        }
        Deed::Create(tokens) => wrong_create(limits, agent, here, tokens),
        Deed::Add(tokens) => {
            let Some(wave) = wave else {
                return Some(Wrong::NoWave(at));
            };
            wrong_number(&limits.restrictions, agent, at, tokens)
                .or_else(|| wrong_supply(limits, tokens, wave))
        }
        Deed::Remove(tokens) => {
            let Some(wave) = wave else {
                return Some(Wrong::NoWave(at));
            };
            wrong_number(&limits.restrictions, agent, at, tokens)
                .or_else(|| missing(at, wave, tokens))
        }
        Deed::Flip(tokens) => wrong_flip(limits, agent, here, tokens),
    }
}

/// Returns the Agents of the other players, with their places.
fn opponents(state: &State, color: Color) -> Vec<(Agent, Place)> {
    let mut others = Vec::with_capacity(state.agents.len());
    for (agent, piece) in &state.agents {
        if agent.color != color {
            others.push((*agent, piece.at));
        }
    }
    others
}

/// As many deeds as an Agent seldom has more of.
const USUAL_DEEDS: usize = 24;

/// Returns the deeds of an Agent that the board does not rule out at once.
fn deeds(state: &State, agent: Agent, here: Here, opponents: &[(Agent, Place)]) -> Vec<Deed> {
    let Here { at, wave } = here;
    let mut deeds = Vec::with_capacity(USUAL_DEEDS);
    deeds.extend(at.zone.down(1).map(Deed::Move));
    for board in &state.order {
        if *board != agent.color {
            deeds.push(Deed::Invade(*board));
        }
    }
    deeds.push(Deed::Snap(Home::Today));
    for (other, place) in opponents {
        if *place == at {
            deeds.push(Deed::Attack(*other));
        }
    }
    let counted = if agent.role.history().is_some() {
        &Tokens::COUNTED[..]
    } else {
        &Tokens::COUNTED[..2]
    };
    if wave.is_some() {
        deeds.extend(counted.iter().copied().map(Deed::Add));
        deeds.extend(counted.iter().copied().map(Deed::Remove));
        match agent.role.specialty() {
            Some(Specialty::Historian) => {
                deeds.extend(Tokens::COUNTED.into_iter().map(Deed::Flip));
            }
            Some(Specialty::Scientist) => deeds.push(Deed::Flip(Tokens::All)),
            Some(Specialty::Brawler) | None => {}
        }
    } else {
        deeds.extend(counted.iter().copied().map(Deed::Create));
    }
    deeds
}

/// Create Time Waves: returns the reason why a Time Wave can not be created.
fn wrong_create(limits: &Limits, agent: Agent, here: Here, tokens: Tokens) -> Option<Wrong> {
    let Here { at, wave } = here;
    if at.zone == Zone::Today {
        return Some(Wrong::WaveToday);
    }
    if wave.is_some() {
        return Some(Wrong::WaveThere(at));
    }
    wrong_number(&limits.restrictions, agent, at, tokens)
        .or_else(|| wrong_supply(limits, tokens, Wave::default()))
}

/// Flip Time Waves: returns the reason why tokens can not be flipped.
fn wrong_flip(limits: &Limits<'_>, agent: Agent, here: Here, tokens: Tokens) -> Option<Wrong> {
    let Here { at, wave } = here;
    let Some(wave) = wave else {
        return Some(Wrong::NoWave(at));
    };
    let flips = [Specialty::Historian, Specialty::Scientist];
    let specialty = agent.role.specialty().filter(|s| flips.contains(s));
    if let Some(problem) = specialty.and_then(|specialty| limits.restrictions.takes(specialty)) {
        let problem = limits.content.name(problem);
        return Some(Wrong::NoSpecialty { problem, agent });
    }
    match (specialty, tokens) {
        (Some(Specialty::Historian), Tokens::All) => Some(Wrong::TooManyTokens { agent, most: 2 }),
        (Some(Specialty::Historian), tokens) => missing(at, wave, tokens),
        (Some(Specialty::Scientist), Tokens::All) => None,
        (Some(Specialty::Scientist), _) => Some(Wrong::FlipsAll(agent)),
        (Some(Specialty::Brawler) | None, _) => Some(Wrong::CannotFlip(agent)),
    }
}

/// Historian: returns the reason why an Agent can not handle so many tokens.
fn wrong_number(
    restrictions: &Restrictions,
    agent: Agent,
    at: Place,
    tokens: Tokens,
) -> Option<Wrong> {
    let most = TimeControl::handles(restrictions, agent, at);
    let within = tokens.counted().is_some_and(|wave| wave.tokens() <= most);
    (!within).then_some(Wrong::TooManyTokens { agent, most })
}

/// Components: returns the reason why tokens can not be placed.
fn wrong_supply(limits: &Limits, tokens: Tokens, wave: Wave) -> Option<Wrong> {
    let more = tokens.counted().map_or(0, Wave::tokens);
    let fits = wave.tokens().checked_add(more).is_some();
    (!fits || limits.tokens_left < more).then_some(Wrong::NoTokensLeft)
}

/// Returns the reason why tokens can not be taken of a Time Wave: it has fewer.
fn missing(at: Place, wave: Wave, tokens: Tokens) -> Option<Wrong> {
    let there = tokens
        .counted()
        .is_some_and(|wanted| wanted.create <= wave.create && wanted.solve <= wave.solve);
    (!there).then_some(Wrong::FewerTokens(at))
}
