//! I. Faux Phase, and Placing a Vortex.

use super::{
    Table, TheLoop, asks,
    board::draw,
    facts::Fact,
    names::{Agent, Era, Special},
    setup::Offers,
    state::{End, Phase, SLOTS, State, Tile},
};
use crate::{
    collect::Collect,
    engine::{Play, fields},
};

/// Resolve Faux card: the Rift cubes (Components).
pub(super) const RIFTS: u8 = 30;

/// Victory, Defeat: the Vortex tiles (Components).
pub(super) const VORTEXES: usize = 3;

impl TheLoop {
    /// I. Faux Phase: new Clones and Artifacts come, and Dr. Faux drops Rifts. The game may be lost by it.
    pub(super) fn faux_phase(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        offers: Offers,
    ) -> Play<()> {
        let Some(agent) = state.turn().map(|turn| turn.agent) else {
            return Ok(());
        };
        let cycle = state.cycle;
        let before = usize::from(cycle.saturating_sub(1)) * Era::ALL.len() + state.visited.len();
        table.rule("Player Turns");
        table.tell_all(Fact::Turn {
            agent,
            cycle,
            turn: u8::try_from(before + 1).unwrap_or(u8::MAX),
        });
        table.rule("Add Clones and reveal Artifact");
        let arrivals = self.content.cycles[usize::from(cycle - 1)];
        self.add_clones(state, table, arrivals.clones)?;
        for _ in 0..arrivals.artifacts {
            self.reveal_artifact(state, table, false)?;
        }
        self.resolve_faux_card(state, table, agent, offers)
    }

    /// Adding Clones: draws Clones out of the bag, as many as there are.
    #[expect(clippy::unused_self, reason = "every section of the rules is a method")]
    pub(super) fn add_clones(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        clones: u8,
    ) -> Play<()> {
        let mut came = vec![];
        for _ in 0..clones {
            if let Some(clone) = draw(table, format_args!("clone"), &mut state.bag)? {
                state.space_mut(clone.start).clones.insert(clone);
                came.push(clone);
            }
        }
        if !came.is_empty() {
            table.tell_all(Fact::ClonesCame { clones: came });
        }
        Ok(())
    }

    /// Resolve Faux card: Dr. Faux travels to the Era of the card and drops cubes into the Machine: those of the level, and
    /// one for each Clone there.
    fn resolve_faux_card(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        agent: Agent,
        offers: Offers,
    ) -> Play<()> {
        table.rule("Resolve Faux card");
        let mut deck = state.faux_deck().into_iter().collect_set();
        let Some(era) = draw(table, format_args!("faux"), &mut deck)? else {
            return Ok(());
        };
        state.visited.push(era);
        state.faux = era;
        let clones = u8::try_from(state.space(era).clones.len()).unwrap_or(u8::MAX);
        let cubes = self.cubes(state, era);
        table.tell_all(Fact::Faux { era, clones, cubes });
        self.drop_cubes(state, table, agent, (era, cubes), offers)?;
        let landed = std::mem::take(&mut state.landed);
        // Of several Eras that overflow, the first clockwise from Dr. Faux's comes first (ruling E12).
        for era in era.around() {
            let fallen = landed.get(&era).copied().unwrap_or(0);
            if fallen == 0 {
                continue;
            }
            table.rule("Resolve Faux card");
            let space = state.space_mut(era);
            if space.rifts + fallen <= SLOTS {
                space.rifts += fallen;
                let (rifts, total) = (fallen, space.rifts);
                table.tell_all(Fact::RiftsPlaced { era, rifts, total });
            } else if let Some(end) = self.place_vortex(state, table, era, fallen)? {
                self.game_over(state, table, end);
                return Ok(());
            }
        }
        Ok(())
    }

    /// Resolve Faux card: returns the number of cubes that are dropped in an Era, as far as the supply goes.
    pub(super) fn cubes(&self, state: &State, era: Era) -> u8 {
        let level = self.content.level(state.options.difficulty);
        let clones = u8::try_from(state.space(era).clones.len()).unwrap_or(u8::MAX);
        let placed: u8 = state.eras.values().map(|space| space.rifts).sum();
        let left = RIFTS.saturating_sub(placed);
        level.rifts.saturating_add(clones).min(left)
    }

    /// Resolve Faux card: drops the cubes one by one. Each falls on the previous, Dr. Faux's or the next Era, by the odds of
    /// the Machine (ruling E1). The state has those that have landed, so that a player who is asked in between sees them.
    fn drop_cubes(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        agent: Agent,
        (faux, cubes): (Era, u8),
        offers: Offers,
    ) -> Play<()> {
        let machine = state.options.machine;
        let [previous, own, _] = machine.ways();
        let cancels = self.content.agent(agent).special == Special::CancelsARift;
        let mut canceled = false;
        let mut fell = vec![];
        state.landed.clear();
        let mut gone = None;
        for cube in 1..=cubes {
            table.rule("Resolve Faux card");
            let face = table.die(format_args!("cube/{faux}"), machine.sides())?;
            let era = if face <= previous {
                faux.previous()
            } else if face <= previous + own {
                faux
            } else {
                faux.next()
            };
            fell.push(era);
            let overflow = state.free_slots(era) == 0;
            if cancels && !canceled {
                let left = cubes - cube;
                canceled = self.cancels_rift(state, table, agent, (era, left, overflow), offers)?;
                if canceled {
                    gone = Some(era);
                    continue;
                }
            }
            *state.landed.entry(era).or_default() += 1;
        }
        table.rule("Resolve Faux card");
        table.tell_all(Fact::Fell { eras: fell });
        if let Some(era) = gone {
            table.rule("Canceling a Rift");
            table.tell_all(Fact::Canceled { agent, era });
        }
        Ok(())
    }

    /// Canceling a Rift: asks the Time Prowler, in their own Faux Phase, whether they cancel the cube that has just dropped
    /// (ruling E2). By default they cancel the first one that has no slot, or else the last one.
    fn cancels_rift(
        &self,
        state: &State,
        table: &mut Table<'_>,
        agent: Agent,
        (era, left, overflow): (Era, u8, bool),
        offers: Offers,
    ) -> Play<bool> {
        let default = overflow || left == 0;
        if offers == Offers::None {
            return Ok(default);
        }
        table.rule("Canceling a Rift");
        let about = move || {
            fields([
                ("era", era.name().into()),
                ("left", left.into()),
                ("overflow", overflow.into()),
            ])
        };
        let ask = asks::Cancel
            .one_of(vec![true, false])
            .or(default)
            .about(about)
            .shown(state);
        table.ask(self.seat(agent), ask)
    }

    /// Placing a Vortex: an Era with too few slots becomes a Vortex. Returns the defeat if that ends the game: a second
    /// Vortex in an Era, or a fourth one.
    fn place_vortex(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        era: Era,
        fallen: u8,
    ) -> Play<Option<End>> {
        if state.space(era).vortex {
            return Ok(Some(End::SecondVortex(era)));
        }
        if state.vortexes().count() == VORTEXES {
            return Ok(Some(End::FourthVortex(era)));
        }
        table.rule("Placing a Vortex");
        let space = state.space_mut(era);
        let returned = space.rifts + fallen;
        space.rifts = 0;
        space.vortex = true;
        let tile = space.mission.take();
        let artifacts = std::mem::take(&mut space.artifacts);
        let destroyed: Vec<_> = artifacts.iter().copied().collect();
        state.destroyed.extend(artifacts);
        let failed = match &tile {
            Some(Tile::Revealed { mission, .. }) => Some(*mission),
            Some(Tile::FaceDown) | None => None,
        };
        state.failed.extend(failed);
        table.tell_all(Fact::Vortex {
            era,
            returned,
            failed,
            face_down: tile == Some(Tile::FaceDown),
            destroyed,
            vortexes: u8::try_from(state.vortexes().count()).unwrap_or(u8::MAX),
        });
        table.rule("Revealed Missions");
        self.reveal_mission(state, table)?;
        Ok(None)
    }

    /// Victory, Defeat: ends the game.
    #[expect(clippy::unused_self, reason = "every section of the rules is a method")]
    pub(super) fn game_over(&self, state: &mut State, table: &mut Table<'_>, end: End) {
        state.phase = Phase::Over(end);
        table.rule(match end {
            End::Victory => "Victory",
            End::SecondVortex(_) | End::FourthVortex(_) | End::OutOfTime => "Defeat",
        });
        let completed = u8::try_from(state.completed.len()).unwrap_or(u8::MAX);
        table.tell_all(Fact::GameOver { end, completed });
    }
}
