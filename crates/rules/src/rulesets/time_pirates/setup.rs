//! Preparation.

use super::{
    Table, TimePirates, asks,
    diagnostics::Wrong,
    facts::Fact,
    names::{Epoch, Player},
    options::Options,
    state::{Phase, Side, State, Stock, Turn},
};
use crate::{
    collect::Collect,
    engine::{Illegal, Play, Seat},
    rulesets::kit::sides,
};

impl TimePirates {
    /// Components: returns the seats of two to six players, with a Time Traveler each.
    pub(super) fn seating(&self, options: Options) -> Result<Vec<Seat>, Illegal> {
        if !(2..=6).contains(&options.players) {
            return Err(Wrong::Players(options.players).into());
        }
        if !(3..=4).contains(&options.weeks) {
            return Err(Wrong::Weeks(options.weeks).into());
        }
        let players = Player::ALL[..options.players.into()].iter();
        Ok(players.map(|player| self.seats.seat(*player)).collect())
    }

    /// Preparation: stocks the Epochs, then puts the Time Police Counters into the bag, and draws the player who goes
    /// first (ruling B19).
    pub(super) fn set_up(
        &self,
        options: Options,
        seats: &[Seat],
        table: &mut Table<'_>,
    ) -> Play<State> {
        let players: Vec<Player> = sides(seats).collect();
        let (artifacts, police) =
            self.content
                .counters
                .iter()
                .partition::<Stock<_>, _>(|(counter, _)| {
                    matches!(counter, super::names::Counter::Artifact(_))
                });
        let mut state = State {
            options,
            week: 1,
            phase: Phase::Placement,
            order: players.clone(),
            sides: players.iter().map(|p| (*p, Side::default())).collect_map(),
            epochs: self
                .content
                .epochs
                .iter()
                .map(|(epoch, printed)| (*epoch, vec![None; printed.spaces as usize]))
                .collect_map(),
            police: self.content.police,
            drawn: vec![],
            bag: artifacts,
            discards: Stock::new(),
            scoring_board: self.content.markers.clone(),
        };
        for epoch in self.content.epochs.keys().copied() {
            self.stock(&mut state, table, epoch)?;
        }
        state.bag.extend(police);
        self.choose_first_player(&mut state, table)?;
        Ok(state)
    }

    /// Preparation: puts one counter into each space of an Epoch, drawn from a bag without police.
    fn stock(&self, state: &mut State, table: &mut Table<'_>, epoch: Epoch) -> Play<()> {
        table.rule("Preparation");
        let spaces = state.spaces(epoch).len();
        let mut artifacts = vec![];
        while artifacts.len() < spaces {
            if let super::names::Counter::Artifact(artifact) = self.draw(state, table, epoch)? {
                artifacts.push(artifact);
            }
        }
        let placed = artifacts.iter().copied().map(Some).collect();
        state.epochs.insert(epoch, placed);
        table.tell_all(Fact::Stocked { epoch, artifacts });
        Ok(())
    }

    /// Preparation: rolls a die for the player who goes first (ruling B19).
    #[expect(clippy::unused_self, reason = "every section of the rules is a method")]
    fn choose_first_player(&self, state: &mut State, table: &mut Table<'_>) -> Play<()> {
        table.rule("Preparation");
        let players = u32::try_from(state.order.len()).expect("at most six");
        let first = table.pick(format_args!("first-player"), players)?;
        state.order.rotate_left(first);
        let order = state.order.clone();
        table.tell_all(Fact::FirstPlayer { order });
        Ok(())
    }

    /// Preparation: lets each player place their Time Traveler, from the one who goes last to the one who goes first.
    pub(super) fn place_time_travelers(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
    ) -> Play<()> {
        for player in state.order.clone().into_iter().rev() {
            self.place_time_traveler(state, table, player)?;
        }
        state.phase = Phase::Turn(Turn::of(state.order[0]));
        Ok(())
    }

    /// Preparation: lets one player place their Time Traveler.
    pub(super) fn place_time_traveler(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        player: Player,
    ) -> Play<()> {
        table.rule("Preparation");
        let free: Vec<Epoch> = self
            .content
            .epochs
            .keys()
            .copied()
            .filter(|epoch| self.wrong_place(state, *epoch).is_none())
            .collect();
        // The default is the free Epoch with the most counters; of several, the earliest.
        let fullest = free
            .iter()
            .copied()
            .rev()
            .max_by_key(|epoch| state.spaces(*epoch).len());
        let mut ask = asks::Place.one_of(free);
        if let Some(fullest) = fullest {
            ask = ask.or(fullest);
        }
        let ask = ask
            .why(|epoch| self.wrong_place(state, *epoch).map(Into::into))
            .seen(|| self.seen(state));
        let epoch = table.ask(self.seat(player), ask)?;
        state.side_mut(player).at = Some(epoch);
        table.tell_all(Fact::Placed { player, epoch });
        Ok(())
    }

    /// Preparation: returns the reason why a Time Traveler cannot be placed in an Epoch, or `None` if it can.
    pub(super) fn wrong_place(&self, state: &State, epoch: Epoch) -> Option<Wrong> {
        if !self.content.epochs.contains_key(&epoch) {
            Some(Wrong::NoEpoch(epoch))
        } else if epoch == self.content.police {
            Some(Wrong::PoliceBeginThere(epoch))
        } else if state.is_occupied(epoch) {
            Some(Wrong::Occupied(epoch))
        } else {
            None
        }
    }
}
