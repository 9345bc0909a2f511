//! A look through an order file, as far as its seat can see.
//!
//! It walks through the plan in the order of the round (8, 9.1, 9.2 to 9.5) with the treasury and the
//! time machines the seat will have, and uses the rules' own code for what can be reached.

use super::{
    TimeAgent, Wrong,
    answer::{Stage, stage},
    names::{HexId, Kind, OwnUnit, Place, Race, Spot},
    orders::{Action, Move, OrAny, OrHold, Orders},
    state::{Phase, State},
    view::View,
};
use crate::engine::{Objection, Plan, SeatId};
use std::collections::{BTreeMap, BTreeSet};

/// What is left to spend while a plan is walked through.
struct Walk<'a> {
    rules: &'a TimeAgent,
    state: State,
    race: Race,
    credits: u32,
    machines: u32,
    /// Where each operative of one's own will be.
    units: BTreeMap<OwnUnit, Place>,
    moved: BTreeSet<OwnUnit>,
    /// Whether the plan says where everybody will be.
    final_moves: bool,
    /// What the alterations of the plan cost so far.
    altered: u32,
    objections: Vec<Objection>,
}

impl TimeAgent {
    /// Looks through the lines of a plan that were not played yet.
    pub(super) fn look_through(
        &self,
        view: &View,
        seat: &SeatId,
        plan: &Plan<'_, Orders>,
    ) -> Vec<Objection> {
        let Ok(race) = seat.as_str().parse::<Race>() else {
            return vec![];
        };
        let Some(side) = view.sides.get(&race) else {
            return vec![];
        };
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
                .collect(),
            final_moves: plan
                .orders
                .moves
                .as_ref()
                .is_some_and(|moves| !moves.contains(&OrHold::Hold)),
            altered: 0,
            moved: if before_income {
                BTreeSet::new()
            } else {
                state.side(race).moved.iter().map(|u| (*u).into()).collect()
            },
            state,
            objections: vec![],
        };
        walk.turn_order(view, plan);
        // What is over is not looked at again: its lines are spent, or will be reported as unplayed.
        if matches!(
            view.phase,
            Phase::RoundStart | Phase::PlayerOrder | Phase::Headquarters
        ) {
            walk.headquarters(view, plan);
        }
        if !walk.turn_is_over(view) {
            walk.moves(plan);
            walk.actions(plan);
        }
        walk.others(plan);
        walk.objections
    }
}

impl Walk<'_> {
    fn error(&mut self, path: impl Into<String>, wrong: Wrong) {
        self.objections.push(Objection::error(path, wrong.into()));
    }

    fn doubt(&mut self, path: impl Into<String>, wrong: Wrong, help: &str) {
        self.objections
            .push(Objection::doubt(path, wrong.into()).help(help));
    }

    /// Says that a hex is not there, with the zone's real numbers.
    fn no_tile(&mut self, path: String, hex: HexId) {
        let most = self.rules.content.zone(hex.zone).len();
        self.objections.push(
            Objection::error(path, Wrong::NoTile(hex).into()).help(format!(
                "Zone {} has the tiles {}-1 to {}-{most}.",
                hex.zone, hex.zone, hex.zone
            )),
        );
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

    /// 7.
    fn turn_order(&mut self, view: &View, plan: &Plan<'_, Orders>) {
        let Some(order) = &plan.orders.turn_order else {
            return;
        };
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

    /// 8.
    fn headquarters(&mut self, view: &View, plan: &Plan<'_, Orders>) {
        let Some(headquarters) = &plan.orders.headquarters else {
            return;
        };
        // Time machines in use say that this step was played, by whatever answer.
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
        self.research(plan);
    }

    /// 8.1.
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

    /// 8.3.
    fn research(&mut self, plan: &Plan<'_, Orders>) {
        let Some(headquarters) = &plan.orders.headquarters else {
            return;
        };
        let prices = self.rules.content.prices;
        let mut seen = self.state.known(self.race);
        let mut looks = self.state.side(self.race).looks;
        for (n, line) in headquarters.research.iter().enumerate() {
            let path = format!("headquarters/research/{n}");
            let OrHold::Do(hex) = line else { continue };
            if plan.spent(&path) {
                continue;
            }
            if self.rules.content.index(*hex).is_none() {
                self.no_tile(path, *hex);
            } else if self.state.cell(*hex).facing.is_some() {
                self.error(path, Wrong::FaceUp(*hex));
            } else if !seen.insert(*hex) {
                self.error(path, Wrong::Known(*hex));
            } else if self.spend(&path, prices.look) {
                if looks == 0 {
                    self.machine(&path);
                    looks = prices.looks_per_machine;
                }
                looks -= 1;
            }
        }
    }

    /// Takes money out of the treasury, or objects.
    fn spend(&mut self, path: &str, cost: u32) -> bool {
        let credits = self.credits;
        if cost > credits {
            self.error(path, Wrong::TooLittleMoney { cost, credits });
            return false;
        }
        self.credits -= cost;
        true
    }

    /// Uses a time machine, or objects.
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

    /// Whether this race's player turn of the round has passed.
    fn turn_is_over(&self, view: &View) -> bool {
        let place = |race: Race| view.order.iter().position(|r| *r == race);
        match view.phase {
            Phase::PlayerTurn(active) => place(self.race) < place(active),
            Phase::Over => true,
            Phase::RoundStart | Phase::PlayerOrder | Phase::Headquarters => false,
        }
    }

    /// 9.1.
    fn moves(&mut self, plan: &Plan<'_, Orders>) {
        let Some(moves) = &plan.orders.moves else {
            return;
        };
        for (n, line) in moves.iter().enumerate() {
            let path = format!("moves/{n}");
            if let OrHold::Do(order) = line
                && !plan.spent(&path)
            {
                self.one_move(&path, *order);
            }
        }
    }

    fn one_move(&mut self, path: &str, order: Move) {
        let Move { unit, along, to } = order;
        if !self.spot(format!("{path}/to"), to) {
            return;
        }
        let Some(place) = self.units.get(&unit).copied() else {
            self.error(format!("{path}/unit"), Wrong::NoUnit(unit));
            return;
        };
        if !self.moved.insert(unit) {
            self.error(format!("{path}/unit"), Wrong::MovedTwice { unit });
            return;
        }
        match (place, along) {
            (Place::Present, Some(_)) => {
                self.error(format!("{path}/along"), Wrong::BothKinds { unit });
            }
            (Place::Past(spot), None) => {
                let wrong = Wrong::NotInPresent { unit, spot };
                self.objections
                    .push(Objection::error(format!("{path}/unit"), wrong.into()).help(
                        "Inside the past a move names its timestream, as in `along: time-travel`.",
                    ));
            }
            (Place::Present, None) => match to {
                Spot::Original(_) => {
                    self.error(format!("{path}/to"), Wrong::OriginalFromAfar { to });
                }
                Spot::Hex(hex) => {
                    let cost = self.rules.content.hex(hex).cost;
                    let fare = self.rules.fare(unit.kind, cost);
                    if self.spend(path, fare) {
                        self.machine(path);
                    }
                }
            },
            (Place::Past(from), Some(along)) => {
                if from == to {
                    self.error(format!("{path}/to"), Wrong::AlreadyThere { unit, spot: to });
                } else if matches!(to, Spot::Original(_)) && !self.rules.beside(from, to) {
                    self.error(format!("{path}/to"), Wrong::OriginalFromAfar { to });
                } else if !self.rules.reach(&self.state, from, along).contains(&to) {
                    let wrong = Wrong::OutOfReach {
                        unit,
                        from,
                        to,
                        along,
                    };
                    self.doubt(
                        format!("{path}/to"),
                        wrong,
                        "It may become possible when tiles are turned up or rotated before your turn.",
                    );
                }
            }
        }
        self.units.insert(unit, Place::Past(to));
    }

    /// 9.2 to 9.5.
    fn actions(&mut self, plan: &Plan<'_, Orders>) {
        let Some(actions) = &plan.orders.actions else {
            return;
        };
        let mut latest: Option<(Stage, &'static str)> = None;
        for (n, action) in actions.iter().enumerate() {
            let line = format!("actions/{n}");
            let (Some(now), word) = (stage(action), word(action)) else {
                continue;
            };
            if let Some((then, earlier)) = latest
                && then > now
            {
                self.error(
                    line.as_str(),
                    Wrong::OutOfOrder {
                        earlier: word,
                        later: earlier,
                    },
                );
                continue;
            }
            latest = Some((now, word));
            if !plan.spent(&line) {
                self.action(&format!("{line}/{word}"), action);
            }
        }
    }

    fn action(&mut self, path: &str, action: &Action) {
        let spot = match action {
            Action::Ask(question) => question.tile,
            Action::Search(hunt) | Action::Attack(hunt) => hunt.tile,
            Action::Reverse(reverse) => reverse.tile,
            Action::Rotate(rotate) => Spot::Hex(rotate.tile),
            Action::Hold => return,
        };
        let tile = format!("{path}/tile");
        if !self.spot(tile.clone(), spot) {
            return;
        }
        if !self.units.values().any(|place| *place == Place::Past(spot)) {
            if self.final_moves {
                self.error(tile, Wrong::NobodyThere(spot));
            } else {
                let help = "It is in order if one of your moves is still to lead there.";
                self.doubt(tile, Wrong::NobodyThere(spot), help);
            }
            return;
        }
        match action {
            Action::Ask(question) => self.race(&format!("{path}/race"), question.race),
            Action::Search(hunt) | Action::Attack(hunt) => {
                if let Some(race) = hunt.race {
                    self.race(&format!("{path}/race"), race);
                }
                if let Some(target) = hunt.target {
                    self.race(&format!("{path}/target"), target.race);
                }
                for (n, unit) in hunt.with.iter().flatten().enumerate() {
                    let path = format!("{path}/with/{n}");
                    match self.units.get(unit) {
                        None => self.error(path, Wrong::NoUnit(*unit)),
                        Some(place) if *place != Place::Past(spot) => {
                            self.error(path, Wrong::NobodyThere(spot));
                        }
                        Some(_) => {}
                    }
                }
            }
            Action::Reverse(reverse) => {
                let known = match spot {
                    Spot::Hex(hex) => {
                        self.state.cell(hex).facing.is_some()
                            || self.state.known(self.race).contains(&hex)
                    }
                    Spot::Original(_) => true,
                };
                if known {
                    match self.rules.price_of_reversing(&self.state, spot) {
                        None => self.error(tile, Wrong::NothingThere(spot)),
                        Some(cost) => self.alteration(path, spot, cost, reverse.pay_up_to),
                    }
                }
            }
            Action::Rotate(rotate) => {
                if !(1..=6).contains(&rotate.to) {
                    self.error(format!("{path}/to"), Wrong::NoFacing(rotate.to));
                    return;
                }
                let cost = self.rules.content.prices.rotate;
                self.alteration(path, spot, cost, rotate.pay_up_to);
            }
            Action::Hold => {}
        }
    }

    /// 9.5, 9.52: one's own share has to be there, unless others in the place can help; and the shares
    /// of all alterations together, unless some come to nothing.
    fn alteration(&mut self, path: &str, spot: Spot, cost: u32, pay_up_to: Option<u32>) {
        let share = pay_up_to.unwrap_or(cost).min(cost);
        let credits = self.credits;
        if share > credits {
            let wrong = Wrong::TooLittleMoney {
                cost: share,
                credits,
            };
            if self.state.all_at(spot, self.race).is_empty() {
                self.error(path, wrong);
            } else {
                let help = "Others who are there may pay the rest, if you say `pay-up-to`.";
                self.doubt(path, wrong, help);
            }
            return;
        }
        self.altered += share;
        if self.altered > credits {
            let cost = self.altered;
            let help = "It is in order if an alteration before it comes to nothing.";
            self.doubt(path, Wrong::TooLittleMoney { cost, credits }, help);
        }
    }

    fn race(&mut self, path: &str, race: Race) {
        if !self.state.sides.contains_key(&race) {
            self.error(path, Wrong::NoRace { race });
        } else if race == self.race {
            self.error(path, Wrong::Own(race.to_string()));
        }
    }

    /// 9.2, 9.52: answers to others.
    fn others(&mut self, plan: &Plan<'_, Orders>) {
        for (n, line) in plan.orders.opposition.iter().enumerate() {
            if let OrAny::The(spot) = line.tile {
                self.spot(format!("opposition/{n}/tile"), spot);
            }
            if let Some(OrAny::The(race)) = line.against {
                self.race(&format!("opposition/{n}/against"), race);
            }
        }
        for (n, line) in plan.orders.contribute.iter().enumerate() {
            if let OrAny::The(spot) = line.tile {
                self.spot(format!("contribute/{n}/tile"), spot);
            }
            self.race(&format!("contribute/{n}/for"), line.race);
        }
    }
}

fn word(action: &Action) -> &'static str {
    match action {
        Action::Ask(_) => "ask",
        Action::Search(_) => "search",
        Action::Attack(_) => "attack",
        Action::Reverse(_) => "reverse",
        Action::Rotate(_) => "rotate",
        Action::Hold => "hold",
    }
}
