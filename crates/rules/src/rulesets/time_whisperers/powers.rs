//! Rules for using gold powers, and the table of all 24 of them (pages 8 and 10 to 13).
//!
//! The effect of a power is in the file of its level, in a function with its name. Powers that only last are functions
//! in `lasting`; the phases call them by their names.

pub(super) mod lasting;
mod level_1;
mod level_2;
mod level_3;

use super::{
    Table, TimeWhisperers,
    asks::{self, Choice, YesNo},
    facts::Fact,
    names::{Age, Color, Number, Power, WhichScoring},
    readings::AfterTermination,
    state::{Face, Phase, Player, State},
};
use crate::{
    engine::{Answer, Fields, Play, fields},
    rulesets::kit::Kind,
};

/// The time at which a gold power may be used: the words under its title (Rules for using gold powers 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Window {
    /// Immediately before phase 1.
    BeforeCardPlay,
    /// During phase 1, before the opponents choose their next card.
    BetweenPlays,
    /// Immediately before phase 2.
    BeforeScoring,
    /// During phase 2.
    Scoring,
    /// Immediately before phase 3.
    BeforeGoldPowers,
}

/// A function that lets the owner decide whether and how to use a power, and carries it out.
type Decide = fn(&TimeWhisperers, &mut State, &mut Table<'_>, Color) -> Play<()>;

/// The way in which a gold power is used.
enum Use {
    /// Used once in the round, and then flipped.
    Once(Window, Decide),
    /// Used again and again, by decision, as long as the phase lasts (ruling C5).
    Each(Window, Decide),
    /// In effect as long as the phases last, without a decision (rulings C5, C30): see `lasting`.
    Lasting,
}

use Use::{Each, Lasting, Once};
use Window::{BeforeCardPlay, BeforeGoldPowers, BeforeScoring, BetweenPlays, Scoring};

/// Every gold power in the order of the rulebook's descriptions, with its title there and its uses.
#[rustfmt::skip]
const TABLE: [(Power, &str, &[Use]); 24] = [
    // Level I
    (Power::Agent,      "Agent",      &[Once(BeforeGoldPowers, TimeWhisperers::agent)]),
    (Power::Axis,       "Axis",       &[Once(BetweenPlays, TimeWhisperers::axis)]),
    (Power::Judge,      "Judge",      &[Lasting]), // phases 2 and 3
    (Power::Knight,     "Knight",     &[Lasting]), // phase 2
    (Power::Mimic,      "Mimic",      &[Once(BeforeCardPlay, TimeWhisperers::mimic)]),
    (Power::Noble,      "Noble",      &[Lasting]), // phase 3
    (Power::Psychic,    "Psychic",    &[Once(BetweenPlays, TimeWhisperers::psychic)]),
    (Power::Wormhole,   "Wormhole",   &[Once(BeforeCardPlay, TimeWhisperers::wormhole)]),
    // Level II
    (Power::Hybrid,     "Hybrid",     &[Lasting]), // phases 2 and 3
    (Power::Multiverse, "Multiverse", &[Each(BetweenPlays, TimeWhisperers::multiverse)]),
    (Power::Mutants,    "Mutants",    &[Each(BetweenPlays, TimeWhisperers::mutants)]),
    (Power::Phoenix,    "Phoenix",    &[Once(BetweenPlays, TimeWhisperers::phoenix)]),
    (Power::Swarm,      "Swarm",      &[Lasting]), // phase 2
    (Power::Thief,      "Thief",      &[Once(BeforeCardPlay, TimeWhisperers::thief),
                                        Once(BetweenPlays, TimeWhisperers::stolen_action)]),
    (Power::Tornado,    "Tornado",    &[Once(BeforeScoring, TimeWhisperers::tornado)]),
    (Power::Witch,      "Witch",      &[Once(BeforeCardPlay, TimeWhisperers::witch)]),
    // Level III
    (Power::Alliance,   "Alliance",   &[Once(BeforeCardPlay, TimeWhisperers::alliance)]),
    (Power::Assassin,   "Assassin",   &[Once(Scoring, TimeWhisperers::assassin)]),
    (Power::Deity,      "Deity",      &[Lasting]), // phase 2
    (Power::Medusa,     "Medusa",     &[Once(BeforeCardPlay, TimeWhisperers::medusa)]),
    (Power::Titan,      "Titan",      &[Once(BeforeScoring, TimeWhisperers::titan)]),
    (Power::Tyrant,     "Tyrant",     &[Once(BetweenPlays, TimeWhisperers::tyrant)]),
    (Power::Uniter,     "Uniter",     &[Once(BeforeScoring, TimeWhisperers::uniter)]),
    (Power::Zodiac,     "Zodiac",     &[Once(BetweenPlays, TimeWhisperers::zodiac)]),
];

/// Returns the title of a power's description.
fn title(power: Power) -> &'static str {
    TABLE[power as usize].1
}

/// Returns the decision of a power's owner at a moment of the round, or `None` if the power is not used then.
fn decision(power: Power, now: Window) -> Option<Decide> {
    TABLE[power as usize].2.iter().find_map(|each| match each {
        Once(window, decide) | Each(window, decide) if *window == now => Some(*decide),
        _ => None,
    })
}

/// Checks whether a power's owner decides on it at a moment of the round.
pub(super) fn is_decided(power: Power, now: Window) -> bool {
    decision(power, now).is_some()
}

impl TimeWhisperers {
    /// Rules for using gold powers 1 to 4: asks each player who has a power that may be used now, the lowest level
    /// first and alphabetically within a level. Each power is decided on once. Powers that the Alliance or the Mimic
    /// brings in take their place in that order (ruling C4).
    pub(super) fn decide(&self, state: &mut State, table: &mut Table<'_>, now: Window) -> Play<()> {
        self.leave_out_inactive(state, table, now);
        let mut decided = [false; 24];
        while let Some((power, color, decide)) = next(state, now, &decided) {
            decided[power as usize] = true;
            table.rule(title(power));
            decide(self, state, table, color)?;
        }
        Ok(())
    }

    /// Records for reports which powers their owners cannot decide on now.
    fn leave_out_inactive(&self, state: &State, table: &mut Table<'_>, now: Window) {
        for (color, player) in &state.players {
            let brought = player.mimicked.map(|mimicked| mimicked.power);
            for power in player.powers.keys().copied().chain(brought) {
                if decision(power, now).is_none() {
                    continue;
                }
                let why = match player.face(power) {
                    Some(Face::Used) => "it had been used already (Rules for using gold powers 2)",
                    Some(Face::Active) if now == BetweenPlays && is_idle(state, player) => {
                        "you had played Termination (ruling C23)"
                    }
                    Some(Face::Active) => continue,
                    _ => "it was not active in this round (Rules for using gold powers 2)",
                };
                let ask = match (power, now) {
                    (Power::Thief, BetweenPlays) => asks::StolenAction.name(),
                    (Power::Multiverse, _) => asks::Keep.name(),
                    _ => power.name(),
                };
                table.leave_out(self.seat(*color), ask, Fields::new, why);
            }
        }
    }

    /// Asks a player between two plays whether they use a power; the turn does not wait for it unless the seat said
    /// `wake`, or has sent no order file yet (ruling C3).
    fn uses(
        &self,
        state: &State,
        table: &mut Table<'_>,
        color: Color,
        kind: Kind<YesNo>,
    ) -> Play<bool> {
        let ask = kind
            .one_of(YesNo::both())
            .about(|| between_plays(state, color))
            .patient()
            .seen(self.eyes(state, color));
        Ok(table.ask(self.seat(color), ask)? == YesNo::Use)
    }

    /// Records for reports why a player is not asked about a power between two plays.
    #[expect(
        clippy::unnecessary_wraps,
        reason = "it is the last thing that the power does"
    )]
    fn not_asked<A: Answer>(
        &self,
        state: &State,
        table: &mut Table<'_>,
        color: Color,
        kind: Kind<A>,
        why: &str,
    ) -> Play<()> {
        let about = || between_plays(state, color);
        table.leave_out(self.seat(color), kind.name(), about, why);
        Ok(())
    }

    /// Rules for using gold powers 2: flips a power that was used.
    fn spend(state: &mut State, table: &mut Table<'_>, color: Color, power: Power) {
        state.player_mut(color).flip(power);
        Self::tell_used(table, color, power);
    }

    fn tell_used(table: &mut Table<'_>, color: Color, power: Power) {
        table.rule(title(power));
        table.tell_all(Fact::Used { color, power });
    }

    /// Moves a Time Whisperer. The move is reported only if the Time Whisperer was in another age.
    fn move_to(state: &mut State, table: &mut Table<'_>, color: Color, whisperer: Number, to: Age) {
        let from = state.whisperer(color, whisperer).age;
        if from == to {
            return;
        }
        state.whisperer_mut(color, whisperer).age = to;
        table.tell_all(Fact::Moved {
            color,
            whisperer,
            from,
            to,
        });
    }
}

/// Returns the next power to decide on. A power has one tile, so it has one owner. Players who have terminated may use
/// theirs as long as card play goes on, unless this game has chosen the other reading (ruling C23).
fn next(state: &State, now: Window, decided: &[bool; 24]) -> Option<(Power, Color, Decide)> {
    let mut first: Option<(Power, Color, Decide)> = None;
    for (color, player) in &state.players {
        if now == BetweenPlays && is_idle(state, player) {
            continue;
        }
        for power in player.active() {
            if !decided[power as usize]
                && first.is_none_or(|(least, ..)| power < least)
                && let Some(decide) = decision(power, now)
            {
                first = Some((power, *color, decide));
            }
        }
    }
    first
}

/// Checks whether a player may no longer use a power between plays (ruling C23).
fn is_idle(state: &State, player: &Player) -> bool {
    state.readings.after_termination == AfterTermination::Nothing && !player.is_live()
}

/// Returns the choices: to pass, or one of the uses.
fn pass_or<T>(uses: impl IntoIterator<Item = T>) -> Vec<Choice<T>> {
    let uses = uses.into_iter().map(Choice::Use);
    std::iter::once(Choice::Pass).chain(uses).collect()
}

/// Returns the fields of an ask between two plays: the next play, the seat's last card, and its activated Time
/// Whisperer.
fn between_plays(state: &State, color: Color) -> Fields {
    let player = state.player(color);
    let mut about = fields([("play", (state.play + 1).into())]);
    let mut note = |field: &str, value: serde_json::Value| drop(about.insert(field.into(), value));
    if let Some(card) = player.played.last() {
        note(
            "card",
            serde_json::to_value(card).expect("a card is plain data"),
        );
    }
    if let Some((number, whisperer)) = player.target() {
        note("whisperer", number.strength().into());
        note("side", whisperer.side.name().into());
        note("age", whisperer.age.name().into());
    }
    about
}

/// Returns the fields of an ask before or in a scoring: which scoring it is. The Zodiac's interrupts card play (ruling
/// C13).
fn at_scoring(state: &State) -> Fields {
    let scoring = match state.phase {
        Phase::CardPlay => WhichScoring::Zodiac,
        _ => WhichScoring::Phase,
    };
    fields([("scoring", scoring.name().into())])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table stands in the order of the names, which is the order of decision.
    #[test]
    fn the_table_is_whole_and_in_order() {
        for (row, power) in TABLE.iter().zip(Power::ALL) {
            assert_eq!(row.0, *power);
            assert_eq!(row.1.to_lowercase(), power.name());
        }
        for level in 1..=3 {
            let names: Vec<&str> = Power::of_level(level).iter().map(|p| p.name()).collect();
            let mut sorted = names.clone();
            sorted.sort_unstable();
            assert_eq!(names, sorted);
            assert!(Power::of_level(level).iter().all(|p| p.level() == level));
        }
    }
}
