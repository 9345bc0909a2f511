//! The check of an order file: rules for interrupts, objections, plans for duels, and lines of `help`.

use super::{
    Wrong,
    actions::Does,
    announcement,
    check::{GONE, Walk},
    hidden_rules::{hiding_interrupt, hiding_plan, idle_help},
    orders::{DuelPlan, Help, Interrupt, Objections, ReDuel},
    restrictions::Right,
};
use crate::engine::Line;

/// The help for a rule, a plan or a line that an earlier one hides.
const HIDDEN: &str =
    "The first that fits is used. Put the narrower one first, or leave this one out.";

impl Walk<'_> {
    /// "Before you do that": checks all rules.
    pub(super) fn interrupts(&mut self, rules: &[(Line, &Interrupt)]) {
        if !rules.is_empty() {
            self.right("interrupts", Right::Interrupt, Wrong::NoInterrupts);
        }
        for (n, (line, rule)) in rules.iter().enumerate() {
            self.interrupt(&line.0, rule);
            if let Some(wrong) = hiding_interrupt(self.color, &rules[..n], rule) {
                self.found.doubt(&line.0, wrong, HIDDEN);
            }
        }
    }

    /// Time Control Duel: checks the conditions for objections.
    pub(super) fn objections(&mut self, objections: Option<&Objections>) {
        let conditions = match objections {
            None | Some(Objections::Never) => return,
            Some(Objections::Always) => &[][..],
            Some(Objections::If(conditions)) if conditions.is_empty() => return,
            Some(Objections::If(conditions)) => conditions,
        };
        self.right("objections", Right::Object, Wrong::NoObjections);
        for (n, when) in conditions.iter().enumerate() {
            if !self.rules.ever_claimed(&self.state, self.color, when) {
                let help = "The condition is about claims of the other players of this game: change the entry that none can fit.";
                self.found
                    .doubt(format!("objections/{n}"), Wrong::NoClaimFits, help);
            }
        }
    }

    /// Rendering Aid/Committing Sabotage: checks a line.
    pub(super) fn help(&mut self, n: usize, all: &[Help]) {
        let help = &all[n];
        self.own(&format!("help/{n}/agent"), help.agent);
        self.right(&format!("help/{n}"), Right::Help, Wrong::NoHelp);
        if let Some((entry, wrong)) = idle_help(self.color, &all[..n], help) {
            let words = match wrong {
                Wrong::Hidden { .. } => HIDDEN,
                _ => {
                    "Name a duel of two Agents of different colors, neither of which is the one that helps."
                }
            };
            self.found.doubt(format!("help/{n}/{entry}"), wrong, words);
        }
    }

    /// "Before you do that": checks a rule. One that can never be used is a warning.
    fn interrupt(&mut self, path: &str, rule: &Interrupt) {
        if let announcement::Line::Act { order, .. } = &rule.then {
            self.own(&format!("{path}/then/agent"), order.agent);
            if order.agent.color == self.color && !self.state.agents.contains_key(&order.agent) {
                let help = "Retrieve the Agent by cashing out, or name another one.";
                let path = format!("{path}/then/agent");
                self.found
                    .doubt(path, Wrong::NotOnABoard(order.agent), help);
            }
        }
        let Some((entry, wrong)) = self.rules.never_used(&self.state, self.color, rule) else {
            return;
        };
        let does = rule.when.does.as_ref();
        let forces = does.is_some_and(|does| does.0.iter().all(|does| *does == Does::Force));
        let help = match entry {
            "if" if forces => {
                "Forcing is a claim: see `objections`. The condition is about what others announce."
            }
            "if" => {
                "The condition is about announcements of the other players of this game: change the entry that none can fit."
            }
            _ if matches!(wrong, Wrong::NoClaims(_) | Wrong::NoForcing(_)) => GONE,
            _ => "Let the rule do something that the Agent can do in some Zone, or leave it out.",
        };
        self.found.doubt(format!("{path}/{entry}"), wrong, help);
    }

    /// Duels: checks a plan.
    pub(super) fn duel(&mut self, n: usize, plans: &[DuelPlan]) {
        let plan = &plans[n];
        if let Some(wrong) = hiding_plan(&plans[..n], plan) {
            self.found.doubt(format!("duels/{n}"), wrong, HIDDEN);
        }
        if plan.re_duel.is_some_and(|when| when != ReDuel::Never) {
            self.right(
                &format!("duels/{n}/re-duel"),
                Right::ReDuel,
                Wrong::NoReDuels,
            );
        }
        if let Some(agent) = plan.agent {
            self.own(&format!("duels/{n}/agent"), agent);
        }
        for (k, bid) in plan.bids.iter().enumerate() {
            self.token(&format!("duels/{n}/bids/{k}"), *bid);
        }
    }
}
