//! What a player does who thinks little, for bots and their search.

use super::{
    TimeControl,
    action_phase::Said,
    actions::{Action, Deed, Purpose, Tokens},
    asks::Question,
    cash_out::{Get, Give, Retrieve, Solves, Trade},
    duel::{Aid, Part},
    names::{Agent, Bid, Color, Place, Side, Specialty, Zone},
    state::{State, Wave},
    view::View,
    worth::count,
};
use crate::{
    engine::{Asked, Intent},
    rulesets::kit::{about, named, side},
};
use serde::Serialize;
use serde_json::Value;
use std::{cell::OnceCell, cmp::Reverse};

/// The number of announcements that a search considers first.
const PROMISING: usize = 5;

fn say<T: Serialize>(answer: T) -> Option<Value> {
    serde_json::to_value(answer).ok()
}

impl TimeControl {
    /// Returns the answers that a search considers first: of announcements, the best few and to pass.
    pub(super) fn promising(&self, view: &View, asked: &Asked<'_>) -> Vec<Value> {
        if asked.kind.parse() != Ok(Question::Act) {
            return self.think_little(view, asked).into_iter().collect();
        }
        let Some(own) = side(asked.seat) else {
            return vec![];
        };
        let mind = Mind::new(self, view, own);
        let mut actions = self.legal_actions(view, own);
        actions.sort_by_cached_key(|action| Reverse(mind.value(*action)));
        let mut all: Vec<Said> = actions
            .into_iter()
            .take(PROMISING)
            .map(Intent::Act)
            .collect();
        all.insert(1.min(all.len()), Said::Pass);
        all.into_iter().filter_map(say).collect()
    }

    /// Returns the answer of a player who looks at one thing at a time; `None` for questions that they leave to the default.
    pub(super) fn think_little(&self, state: &View, asked: &Asked<'_>) -> Option<Value> {
        let own: Color = side(asked.seat)?;
        let mind = Mind::new(self, state, own);
        match asked.kind.parse().ok()? {
            Question::Launch => say(mind.launch(named(asked, "agent")?)),
            Question::Act => say(mind.act()),
            Question::Force => say(Said::Pass),
            Question::React => say(mind.react(about(asked, "action")?)),
            Question::Object => say(mind.object(asked)),
            Question::Bid => mind.bid(asked),
            Question::ReDuel => {
                let behind: i64 = about(asked, "behind")?;
                say(behind <= 5 && state.player(own).tokens.len() > 8)
            }
            Question::Help => say(Aid::None),
            Question::Control => say(mind.best().map_or(Purpose::Nothing, Purpose::Act)),
            Question::Forced => say(mind.best_of(asked.one_of::<Action>())?),
            // The first choice loses no pair of Solve tokens.
            Question::Resolve => say(asked.one_of::<Side>().first()?),
            Question::Solve => say(mind.solve(asked)?),
            Question::Defend => say(mind.defend(asked)?),
            Question::CashOut => say(Trade::None),
            Question::Rescue => say(mind.rescue(asked)?),
            Question::Spend => say(asked.one_of::<u8>().first()?),
            Question::Retrieve => say(asked.one_of::<Retrieve>().first()?),
            Question::Contribute => say(Vec::<u8>::new()),
        }
    }
}

/// What a player sees.
struct Mind<'a> {
    rules: &'a TimeControl,
    state: &'a State,
    own: Color,
    /// The other player who is nearest to the end, once they were looked for.
    prey: OnceCell<Option<Color>>,
}

impl<'a> Mind<'a> {
    fn new(rules: &'a TimeControl, state: &'a State, own: Color) -> Self {
        Self {
            rules,
            state,
            own,
            prey: OnceCell::new(),
        }
    }

    /// Returns the other player who is nearest to the end.
    fn prey(&self) -> Option<Color> {
        *self.prey.get_or_init(|| {
            let others = self.state.living().filter(|other| *other != self.own);
            others.max_by_key(|other| self.rules.danger(self.state, *other))
        })
    }

    /// The Launch Phase: Historians go to the Zone of their history, one Scientist to the next Zone, Brawlers and Agents after
    /// them. Some stay.
    fn launch(&self, agent: Agent) -> Zone {
        let restrictions = self.rules.restrictions(self.state, self.own);
        let zone = agent
            .role
            .history()
            .unwrap_or(match agent.role.specialty() {
                Some(Specialty::Scientist) => Zone::Yesterday,
                _ => Zone::RecentPast,
            });
        zone.min(restrictions.deepest_launch)
    }

    fn wave(&self, place: Place) -> Option<Wave> {
        self.state.waves.get(&place).copied()
    }

    fn threat(&self, place: Place, wave: Wave) -> i64 {
        self.rules.threat(place, wave)
    }

    /// Returns what it is worth to change a Time Wave: less threat on the own board, more on those of others.
    fn change(&self, place: Place, after: Wave) -> i64 {
        let before = self.wave(place).map_or(0, |wave| self.threat(place, wave));
        let after = if after.tokens() == 0 {
            0
        } else {
            self.threat(place, after)
        };
        let more = after - before;
        if place.board == self.own {
            return -more * 5 / 4;
        }
        if !self.state.lives(place.board) {
            return 0;
        }
        if Some(place.board) == self.prey() {
            more
        } else {
            more * 3 / 4
        }
    }

    /// Returns what an action is worth, in thousandths of a Problem.
    fn value(&self, action: Action) -> i64 {
        let Some(at) = self.state.agents.get(&action.agent).map(|piece| piece.at) else {
            return 0;
        };
        let wave = self.wave(at).unwrap_or_default();
        let counted = |tokens: Tokens| tokens.counted().unwrap_or(wave);
        match action.deed {
            Deed::Create(tokens) => self.change(at, counted(tokens)),
            Deed::Add(tokens) => {
                let more = counted(tokens);
                let create = wave.create.saturating_add(more.create);
                let solve = wave.solve.saturating_add(more.solve);
                self.change(at, Wave { create, solve })
            }
            Deed::Remove(tokens) => {
                let less = counted(tokens);
                let create = wave.create.saturating_sub(less.create);
                let solve = wave.solve.saturating_sub(less.solve);
                self.change(at, Wave { create, solve })
            }
            Deed::Flip(tokens) => {
                let flipped = counted(tokens);
                let create = wave.create.saturating_sub(flipped.create) + flipped.solve;
                let solve = wave.solve.saturating_sub(flipped.solve) + flipped.create;
                self.change(at, Wave { create, solve })
            }
            Deed::Invade(board) => self.journey(action.agent, at, Place::new(board, at.zone)),
            Deed::Move(zone) if at.zone == Zone::Today => {
                self.journey(action.agent, at, Place::new(at.board, zone)) / 2
            }
            Deed::Attack(target) => self.attack(action.agent, target),
            Deed::Move(_) | Deed::Snap(_) => 0,
        }
    }

    /// Returns what an Agent could do at a place, less what it can do where it is.
    fn journey(&self, agent: Agent, from: Place, to: Place) -> i64 {
        // On the own board there may be something to repair first.
        let stay = self.chance(agent, from);
        let go = self.chance(agent, to);
        (go - stay - 40).min(500)
    }

    /// Returns what an Agent could gain at a place by tokens.
    fn chance(&self, agent: Agent, place: Place) -> i64 {
        if place.zone == Zone::Today {
            return 0;
        }
        let handles = if agent.role.history() == Some(place.zone) {
            2
        } else {
            1
        };
        let wave = self.wave(place).unwrap_or_default();
        let more = Wave {
            create: wave.create.saturating_add(handles),
            ..wave
        };
        let less = Wave {
            create: wave.create.saturating_sub(handles),
            ..wave
        };
        self.change(place, more).max(self.change(place, less))
    }

    /// Returns what an attack is worth: Brawlers attack, above all those who do harm.
    fn attack(&self, agent: Agent, target: Agent) -> i64 {
        let Some(piece) = self.state.agents.get(&target) else {
            return 0;
        };
        let tokens = self.state.player(self.own).tokens.len();
        if agent.role.specialty() != Some(Specialty::Brawler) || tokens < 8 {
            return 0;
        }
        let alert = if piece.busy { 0 } else { 60 };
        let intruder = if piece.at.board == self.own { 60 } else { 20 };
        // Of equal targets that of the player who is nearest to the end, or who comes last in the order of initiative, which
        // moves on. So no color is attacked for its place in a list.
        let prey = if Some(target.color) == self.prey() {
            10
        } else {
            0
        };
        let order = self.state.order.iter();
        let last = order.take_while(|color| **color != target.color).count();
        alert + intruder + prey + count(last)
    }

    /// The Resolve Phase: the own Problem whose removal takes most of the danger, of equals the one that came first.
    fn solve(&self, asked: &Asked<'_>) -> Option<Solves> {
        let relief = |solves: &Solves| match solves {
            Solves::Problem(color, problem) if *color == self.own => {
                Some(self.rules.relief(self.state, self.own, *problem))
            }
            _ => None,
        };
        asked.one_of().into_iter().rev().max_by_key(relief)
    }

    /// Returns the best of some actions.
    fn best_of(&self, actions: Vec<Action>) -> Option<Action> {
        actions
            .into_iter()
            .rev()
            .max_by_key(|action| self.value(*action))
    }

    /// Returns the best legal action, if one is worth something.
    fn best(&self) -> Option<Action> {
        let best = self.best_of(self.rules.legal_actions(self.state, self.own))?;
        (self.value(best) > 0).then_some(best)
    }

    fn act(&self) -> Said {
        self.best().map_or(Intent::Pass, Intent::Act)
    }

    /// Interrupts an attack on an own Alert Agent with the best that this Agent can do.
    fn react(&self, announced: Action) -> Said {
        let Deed::Attack(target) = announced.deed else {
            return Intent::Pass;
        };
        if target.color != self.own {
            return Intent::Pass;
        }
        let actions = self.rules.legal_actions(self.state, self.own).into_iter();
        let own = actions.filter(|action| action.agent == target);
        let useful = own.filter(|action| !matches!(action.deed, Deed::Attack(_)));
        match self.best_of(useful.collect()) {
            Some(action) if self.value(action) > 0 => Intent::Act(action),
            _ => Intent::Pass,
        }
    }

    /// Objects to claims for something that harms this player, while there are tokens to win with.
    fn object(&self, asked: &Asked<'_>) -> bool {
        let strong = self.state.player(self.own).tokens.len() > 10;
        let Some(action) = about::<Action>(asked, "action") else {
            return false;
        };
        let harms = match action.deed {
            Deed::Attack(target) => target.color == self.own,
            Deed::Create(_) | Deed::Add(_) | Deed::Flip(_) => {
                named::<Place>(asked, "at").is_some_and(|at| at.board == self.own)
            }
            _ => false,
        };
        strong && harms
    }

    /// Duel Value: a high token to win with, the lowest for an Agent that is busy and for helpers.
    fn bid(&self, asked: &Asked<'_>) -> Option<Value> {
        let bids: Vec<Bid> = asked.one_of();
        let tokens: Vec<Bid> = bids
            .iter()
            .copied()
            .filter(|bid| *bid != Bid::Fate)
            .collect();
        if tokens.is_empty() {
            return say(bids.first()?);
        }
        let part: Option<Part> = named(asked, "part");
        let busy = named::<Agent>(asked, "agent")
            .and_then(|agent| self.state.agents.get(&agent))
            .is_some_and(|piece| piece.busy);
        let share = match part {
            Some(Part::Defender) if busy => {
                return say(Bid::Fate)
                    .filter(|_| bids.contains(&Bid::Fate))
                    .or_else(|| say(tokens[0]));
            }
            Some(Part::Attacker | Part::Claimant) => 5,
            Some(Part::Defender | Part::Objector) => 6,
            Some(Part::Aid | Part::Sabotage) | None => 1,
        };
        say(tokens[(tokens.len() * share / 8).min(tokens.len() - 1)])
    }

    /// Wave Attack Duel: the highest tokens for those who can win; the FATE of those who hardly can is a Fate card.
    fn defend(&self, asked: &Asked<'_>) -> Option<Bid> {
        asked.one_of::<Bid>().first().copied()
    }

    /// Cashing Out: saves the player by tokens, or else by the Agent who does least, from the Problem that is most dangerous.
    fn rescue(&self, asked: &Asked<'_>) -> Option<Trade> {
        let least = |trade: &Trade| match trade {
            Trade::Trade {
                give: Give::Tokens, ..
            } => 0,
            Trade::Trade {
                give: Give::Agent(agent),
                ..
            } => match agent.role.specialty() {
                None => 1,
                Some(Specialty::Historian) => 2,
                Some(Specialty::Scientist) => 3,
                Some(Specialty::Brawler) => 4,
            },
            _ => 9,
        };
        let relief = |trade: &Trade| match trade {
            Trade::Trade {
                get: Get::Solve(_, problem),
                ..
            } => Some(self.rules.relief(self.state, self.own, *problem)),
            _ => None,
        };
        let trades = asked.one_of::<Trade>().into_iter();
        trades.min_by_key(|trade| (least(trade), Reverse(relief(trade))))
    }
}
