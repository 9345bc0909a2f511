//! Time Control Duel: claims, objections, and what players do with Time Control.

use super::{
    Table, TimeControl, Wrong,
    action_phase::Said,
    actions::{Action, Deed, Purpose},
    asks,
    decks::put_fate_back,
    duel::{Duel, Part},
    facts::{Fact, Party},
    fighting::{Fight, Fighter},
    names::Color,
    restrictions::{Restrictions, Right},
    state::State,
};
use crate::engine::{Announced, Claim, Illegal, Intent, Play, fields};
use serde_json::json;

impl TimeControl {
    /// Returns what a player may take Time Control for: their legal actions, and forcing another player.
    pub(super) fn purposes(&self, state: &State, color: Color) -> Vec<Purpose> {
        let restrictions = self.restrictions(state, color);
        if restrictions.bars(Right::Claim).is_some() {
            return vec![];
        }
        let actions = self.legal_actions(state, color).into_iter();
        let mut all: Vec<Purpose> = actions.map(Purpose::Act).collect();
        if restrictions.bars(Right::Force).is_none() {
            let others = state.living().filter(|other| *other != color);
            all.extend(others.map(Purpose::Force));
        }
        all
    }

    /// The Action Phase: checks whether a player may take Time Control to force another one.
    pub(super) fn can_force(&self, state: &State, color: Color) -> bool {
        let restrictions = self.restrictions(state, color);
        let barred = [Right::Claim, Right::Force].map(|right| restrictions.bars(right));
        barred == [None, None] && state.living().any(|other| other != color)
    }

    /// Returns the reason why something may not be announced or claimed.
    pub(super) fn wrong_said(&self, state: &State, color: Color, said: Said) -> Option<Illegal> {
        match said {
            Intent::Pass => None,
            Intent::Act(action) => self.wrong_action(state, color, action).map(Into::into),
            Intent::Claim(purpose) => self.wrong_purpose(state, color, purpose),
        }
    }

    /// Returns the reason why a Problem forbids to claim Time Control for something; `None` if none does.
    pub(super) fn barred_claim(
        &self,
        restrictions: &Restrictions,
        purpose: Purpose,
    ) -> Option<Wrong> {
        let problem = restrictions.bars(Right::Claim);
        let claim = problem.map(|problem| Wrong::NoClaims(self.content.name(problem)));
        claim.or_else(|| self.barred_forcing(restrictions, purpose))
    }

    /// Returns the reason why a Problem forbids to force another player with Time Control; `None` if none does.
    pub(super) fn barred_forcing(
        &self,
        restrictions: &Restrictions,
        purpose: Purpose,
    ) -> Option<Wrong> {
        let problem = restrictions.bars(Right::Force)?;
        match purpose {
            Purpose::Force(_) => Some(Wrong::NoForcing(self.content.name(problem))),
            Purpose::Nothing | Purpose::Act(_) => None,
        }
    }

    /// Returns the reason why a player may not have Time Control for something.
    fn wrong_purpose(&self, state: &State, color: Color, purpose: Purpose) -> Option<Illegal> {
        if let Some(wrong) = self.barred_claim(&self.restrictions(state, color), purpose) {
            return Some(wrong.into());
        }
        match purpose {
            Purpose::Nothing => None,
            Purpose::Act(action) => self.wrong_action(state, color, action).map(Into::into),
            Purpose::Force(other) => {
                let may = other != color && state.lives(other);
                (!may).then(|| Wrong::CannotForce(other).into())
            }
        }
    }

    /// Time Control Duel: a player declares that they have Time Control, for this purpose the `time`-th time in the Action
    /// Phase; the others may object. Returns the action that was executed, if one was.
    pub(super) fn claim_control(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        duels: &mut u16,
        claim: &Claim<Color, Purpose>,
        time: u32,
    ) -> Play<Option<Announced<Color, Action>>> {
        let Claim {
            seat: color,
            purpose,
            ..
        } = *claim;
        if claim.stalemate {
            let against = claim.interrupted_by.into_iter();
            table.rule("The Action Phase");
            table.tell_all(Fact::Stalemate {
                color,
                against: against.map(|color| Party { color }).collect(),
            });
        }
        table.rule("Time Control Duel");
        let barred = self.restrictions(state, color).bars(Right::Claim);
        if let Some(problem) = barred.filter(|_| claim.stalemate) {
            table.tell_all(Fact::CannotClaim { color, problem });
            return Ok(None);
        }
        table.tell_all(Fact::Claimed {
            color,
            purpose,
            interrupts: claim.interrupts,
        });
        let objectors = self.objectors(state, table, claim, time)?;
        if objectors.is_empty() {
            table.tell_all(Fact::HasControl {
                color,
                against: vec![],
                unopposed: true,
            });
            return self.use_control(state, table, duels, color, purpose);
        }
        table.tell_all(Fact::Objected {
            colors: objectors.clone(),
        });
        *duels += 1;
        let players = std::iter::once(color).chain(objectors.iter().copied());
        let players: Vec<Color> = players.collect();
        table.rule("Duels");
        table.tell_all(Fact::DuelBegins {
            number: *duels,
            duel: Duel::TimeControl,
            attacker: None,
            defender: None,
            place: None,
            players: parties(&players, None),
        });
        let claimant = Fighter::player(color, Part::Claimant);
        let others = objectors.into_iter();
        let others = others.map(|color| Fighter::player(color, Part::Objector));
        let mut fight = Fight::new(
            Duel::TimeControl,
            *duels,
            std::iter::once(claimant).chain(others).collect(),
        );
        let winner = self.fight(state, table, &mut fight)?.color;
        put_fate_back(state);
        table.rule("Time Control Duel");
        table.tell_all(Fact::HasControl {
            color: winner,
            against: parties(&players, Some(winner)),
            unopposed: false,
        });
        let purpose = if winner == color {
            purpose
        } else {
            self.won_control(state, table, winner)?
        };
        self.use_control(state, table, duels, winner, purpose)
    }

    /// Time Control Duel: asks all other players whether they object (ruling D2).
    fn objectors(
        &self,
        state: &State,
        table: &mut Table<'_>,
        claim: &Claim<Color, Purpose>,
        time: u32,
    ) -> Play<Vec<Color>> {
        let mut others = vec![];
        for color in state.living().filter(|color| *color != claim.seat) {
            match self.restrictions(state, color).bars(Right::Object) {
                None => others.push(color),
                Some(problem) => {
                    let about = || Self::fields_of(state, claim.seat, claim.purpose);
                    let why = format!("{} forbids objections", self.content.name(problem));
                    table.leave_out(self.seat(color), asks::Object.name(), about, &why);
                }
            }
        }
        let ask = |color: &Color| {
            let ask = asks::Object.seldom(vec![false], || vec![true]).about(|| {
                let mut about = Self::fields_of(state, claim.seat, claim.purpose);
                about.insert("time".to_owned(), json!(time));
                about.insert("stalemate".to_owned(), json!(claim.stalemate));
                if let Purpose::Force(forced) = claim.purpose {
                    about.insert("forced".to_owned(), json!(forced));
                }
                about
            });
            (self.seat(*color).clone(), self.seen(state, ask))
        };
        let answers = table.ask_all(others.iter().map(ask).collect())?;
        let each = others.into_iter().zip(answers);
        Ok(each
            .filter(|(_, objects)| *objects)
            .map(|(color, _)| color)
            .collect())
    }

    /// The Action Phase: asks a player who won by an objection what they do with Time Control.
    fn won_control(&self, state: &State, table: &mut Table<'_>, color: Color) -> Play<Purpose> {
        let mut all = vec![Purpose::Nothing];
        let restrictions = self.restrictions(state, color);
        all.extend(
            self.legal_actions(state, color)
                .into_iter()
                .map(Purpose::Act),
        );
        if restrictions.bars(Right::Force).is_none() {
            let others = state.living().filter(|other| *other != color);
            all.extend(others.map(Purpose::Force));
        }
        let ask = asks::Control.one_of(all);
        table.ask(self.seat(color), self.seen(state, ask))
    }

    /// The Action Phase: a player with Time Control acts, or forces another player. Returns the action that was executed.
    fn use_control(
        &self,
        state: &mut State,
        table: &mut Table<'_>,
        duels: &mut u16,
        color: Color,
        purpose: Purpose,
    ) -> Play<Option<Announced<Color, Action>>> {
        table.rule("The Action Phase");
        let (seat, action) = match purpose {
            Purpose::Act(action) if self.wrong_action(state, color, action).is_none() => {
                (color, action)
            }
            Purpose::Force(other) => {
                table.tell_all(Fact::Forced {
                    by: color,
                    color: other,
                });
                if !self.can_act(state, other) {
                    table.tell_all(Fact::ControlLost { color });
                    return Ok(None);
                }
                (other, self.forced_action(state, table, color, other)?)
            }
            Purpose::Act(_) | Purpose::Nothing => {
                table.tell_all(Fact::ControlLost { color });
                return Ok(None);
            }
        };
        table.tell_all(Fact::Acts {
            color: seat,
            action,
        });
        self.execute(state, table, duels, action)?;
        Ok(Some(Announced { seat, action }))
    }

    /// The Action Phase: asks a forced player for one of their legal actions. A Snap is the default (ruling D12).
    fn forced_action(
        &self,
        state: &State,
        table: &mut Table<'_>,
        by: Color,
        color: Color,
    ) -> Play<Action> {
        let mut actions = self.legal_actions(state, color);
        actions.sort_by_key(|action| !matches!(action.deed, Deed::Snap(_)));
        let ask = asks::Forced
            .one_of(actions)
            .about(move || fields([("by", json!(by))]))
            .why(move |action: &Action| self.wrong_action(state, color, *action).map(Into::into));
        table.ask(self.seat(color), self.seen(state, ask))
    }
}

/// Returns players as parties of a fact, without the one whom the fact is about.
fn parties(players: &[Color], but: Option<Color>) -> Vec<Party> {
    let others = players.iter().filter(|color| Some(**color) != but);
    others.map(|color| Party { color: *color }).collect()
}
