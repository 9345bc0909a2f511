//! The check of an order file against the view of its seat.

use super::{
    TimeWhisperers, Wrong,
    diagnostics::NotInHand,
    names::{Action, Age, Card, Color, Number, Power, Side, WhichScoring},
    orders::{Entry, Orders, Pair, Placing, PowerOrder, Union},
    powers::{Window, is_decided},
    state::{Face, Phase},
    view::{PlayerView, View},
};
use crate::{
    collect::Collect,
    engine::{Diagnostic, Plan, SeatId},
    rulesets::kit::{Diagnostics, side},
};
use std::collections::BTreeSet;

/// The known state of the seat's own side while a plan is followed step by step.
struct Walk<'a> {
    view: &'a View,
    own: &'a PlayerView,
    color: Color,
    highest: Number,
    found: Diagnostics,
}

impl TimeWhisperers {
    /// Checks the lines of a plan that were not executed yet.
    pub(super) fn look_through(
        &self,
        view: &View,
        seat: &SeatId,
        plan: &Plan<'_, Orders>,
    ) -> Vec<Diagnostic> {
        let Some(color) = side::<Color>(seat) else {
            return vec![];
        };
        let Some(own) = view.players.get(&color) else {
            return vec![];
        };
        // The view may have been cut short on its way.
        if own.hand.is_none() || view.ages.len() != Age::ALL.len() {
            return Diagnostics::of_cut_view(Wrong::ViewNotWhole);
        }
        let four = view.players.len() == 4;
        let mut walk = Walk {
            view,
            own,
            color,
            highest: if four { Number::THREE } else { Number::FOUR },
            found: Diagnostics::default(),
        };
        // Every section is named here, so that a new one does not compile until it is checked.
        let Orders {
            placement,
            programme,
            powers,
            gift,
            activate,
        } = plan.orders;
        walk.placement(plan, placement);
        walk.programme(plan, programme);
        if let Some(powers) = powers {
            walk.powers(plan, powers);
            walk.left_out(powers);
        }
        walk.gift(gift);
        walk.activate(activate);
        walk.found.into()
    }
}

impl Walk<'_> {
    /// Reports a Time Whisperer that is not in play (Setup changes for 4 players). Returns `true` if it is in play.
    fn whisperer(&mut self, path: String, number: Number) -> bool {
        let there = number <= self.highest;
        if !there {
            self.found.error(path, Wrong::NoWhisperer(number));
        }
        there
    }

    /// Setup 5: checks the placement.
    fn placement(&mut self, plan: &Plan<'_, Orders>, placement: &[Placing]) {
        let mut placed: BTreeSet<Number> =
            self.own.whisperers.iter().map(|w| w.number).collect_set();
        for (path, line) in plan.left("placement", placement) {
            if !self.whisperer(format!("{path}/whisperer"), line.whisperer) {
                continue;
            }
            if self.view.phase == Phase::Placement
                && placed.len() == self.highest.strength() as usize
            {
                self.found.error(path.clone(), Wrong::TooManyPlaced);
            } else if !placed.insert(line.whisperer) {
                let path = format!("{path}/whisperer");
                self.found.error(path, Wrong::PlacedAlready(line.whisperer));
            }
            if self.view.youth && line.side == Side::Gold {
                self.found.error(format!("{path}/side"), Wrong::Youth);
            }
        }
    }

    /// Phase 1: checks that every card exists, is in hand and is named once, and that no entry follows Termination.
    fn programme(&mut self, plan: &Plan<'_, Orders>, programme: &[Entry]) {
        let mut laid: BTreeSet<Card> = BTreeSet::new();
        let mut over = false;
        for (path, entry) in plan.left("programme", programme) {
            let cards: &[Card] = match entry {
                Entry::Hold => continue,
                Entry::Psychic => {
                    if !self.may_use(Power::Psychic) && self.view.waits != Some(self.color) {
                        self.found.error(path, Wrong::NoPsychic);
                    }
                    continue;
                }
                Entry::Card(card) => &[*card],
                Entry::Two(cards) => {
                    if !self.may_use(Power::Multiverse) {
                        self.found.error(path.clone(), Wrong::NoMultiverse);
                    } else if cards[0] == cards[1] {
                        self.found
                            .error(format!("{path}/1"), Wrong::Twice(cards[1]));
                    }
                    cards
                }
            };
            if over {
                self.found.error(path, Wrong::AfterTermination);
                return;
            }
            over = *entry == Entry::Card(Card::TERMINATION);
            let one = cards.len() == 1;
            for card in cards {
                if let Some(wrong) = self.not_in_hand(*card) {
                    self.missing(&path.0, wrong, plan);
                } else if one && !laid.insert(*card) {
                    self.missing(&path.0, Wrong::Twice(*card), plan);
                }
            }
        }
    }

    /// Reports a card that is not in hand. If the Phoenix may take it back, reports at most a warning.
    fn missing(&mut self, path: &str, wrong: Wrong, plan: &Plan<'_, Orders>) {
        let played = match wrong {
            Wrong::Twice(card)
            | Wrong::NotInHand {
                card,
                why: NotInHand::Played,
            } => Some(card),
            _ => None,
        };
        let comes_back = |order: &PowerOrder| match order {
            PowerOrder::Phoenix(back) => Some(back.take) == played,
            _ => false,
        };
        let phoenix = played.is_some() && self.may_use(Power::Phoenix);
        if phoenix && plan.orders.powers.iter().flatten().any(comes_back) {
            return;
        }
        if phoenix {
            let help = "It is in order if the Phoenix takes it back before.";
            self.found.doubt(path, wrong, help);
        } else {
            self.found.error(path, wrong);
        }
    }

    fn not_in_hand(&self, card: Card) -> Option<Wrong> {
        if self
            .own
            .hand
            .as_ref()
            .is_some_and(|hand| hand.contains(&card))
        {
            return None;
        }
        let no_card = match card {
            Card::Number(number) => number > self.highest,
            Card::Action(action) => self.view.youth && action == Action::Inversion,
        };
        if no_card {
            return Some(Wrong::NoCard(card));
        }
        // A seat that has yet to choose one of its two cards has both on the table, and both are still its own.
        if let Some(two) = self.view.two
            && two.color == self.color
            && two.cards.is_some_and(|cards| cards.contains(&card))
        {
            return None;
        }
        let why = if self.own.played.contains(&card) {
            NotInHand::Played
        } else if self.own.petrified.map(Card::Number) == Some(card) {
            NotInHand::Petrified
        } else {
            NotInHand::Given
        };
        Some(Wrong::NotInHand { card, why })
    }

    /// Rules for using gold powers 2: checks whether a power is active, or can be brought in by Alliance or Mimic.
    fn may_use(&self, power: Power) -> bool {
        self.why_not_use(power).is_none()
    }

    fn why_not_use(&self, power: Power) -> Option<Wrong> {
        let active = |p: Power| self.own.powers.get(&p) == Some(&Face::Active);
        let before = self.before_card_play();
        let mimic = before && active(Power::Mimic);
        let on_board = self.view.ages.iter().any(|age| age.powers.contains(&power));
        let by_mimic = self.own.mimicked.filter(|m| m.power == power);
        let face = by_mimic
            .map(|m| m.face)
            .or(self.own.powers.get(&power).copied());
        match face {
            Some(Face::Active) => None,
            _ if mimic && power.level() == 2 && on_board => None,
            Some(Face::Used) => Some(Wrong::UsedUp(power)),
            Some(Face::Inactive) if before && active(Power::Alliance) => None,
            Some(Face::Inactive) => Some(Wrong::NotActive(power)),
            None => Some(Wrong::NotYours(power)),
        }
    }

    /// Checks the lines about gold powers.
    fn powers(&mut self, plan: &Plan<'_, Orders>, powers: &[PowerOrder]) {
        for (path, order) in plan.left("powers", powers) {
            let path = format!("{path}/{}", word(order));
            if let Some(wrong) = self.why_not_use(order.power()) {
                let stays = matches!(order, PowerOrder::Thief(_) | PowerOrder::StolenAction(_));
                if !(stays && matches!(wrong, Wrong::UsedUp(_))) {
                    self.found.error(path, wrong);
                }
                continue;
            }
            if order.scoring() == Some(WhichScoring::Zodiac) && !self.zodiac_scores() {
                self.found
                    .error(format!("{path}/when/scoring"), Wrong::NoZodiac);
            }
            self.power(&path, order);
        }
    }

    /// Zodiac: checks whether the Zodiac of any player may score in this round, or has scored.
    fn zodiac_scores(&self) -> bool {
        let before = self.before_card_play();
        self.view.players.values().any(|player| {
            let face = |power| player.powers.get(&power).copied();
            match face(Power::Zodiac) {
                Some(Face::Inactive) => before && face(Power::Alliance) == Some(Face::Active),
                Some(Face::Active | Face::Used) => true,
                None => false,
            }
        })
    }

    /// Warns about powers that are missing in the list. A list of powers uses no power that it does not name (Rules for
    /// using gold powers 1). An empty list is a clear statement if only one power is usable.
    fn left_out(&mut self, lines: &[PowerOrder]) {
        let active = |(power, face): (&Power, &Face)| (*face == Face::Active).then_some(*power);
        let mut usable: BTreeSet<Power> = self.own.powers.iter().filter_map(active).collect_set();
        usable.extend(self.own.mimicked.map(|m| m.power));
        for line in lines {
            match line {
                PowerOrder::Alliance(allies) => usable.extend(&allies.activate),
                PowerOrder::Mimic(take) => drop(usable.insert(take.power)),
                _ => {}
            }
        }
        let to_come = self.to_come();
        usable.retain(|power| {
            let named = lines.iter().any(|line| line.power() == *power);
            let asked = lines.iter().any(|line| line.asks_about(*power));
            !named
                && !asked
                && self.may_use(*power)
                && to_come.iter().any(|now| is_decided(*power, *now))
        });
        if lines.is_empty() && usable.len() == 1 {
            return;
        }
        for power in usable {
            let help = "Give it a line if you want to use it. To be asked, name it in `wake`, or leave out `powers:`.";
            self.found.doubt("powers", Wrong::LeftOut(power), help);
        }
    }

    /// Returns the moments of the round at which `powers` decides, as far as they are not over.
    fn to_come(&self) -> &'static [Window] {
        use Window::{BeforeCardPlay, BeforeGoldPowers, BeforeScoring, Scoring};
        let all = &[BeforeCardPlay, BeforeScoring, Scoring, BeforeGoldPowers];
        let end = all.len() - usize::from(self.view.round == self.view.rounds);
        match self.view.phase {
            Phase::Placement | Phase::BeforeCardPlay => &all[..end],
            Phase::CardPlay | Phase::Scoring => &all[1..end],
            Phase::GoldPowers => &all[3..end],
            Phase::RoundReset | Phase::Over => &[],
        }
    }

    fn before_card_play(&self) -> bool {
        matches!(self.view.phase, Phase::BeforeCardPlay | Phase::Placement)
    }

    fn power(&mut self, path: &str, order: &PowerOrder) {
        match order {
            PowerOrder::Agent(Pair { ages }) | PowerOrder::Uniter(Union { ages, .. }) => {
                let [one, other] = *ages;
                if one.clockwise() != other && other.clockwise() != one {
                    self.found
                        .error(format!("{path}/ages"), Wrong::NotAdjacent(one, other));
                }
            }
            PowerOrder::Mimic(take) => {
                let on_board = self
                    .view
                    .ages
                    .iter()
                    .any(|a| a.powers.contains(&take.power));
                if take.power.level() != 2 || !on_board {
                    self.found
                        .error(format!("{path}/power"), Wrong::NotOnBoard(take.power));
                }
            }
            PowerOrder::Wormhole(travel) => {
                let number = travel.whisperer;
                let there = self.own.whisperers.iter().find(|w| w.number == number);
                if self.whisperer(format!("{path}/whisperer"), number)
                    && there.is_some_and(|w| w.age == travel.to)
                {
                    self.found
                        .error(format!("{path}/to"), Wrong::AlreadyThere(travel.to));
                }
            }
            PowerOrder::Witch(goal) if goal.to == self.view.phantom => {
                self.found
                    .error(format!("{path}/to"), Wrong::AlreadyThere(goal.to));
            }
            PowerOrder::Titan(one) => {
                self.whisperer(format!("{path}/whisperer"), one.whisperer);
            }
            PowerOrder::Alliance(allies) => {
                let several = allies.activate.len() > 3;
                let allowed = |power: &Power| {
                    *power != Power::Alliance && self.own.powers.contains_key(power)
                };
                if several || !allies.activate.iter().all(allowed) {
                    self.found
                        .error(format!("{path}/activate"), Wrong::NotAllied);
                }
            }
            PowerOrder::Thief(thief) if thief.steal.contains(&Action::Termination) => {
                let wrong = Wrong::NoGift(Card::TERMINATION);
                self.found.error(format!("{path}/steal"), wrong);
            }
            _ => {}
        }
    }

    /// Thief: checks the cards that may be given.
    fn gift(&mut self, gift: &[Action]) {
        for (n, action) in gift.iter().enumerate() {
            if *action == Action::Termination {
                self.found
                    .error(format!("gift/{n}"), Wrong::NoGift(Card::TERMINATION));
            }
        }
    }

    /// Phase 4.4: checks that each power is owned, or may still be received in phase 3.
    fn activate(&mut self, activate: &[Power]) {
        for (n, power) in activate.iter().enumerate() {
            let on_board = self.view.ages.iter().any(|age| age.powers.contains(power));
            let path = format!("activate/{n}");
            if self.view.youth {
                self.found.error(path, Wrong::Youth);
            } else if !self.own.powers.contains_key(power) && !on_board {
                self.found.error(path, Wrong::NotYours(*power));
            }
        }
    }
}

/// Returns the word that a line begins with.
fn word(order: &PowerOrder) -> &'static str {
    match order {
        PowerOrder::StolenAction(_) => "stolen-action",
        other => other.power().name(),
    }
}
