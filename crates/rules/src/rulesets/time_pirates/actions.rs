//! The actions of a turn: Taking Artifacts, Moving, Atomic Symbols and Exchanging Artifacts. Selling is in
//! `selling.rs`.

use super::{
    Table, TimePirates,
    asks::Action,
    diagnostics::Wrong,
    facts::Fact,
    names::{Artifact, Epoch, Player, Symbol},
    state::{State, Stock, Turn, put, take},
};
use crate::collect::Collect;
use std::collections::BTreeMap;

/// The counters of the players before each exchange in the present unbroken series of exchanges.
pub(super) type Hands = Vec<BTreeMap<Player, Stock<Artifact>>>;

impl TimePirates {
    /// Returns everything the player may do next. The first entry is the default: to end the turn if that is allowed,
    /// else to take what lies in the first space, else to move by path 1 (ruling B17).
    pub(super) fn actions(&self, state: &State, turn: &Turn, hands: &Hands) -> Vec<Action> {
        let side = state.side(turn.player);
        let at = state.at(turn.player);
        let mut all = vec![];
        for artifact in state.spaces(at).iter().flatten() {
            if !all.contains(&Action::Take(*artifact)) {
                all.push(Action::Take(*artifact));
            }
        }
        all.extend(self.content.arrows(at).map(Action::Move));
        all.extend(
            state
                .scoring_board
                .keys()
                .map(|marker| Action::Sell(*marker)),
        );
        for give in side.artifacts.keys().copied() {
            if give.symbol == Symbol::Atomic {
                let epochs = self.content.epochs.keys();
                all.extend(epochs.map(|to| Action::Atomic {
                    discard: give,
                    to: *to,
                }));
            }
            if give.symbol == Symbol::Arrows {
                for from in state.others(turn.player) {
                    let held = state.side(from).artifacts.keys();
                    all.extend(held.map(|take| Action::Exchange {
                        give,
                        from,
                        take: *take,
                    }));
                }
            }
        }
        all.insert(0, Action::Done);
        all.retain(|action| self.wrong_action(state, turn, hands, *action).is_none());
        all
    }

    /// Returns the reason why an action is illegal now, or `None` if it is legal.
    pub(super) fn wrong_action(
        &self,
        state: &State,
        turn: &Turn,
        hands: &Hands,
        action: Action,
    ) -> Option<Wrong> {
        let at = state.at(turn.player);
        let side = state.side(turn.player);
        let exists = |epoch: Epoch| self.content.epochs.contains_key(&epoch);
        if action.counts() && turn.left == 0 {
            return Some(Wrong::NoActionLeft);
        }
        if turn.must_flee() && matches!(action, Action::Take(_) | Action::Sell(_)) {
            return Some(Wrong::MustFlee);
        }
        match action {
            Action::Done => (!turn.may_end()).then_some(Wrong::ActionsDue(turn.left)),
            Action::Take(artifact) => {
                let there = state.spaces(at).contains(&Some(artifact));
                (!there).then_some(Wrong::NotInEpoch {
                    artifact,
                    epoch: at,
                })
            }
            Action::Move(to) if !exists(to) => Some(Wrong::NoEpoch(to)),
            Action::Move(to) => {
                let leads = self.content.arrows(at).contains(&to);
                (!leads).then_some(Wrong::NoArrow { from: at, to })
            }
            Action::Sell(marker) => self.wrong_sale(state, turn.player, marker),
            Action::Atomic { discard, to } => {
                if discard.symbol != Symbol::Atomic {
                    Some(Wrong::NotAtomic(discard))
                } else if !side.artifacts.contains_key(&discard) {
                    Some(Wrong::NotHeld(discard))
                } else if !exists(to) {
                    Some(Wrong::NoEpoch(to))
                } else if to == at {
                    Some(Wrong::AlreadyThere(to))
                } else {
                    // Atomic Symbols: none can be used to leave the Epoch where the turn began together with the
                    // police.
                    (turn.police == Some(at)).then_some(Wrong::NoAtomicOut(at))
                }
            }
            Action::Exchange { give, from, take } => {
                wrong_exchange(state, turn.player, hands, (give, from, take))
            }
        }
    }

    /// Taking Artifacts: moves a counter from the Epoch to the player, before whom it lies open from now on.
    #[expect(clippy::unused_self, reason = "every section of the rules is a method")]
    pub(super) fn take_artifact(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        player: Player,
        artifact: Artifact,
    ) {
        table.rule("Taking Artifacts");
        let epoch = state.at(player);
        state.take_from_epoch(player, artifact);
        table.tell_all(Fact::Took {
            player,
            artifact,
            epoch,
        });
    }

    /// Moving: moves the Time Traveler along an arrow. Other Time Travelers may be in the Epoch, and the Time Police
    /// too (ruling B10).
    #[expect(clippy::unused_self, reason = "every section of the rules is a method")]
    pub(super) fn move_along(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        turn: &Turn,
        to: Epoch,
    ) {
        table.rule(if turn.must_flee() {
            "Police 4"
        } else {
            "Moving"
        });
        let player = turn.player;
        let from = state.at(player);
        state.side_mut(player).at = Some(to);
        table.tell_all(Fact::Moved { player, from, to });
    }

    /// Atomic Symbols: discards a counter and moves the Time Traveler to any other Epoch.
    #[expect(clippy::unused_self, reason = "every section of the rules is a method")]
    pub(super) fn use_atomic_symbol(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        player: Player,
        discard: Artifact,
        to: Epoch,
    ) {
        table.rule("Atomic Symbols");
        let from = state.at(player);
        state.discard(player, discard);
        state.side_mut(player).at = Some(to);
        table.tell_all(Fact::Atomic {
            player,
            discard,
            from,
            to,
        });
    }

    /// Exchanging Artifacts: exchanges two counters. The other player is not asked, and may use the counter they were
    /// given (ruling B6).
    #[expect(clippy::unused_self, reason = "every section of the rules is a method")]
    pub(super) fn exchange(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        player: Player,
        give: Artifact,
        from: Player,
        take: Artifact,
    ) {
        table.rule("Exchanging Artifacts");
        state.exchange(player, give, from, take);
        table.tell_all(Fact::Exchanged {
            player,
            give,
            from,
            take,
        });
    }
}

impl State {
    /// Moves a counter from the Epoch of a player's Time Traveler to the player, if it is there.
    pub(super) fn take_from_epoch(&mut self, player: Player, artifact: Artifact) {
        let epoch = self.at(player);
        let space = self
            .epochs
            .get_mut(&epoch)
            .and_then(|spaces| spaces.iter_mut().find(|space| **space == Some(artifact)));
        if let Some(space) = space {
            *space = None;
            put(&mut self.side_mut(player).artifacts, artifact);
        }
    }

    /// Returns the Artifact Counters of all players.
    pub(super) fn hands(&self) -> BTreeMap<Player, Stock<Artifact>> {
        let sides = self.sides.iter();
        sides
            .map(|(player, side)| (*player, side.artifacts.clone()))
            .collect_map()
    }

    /// Exchanges counters of two players, if they have them.
    pub(super) fn exchange(&mut self, one: Player, give: Artifact, other: Player, get: Artifact) {
        if take(&mut self.side_mut(one).artifacts, &give) {
            put(&mut self.side_mut(other).artifacts, give);
            if take(&mut self.side_mut(other).artifacts, &get) {
                put(&mut self.side_mut(one).artifacts, get);
            }
        }
    }
}

/// Exchanges counters of two players in a copy of what the players hold.
fn change(
    hands: &mut BTreeMap<Player, Stock<Artifact>>,
    (one, gives): (Player, Artifact),
    (other, gets): (Player, Artifact),
) {
    for (from, to, artifact) in [(one, other, gives), (other, one, gets)] {
        if hands
            .get_mut(&from)
            .is_some_and(|held| take(held, &artifact))
        {
            put(hands.entry(to).or_default(), artifact);
        }
    }
}

/// Exchanging Artifacts: returns the reason why two counters cannot be exchanged, or `None` if they can.
fn wrong_exchange(
    state: &State,
    player: Player,
    hands: &Hands,
    (give, from, take): (Artifact, Player, Artifact),
) -> Option<Wrong> {
    if give.symbol != Symbol::Arrows {
        return Some(Wrong::NotArrows(give));
    }
    if !state.side(player).artifacts.contains_key(&give) {
        return Some(Wrong::NotHeld(give));
    }
    if from == player {
        return Some(Wrong::Yourself);
    }
    let Some(other) = state.sides.get(&from) else {
        return Some(Wrong::NoPlayer(from));
    };
    if !other.artifacts.contains_key(&take) {
        return Some(Wrong::NotHeldBy {
            player: from,
            artifact: take,
        });
    }
    if give == take {
        return Some(Wrong::BringsBack);
    }
    if hands.is_empty() {
        return None;
    }
    let mut after = state.hands();
    change(&mut after, (player, give), (from, take));
    hands.contains(&after).then_some(Wrong::BringsBack)
}
