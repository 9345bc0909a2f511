//! The part of the check that covers the player turn (9) and answers to other players.

use super::Walk;
use crate::{
    engine::Plan,
    rulesets::time_agent::{
        Wrong,
        answer::{Stage, stage},
        names::{Alters, Race},
        orders::{Action, Contribution, Move, Opposition, OrAny, OrHold, Orders, Otherwise},
        places::{Place, Spot},
        state::Phase,
        view::View,
    },
};

impl Walk<'_> {
    /// Checks whether this race's player turn of the round is over.
    pub(super) fn turn_is_over(&self, view: &View) -> bool {
        let place = |race: Race| view.order.iter().position(|r| *r == race);
        match view.phase {
            Phase::PlayerTurn(active) => place(self.race) < place(active),
            Phase::Over => true,
            Phase::RoundStart | Phase::PlayerOrder | Phase::Headquarters => false,
        }
    }

    /// 9.1: checks the moves.
    pub(super) fn moves(&mut self, plan: &Plan<'_, Orders>, moves: &[OrHold<Move>]) {
        for (path, line) in plan.left("moves", moves) {
            if let OrHold::Do(order) = line {
                self.one_move(&path.0, *order);
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
                let help =
                    "Inside the past a move names its timestream, as in `along: time-travel`.";
                self.found
                    .error_with_help(format!("{path}/unit"), wrong, help);
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
                    self.found.doubt(
                        format!("{path}/to"),
                        wrong,
                        "It may become possible when tiles are turned up or rotated before your turn.",
                    );
                }
            }
        }
        self.units.insert(unit, Place::Past(to));
    }

    /// 9.2 to 9.5: checks the actions.
    pub(super) fn actions(&mut self, plan: &Plan<'_, Orders>, actions: &[Action]) {
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
                self.found.doubt(tile, Wrong::NobodyThere(spot), help);
            }
            return;
        }
        match action {
            Action::Ask(question) => self.other(&format!("{path}/race"), question.race),
            Action::Search(hunt) | Action::Attack(hunt) => {
                if let Some(race) = hunt.race {
                    self.other(&format!("{path}/race"), race);
                }
                if let Some(target) = hunt.target {
                    self.other(&format!("{path}/target"), target.race);
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
                            || self.state.known_in_order(self.race).contains(&hex)
                    }
                    Spot::Original(_) => true,
                };
                if known {
                    match self.rules.price_of_reversing(&self.state, spot) {
                        None => self.error(tile, Wrong::NothingThere(spot)),
                        Some(cost) => {
                            let share = share(cost, reverse.pay_up_to, reverse.otherwise);
                            self.alteration(path, spot, share);
                        }
                    }
                }
            }
            Action::Rotate(rotate) => {
                if !(1..=6).contains(&rotate.to) {
                    self.error(format!("{path}/to"), Wrong::NoFacing(rotate.to));
                    return;
                }
                if let Spot::Hex(tile) = spot
                    && self.state.hexes.get(tile).and_then(|cell| cell.facing) == Some(rotate.to)
                {
                    let wrong = Wrong::FacesThere {
                        tile,
                        to: rotate.to,
                    };
                    let help =
                        "It has an effect only if another player turns the tile before you do.";
                    self.found.doubt(format!("{path}/to"), wrong, help);
                }
                let cost = self.rules.content.prices.rotate;
                self.alteration(path, spot, share(cost, rotate.pay_up_to, rotate.otherwise));
            }
            Action::Hold => {}
        }
    }

    /// 9.5, 9.52: checks that the seat can pay its own share unless others in the place can help, and the shares of all
    /// alterations together unless some may fail.
    fn alteration(&mut self, path: &str, spot: Spot, share: u32) {
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
                self.found.doubt(path, wrong, help);
            }
            return;
        }
        self.altered += share;
        if self.altered > credits {
            let cost = self.altered;
            let help = "It is in order if an alteration before it comes to nothing.";
            self.found
                .doubt(path, Wrong::TooLittleMoney { cost, credits }, help);
        }
    }

    /// 9.2, 9.3: checks that a race belongs to another player (ruling A46).
    fn other(&mut self, path: &str, race: Race) {
        if race != self.race && self.state.team_of(self.race).contains(&race) {
            self.error(path, Wrong::Own(race.to_string()));
        } else {
            self.race(path, race);
        }
    }

    fn race(&mut self, path: &str, race: Race) {
        if !self.state.sides.contains_key(&race) {
            self.error(path, Wrong::NoRace { race });
        } else if race == self.race {
            self.error(path, Wrong::Own(race.to_string()));
        }
    }

    /// 9.2: checks the answers to players who ask for opposition.
    pub(super) fn opposition(&mut self, opposition: &[Opposition]) {
        for (n, line) in opposition.iter().enumerate() {
            if let OrAny::The(spot) = line.tile {
                self.spot(format!("opposition/{n}/tile"), spot);
            }
            if let Some(OrAny::The(race)) = line.against {
                self.race(&format!("opposition/{n}/against"), race);
            }
        }
    }

    /// 9.52: checks the promises to pay for alterations by others.
    pub(super) fn contribute(&mut self, contribute: &[Contribution]) {
        for (n, line) in contribute.iter().enumerate() {
            if let OrAny::The(spot) = line.tile {
                self.spot(format!("contribute/{n}/tile"), spot);
            }
            self.race(&format!("contribute/{n}/for"), line.race);
            if let Some(edge) = line.edge {
                let path = format!("contribute/{n}/edge");
                if !matches!(line.to, OrAny::Any | OrAny::The(Alters::Rotate)) {
                    self.error(path, Wrong::EdgeOfNoRotation);
                } else if !(1..=6).contains(&edge) {
                    self.error(path, Wrong::NoFacing(edge));
                }
            }
        }
    }
}

/// 9.52: returns the highest cost that a line may have for its own race.
fn share(cost: u32, pay_up_to: Option<u32>, otherwise: Option<Otherwise>) -> u32 {
    match (pay_up_to, otherwise) {
        (Some(up_to), None | Some(Otherwise::Skip | Otherwise::Hold)) => up_to.min(cost),
        _ => cost,
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
