//! The check of an order file against the view of its seat.
//!
//! It follows the plan in the order of the round (8, 9.1, 9.2 to 9.5) with the treasury and the time machines the seat
//! will have, and uses the rules' own code for what can be reached.

mod player_turn;

use super::{
    TimeAgent, Wrong,
    names::{Kind, OwnUnit, Race},
    orders::{Headquarters, OrHold, Orders, TurnOrder},
    places::{HexId, Place, Spot},
    state::{Phase, State},
    view::View,
};
use crate::{
    collect::Collect,
    engine::{Diagnostic, Plan, SeatId},
    rulesets::kit::{self, Diagnostics},
};
use std::collections::{BTreeMap, BTreeSet};

/// The resources that are left while a plan is followed step by step.
struct Walk<'a> {
    rules: &'a TimeAgent,
    state: State,
    race: Race,
    credits: u32,
    machines: u32,
    /// The place where each of the seat's own operatives will be.
    units: BTreeMap<OwnUnit, Place>,
    moved: BTreeSet<OwnUnit>,
    /// Set if the plan says where all operatives will be.
    final_moves: bool,
    /// The cost of the plan's alterations so far.
    altered: u32,
    found: Diagnostics,
    /// Set if a purchase was refused: an operative that is missing may then be no further error.
    unbought: bool,
    /// Set if a move was refused: the places of the operatives are then unknown.
    astray: bool,
}

impl TimeAgent {
    /// Checks the lines of a plan that were not executed yet.
    pub(super) fn look_through(
        &self,
        view: &View,
        seat: &SeatId,
        plan: &Plan<'_, Orders>,
    ) -> Vec<Diagnostic> {
        let Some(race) = kit::side::<Race>(seat) else {
            return vec![];
        };
        let Some(side) = view.sides.get(&race) else {
            return vec![];
        };
        // The view may have been cut short on its way.
        if !self
            .content
            .hexes()
            .iter()
            .all(|hex| view.hexes.iter().any(|h| h.hex == hex.id))
        {
            return Diagnostics::of_cut_view(Wrong::ViewNotWhole);
        }
        let before_income = view.phase == Phase::RoundStart;
        let state = self.imagined(view);
        let income = u32::try_from(side.rp).unwrap_or(0);
        let mut walk = Walk {
            rules: self,
            race,
            credits: side.credits + if before_income { income } else { 0 },
            machines: if before_income {
                side.machines
            } else {
                side.machines.saturating_sub(side.used)
            },
            units: state
                .units_of(race)
                .map(|(unit, place)| (unit.into(), place))
                .collect_map(),
            final_moves: plan
                .orders
                .moves
                .as_ref()
                .is_some_and(|moves| !moves.contains(&OrHold::Hold)),
            altered: 0,
            moved: if before_income {
                BTreeSet::new()
            } else {
                state
                    .side(race)
                    .moved
                    .iter()
                    .map(|u| (*u).into())
                    .collect_set()
            },
            state,
            found: Diagnostics::default(),
            unbought: false,
            astray: false,
        };
        // Every section is named here, so that a new one does not compile until it is checked.
        let Orders {
            turn_order,
            headquarters,
            moves,
            actions,
            opposition,
            contribute,
        } = plan.orders;
        if let Some(order) = turn_order {
            walk.turn_order(view, order);
        }
        // Steps that are over are not checked again: their lines are spent, or will be reported as unplayed.
        if matches!(
            view.phase,
            Phase::RoundStart | Phase::PlayerOrder | Phase::Headquarters
        ) && let Some(headquarters) = headquarters
        {
            walk.headquarters(view, plan, headquarters);
        }
        if !walk.turn_is_over(view) {
            walk.moves(plan, moves.as_deref().unwrap_or_default());
            walk.actions(plan, actions.as_deref().unwrap_or_default());
        }
        walk.opposition(opposition);
        walk.contribute(contribute);
        walk.found.into()
    }
}

impl Walk<'_> {
    fn error(&mut self, path: impl Into<String>, wrong: Wrong) {
        let path = path.into();
        // An error that only follows from an error in an earlier line is not reported.
        let follows = match wrong {
            Wrong::NoUnit(_) => self.unbought,
            Wrong::NobodyThere(_) | Wrong::NotInPast { .. } => self.astray,
            _ => false,
        };
        if follows {
            return;
        }
        self.unbought |= path.starts_with("headquarters/buy");
        self.astray |= path.starts_with("headquarters") || path.starts_with("moves");
        self.found.error(path, wrong);
    }

    /// Reports that a hex does not exist, with the real numbers of its zone.
    fn no_tile(&mut self, path: String, hex: HexId) {
        let most = self.rules.content.zone(hex.zone).len();
        self.astray |= path.starts_with("moves");
        let zone = hex.zone;
        let help = format!("Zone {zone} has the tiles {zone}-1 to {zone}-{most}.");
        self.found.error_with_help(path, Wrong::NoTile(hex), help);
    }

    fn spot(&mut self, path: String, spot: Spot) -> bool {
        match spot {
            Spot::Hex(hex) if self.rules.content.index(hex).is_none() => {
                self.no_tile(path, hex);
                false
            }
            _ => true,
        }
    }

    /// 7: checks the turn order.
    fn turn_order(&mut self, view: &View, order: &TurnOrder) {
        let places = view.sides.len();
        for (n, place) in order.prefer.iter().enumerate() {
            let path = format!("turn-order/prefer/{n}");
            if *place == 0 || usize::from(*place) > places {
                self.error(path, Wrong::NoPosition(*place));
            } else if order.prefer[..n].contains(place) {
                self.error(path, Wrong::Twice(format!("Place {place}")));
            }
        }
    }

    /// 8: checks the headquarters section.
    fn headquarters(&mut self, view: &View, plan: &Plan<'_, Orders>, headquarters: &Headquarters) {
        // Time machines in use show that this step was executed, by any answer.
        let over = view.phase == Phase::Headquarters && self.state.side(self.race).used > 0;
        if !plan.spent("headquarters/maintain") && !over {
            self.maintain(headquarters.maintain.as_deref());
        }
        let prices = self.rules.content.prices;
        let buy = headquarters.buy;
        let lines = [
            ("time-machines", prices.time_machine, buy.time_machines),
            ("squads", prices.squad, buy.squads),
            ("agents", prices.agent, buy.agents),
        ];
        for (item, price, count) in lines {
            let path = format!("headquarters/buy/{item}");
            if count == 0 || plan.spent(&path) || !self.spend(&path, price.saturating_mul(count)) {
                continue;
            }
            let kind = match item {
                "squads" => Kind::Squad,
                "agents" => Kind::Agent,
                _ => {
                    self.machines += count;
                    continue;
                }
            };
            for _ in 0..count {
                let last = self.state.side_mut(self.race).numbered(kind);
                *last += 1;
                let n = *last;
                self.units.insert(OwnUnit { kind, n }, Place::Present);
            }
        }
        self.research(plan, &headquarters.research);
    }

    /// 8.1: checks the operatives that stay.
    fn maintain(&mut self, stay: Option<&[OwnUnit]>) {
        let mut past: Vec<(OwnUnit, Spot)> = self
            .units
            .iter()
            .filter_map(|(unit, place)| match place {
                Place::Past(spot) => Some((*unit, *spot)),
                Place::Present => None,
            })
            .collect();
        let machines = self.machines;
        let stay: Vec<OwnUnit> = if let Some(stay) = stay {
            for (n, unit) in stay.iter().enumerate() {
                let path = format!("headquarters/maintain/{n}");
                match self.units.get(unit) {
                    None => self.error(path, Wrong::NoUnit(*unit)),
                    Some(Place::Present) => self.error(path, Wrong::NotInPast { unit: *unit }),
                    Some(_) if stay[..n].contains(unit) => {
                        self.error(path, Wrong::Twice(unit.to_string()));
                    }
                    Some(_) => {}
                }
            }
            let units = u32::try_from(stay.len()).unwrap_or(u32::MAX);
            if units > machines {
                self.error("headquarters/maintain", Wrong::TooMany { units, machines });
            }
            stay.to_vec()
        } else {
            past.sort_by_key(|(unit, spot)| {
                (
                    std::cmp::Reverse(self.rules.way_back(unit.kind, *spot)),
                    *unit,
                )
            });
            past.iter()
                .take(machines as usize)
                .map(|(unit, _)| *unit)
                .collect()
        };
        for (unit, _) in past {
            if stay.contains(&unit) {
                self.machines = self.machines.saturating_sub(1);
            } else {
                self.units.insert(unit, Place::Present);
            }
        }
    }

    /// 8.3: checks the looks.
    fn research(&mut self, plan: &Plan<'_, Orders>, research: &[OrHold<HexId>]) {
        let prices = self.rules.content.prices;
        let mut seen = self.state.known(self.race);
        let mut looks = self.state.side(self.race).looks;
        for (path, line) in plan.left("headquarters/research", research) {
            let OrHold::Do(hex) = line else { continue };
            let path = path.0;
            if self.rules.content.index(*hex).is_none() {
                self.no_tile(path, *hex);
            } else if self.state.cell(*hex).facing.is_some() {
                self.error(path, Wrong::FaceUp(*hex));
            } else if !seen.insert(*hex) {
                let help = "Looking again is free (8.35): your report shows it, and this line does nothing.";
                self.found.doubt(path, Wrong::Known(*hex), help);
            } else if self.spend(&path, prices.look) {
                if looks == 0 {
                    self.machine(&path);
                    looks = prices.looks_per_machine;
                }
                looks -= 1;
            }
        }
    }

    /// Takes credits out of the treasury, or reports that they are missing.
    fn spend(&mut self, path: &str, cost: u32) -> bool {
        let credits = self.credits;
        if cost > credits {
            self.error(path, Wrong::TooLittleMoney { cost, credits });
            return false;
        }
        self.credits -= cost;
        true
    }

    /// Uses a time machine, or reports that none is free.
    fn machine(&mut self, path: &str) {
        match self.machines.checked_sub(1) {
            Some(left) => self.machines = left,
            None => self.error(
                path,
                Wrong::NoMachine {
                    machines: 0,
                    needed: 1,
                },
            ),
        }
    }
}
