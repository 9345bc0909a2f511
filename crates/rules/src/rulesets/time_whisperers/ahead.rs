//! The preview: a player's own cards and powers, and supposed ones of others, are executed on the player's view. What the
//! others play is secret, so the preview goes on after phase 1 only if the orders of all others are supposed, or all
//! others have played Termination.

use super::{
    Table, TimeWhisperers,
    asks::{self, Seen},
    facts::Fact,
    imagined::shown,
    names::{Age, Color, Power},
    powers::Window,
    state::{Face, Phase, Player, State},
    view::View,
};
use crate::{
    engine::{Ahead, Cast, Drawn, Play, SeatId, Step},
    rulesets::kit::side,
};

fn own(view: &View, seat: &SeatId) -> Option<Color> {
    let color: Color = side(seat)?;
    view.players.contains_key(&color).then_some(color)
}

/// Checks whether a preview plays the orders of a color.
fn plays(cast: &Cast, color: Color) -> bool {
    let mut seats = cast.supposed.iter().chain([&cast.own]);
    seats.any(|seat| seat.as_str() == color.name())
}

/// Checks whether the positions after phase 1 do not depend on cards of players without orders: there are none who may
/// still play cards.
fn all_cards_known(view: &View, cast: &Cast) -> bool {
    let over = match view.phase {
        Phase::Placement | Phase::BeforeCardPlay | Phase::CardPlay => false,
        Phase::Scoring | Phase::GoldPowers | Phase::RoundReset | Phase::Over => true,
    };
    let mut players = view.players.iter();
    over || players.all(|(color, player)| plays(cast, *color) || player.terminated)
}

/// Returns the number of plays of this round for which a player's card lies, or lay, on the table.
fn cards_laid(player: &Player) -> u32 {
    // The Phoenix has taken one of them back.
    let back = usize::from(player.face(Power::Phoenix) == Some(Face::Used));
    u32::try_from(player.played.len() + back).unwrap_or(u32::MAX)
}

impl TimeWhisperers {
    /// Phase 1: finishes the play that was begun when the view was made, if there is one: the cards are still to be
    /// chosen, or lie on the table until the Psychic or the Multiverse has decided.
    fn finish_play(&self, state: &mut State, table: &mut Table<'_>) -> Play<()> {
        let laid = |color: Color| cards_laid(state.player(color)) >= state.play;
        let two = state.two.filter(|two| two.cards.is_some());
        let two = two.map(|two| two.color);
        let mut choose = state.live();
        choose.retain(|color| Some(*color) != state.waits && Some(*color) != two);
        if choose.iter().any(|color| !laid(*color)) {
            state.play -= 1;
            return self.play(state, table);
        }
        if state.waits.is_some_and(|color| !laid(color)) {
            self.play_psychic(state, table, &mut Seen::new())?;
        }
        if two.is_some() {
            self.keep_one(state, table, Seen::new())?;
        }
        Ok(())
    }
}

impl Ahead<View, State, Fact> for TimeWhisperers {
    fn imagine(&self, view: &View, seat: &SeatId, _: &Drawn) -> Option<State> {
        let player = &view.players[&own(view, seat)?];
        // A view that was cut short in its file cannot be previewed.
        let mut named = (view.waits.into_iter()).chain(view.two.map(|two| two.color));
        let whole = player.hand.is_some()
            && view.ages.len() == Age::ALL.len()
            && named.all(|color| view.players.contains_key(&color));
        (view.phase != Phase::Over && whole).then(|| shown(view))
    }

    /// Setup 5 and phase 1, and phases 2 to 4 if all cards are known: executes them from the point that the round has
    /// reached. Players without orders play Termination at once.
    fn play(
        &self,
        state: &mut State,
        cast: &Cast,
        own_done: &dyn Fn(&State),
        table: &mut Table<'_>,
    ) -> Play<()> {
        let others = |color: &Color| !plays(cast, *color);
        let playing: Vec<Color> = state.live().into_iter().filter(others).collect();
        match state.phase {
            Phase::Scoring => return self.after_card_play(state, table).map(drop),
            Phase::GoldPowers => {
                self.gold_powers(state, table)?;
                return self.round_reset(state, table);
            }
            // Only the choice of the gold powers is left of it.
            Phase::RoundReset => return self.activate_powers(state, table),
            Phase::Over => return Ok(()),
            Phase::Placement => self.place(state, table)?,
            Phase::BeforeCardPlay | Phase::CardPlay => {}
        }
        if state.phase == Phase::BeforeCardPlay {
            self.decide(state, table, Window::BeforeCardPlay)?;
        } else if state.play > 0 {
            self.finish_play(state, table)?;
        }
        self.card_play(state, table)?;
        own_done(state);
        if playing.is_empty() {
            self.after_card_play(state, table)?;
        } else {
            state.phase = Phase::Scoring;
        }
        Ok(())
    }

    /// Returns the view with a hand for that player: the cards that they have not played.
    fn as_supposed(&self, view: &View, other: &SeatId) -> Option<View> {
        let color = own(view, other)?;
        let hand = shown(view).player(color).hand.clone();
        let mut view = view.clone();
        view.players.get_mut(&color)?.hand = Some(hand);
        Some(view)
    }

    /// Returns the step for a fact about the cards, powers and Time Whisperers of the cast, or about the phantom; once
    /// all cards are known, also about scoring and gold powers.
    fn step(&self, view: &View, cast: &Cast, rule: &str, fact: &Fact) -> Option<Step> {
        let known = all_cards_known(view, cast);
        let shown = match fact {
            Fact::Placed { color, .. }
            | Fact::Used { color, .. }
            | Fact::Mimicked { color, .. }
            | Fact::Stole { color, .. }
            | Fact::StolenAction { color, .. }
            | Fact::Allied { color, .. }
            | Fact::Waits { color }
            | Fact::Laid { color, .. }
            | Fact::Played { color, .. }
            | Fact::Activated { color, .. }
            | Fact::Moved { color, .. }
            | Fact::Flipped { color, .. }
            | Fact::Augmented { color, .. }
            | Fact::NoEffect { color, .. }
            | Fact::NobodyActivated { color, .. }
            | Fact::TookBack { color, .. } => known || plays(cast, *color),
            Fact::Petrified { .. } | Fact::PhantomMoved { .. } => true,
            Fact::Tripled { .. }
            | Fact::United { .. }
            | Fact::Eliminated { .. }
            | Fact::DarkControl { .. }
            | Fact::Score { .. }
            | Fact::Exchanged { .. }
            | Fact::GoldControl { .. }
            | Fact::PhantomStayed { .. }
            | Fact::ActivatedPower { .. }
            | Fact::GameOver { .. } => known,
            _ => false,
        };
        shown.then(|| Step::told(rule, fact))
    }

    /// Thief: checks whether an ask depends on secrets. The cards that are given decide what can be stolen.
    fn hangs_on(&self, ask: &str) -> bool {
        ask == asks::Gift.name()
    }

    fn beyond(&self, view: &View, cast: &Cast) -> Vec<String> {
        let mut beyond = vec![];
        if !all_cards_known(view, cast) {
            let others = if cast.supposed.is_empty() {
                "the others'"
            } else {
                "the remaining players'"
            };
            beyond.push(format!(
                "where {others} Time Whisperers stand then, and what powers do to them"
            ));
            beyond.push("phases 2 to 4: points, gold powers, and what you activate".to_owned());
        }
        let theft = view.theft.as_ref();
        let hidden = theft.into_iter().flat_map(|theft| {
            let givers = view.players.keys().copied();
            givers.filter(|giver| *giver != theft.thief && !theft.known.contains_key(giver))
        });
        let supposed = hidden.filter(|giver| plays(cast, *giver));
        beyond.extend(supposed.map(|giver| {
            format!("which action card {giver} gave to the Thief: here they still have all")
        }));
        beyond
    }

    fn purse(&self, state: &State, seat: &SeatId) -> Vec<(&'static str, i64)> {
        let player = side::<Color>(seat).and_then(|color| state.players.get(&color));
        let Some(player) = player else {
            return vec![];
        };
        let cards = i64::try_from(player.hand.len()).unwrap_or(i64::MAX);
        vec![("cards in hand", cards), ("VP", player.total().into())]
    }
}
