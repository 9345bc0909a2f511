//! Component checks: known facts about the game's components, compared with the content in use. The numbers are those
//! of the list of known facts about the game.

use super::{
    TimeControl,
    content::COPIES,
    effects::Effect,
    names::{Color, FateCard, Role, TOKENS, Zone},
    problems::{Problem, ProblemType},
    restrictions::{Restriction, Restrictions},
    rule_checks::Twins,
    state::WAVE_TOKENS,
};
use crate::rulesets::kit::{Claim, Proof};

/// The Time Wave Attack Phases that are played to see that no token is lost.
const ATTACKS: u64 = 8;

/// Returns the result of a check that runs the rules, or that it could not be run as it was meant.
fn shown(result: Option<String>) -> String {
    result.unwrap_or_else(|| "the rules went another way".to_owned())
}

impl TimeControl {
    /// Checks what is known about the components.
    pub(super) fn component_checks(&self) -> Vec<Claim> {
        let mut claims = vec![];
        let mut add = |number, proof, claim, holds, measured: String| {
            claims.push(Claim::new(number, proof, claim, holds, measured));
        };
        let zones: Vec<&str> = Zone::ALL.iter().map(|zone| zone.name()).collect();
        add(
            1,
            Proof::Rules,
            "seven Zones; Recent Past and two is Distant Past, Ancient Times and two is off the board",
            Zone::RecentPast.down(2) == Some(Zone::DistantPast)
                && Zone::AncientTimes.down(2).is_none()
                && Zone::Yesteryear.down(1) == Some(Zone::DistantPast)
                && Zone::DistantPast.down(1) == Some(Zone::AncientTimes),
            zones.join(", "),
        );
        let values: Vec<i32> = self
            .content
            .fate
            .keys()
            .filter_map(|card| match card {
                FateCard::Value(value) => Some(i32::from(*value)),
                FateCard::Fate => None,
            })
            .collect();
        add(
            2,
            Proof::Exact,
            "31 Fate cards: 30 values from -15 to 15 that add up to 0, and FATE",
            self.content.fate.len() == 31 && values.len() == 30 && values.iter().sum::<i32>() == 0,
            format!(
                "{} cards, sum {}",
                self.content.fate.len(),
                values.iter().sum::<i32>()
            ),
        );
        let cells = self.content.fate.values();
        let printed = cells
            .clone()
            .filter(|card| {
                let cells = card.defender_wins;
                cells.attacker == Effect::BusyOrMove(2) && cells.defender == Effect::Busy
            })
            .count();
        add(
            3,
            Proof::Exact,
            "a card has the results of Example 2: attacker busy, or moved 2 if busy already; defender busy",
            printed >= 1,
            format!("{printed} cards"),
        );
        add(
            4,
            Proof::Rules,
            "each cell is nothing, Busy, Move, Move if Busy, or discard",
            true,
            "the type of a cell has no other value".to_owned(),
        );
        let both = cells
            .clone()
            .filter(|card| {
                let cells = card.defender_wins;
                cells.attacker != Effect::Nothing && cells.defender != Effect::Nothing
            })
            .count();
        add(
            5,
            Proof::Exact,
            "on some cards both Agents suffer when the defender wins",
            both >= 1,
            format!("{both} cards"),
        );
        let lethal = cells
            .clone()
            .filter(|card| card.defender_wins.attacker == Effect::Discard)
            .count();
        let mild = cells
            .filter(|card| matches!(card.defender_wins.attacker, Effect::Nothing | Effect::Busy))
            .count();
        add(
            6,
            Proof::Exact,
            "a lost Wave Attack seldom discards an Agent: at most 4 of 31 cards, and at least 6 are mild",
            lethal <= 4 && mild >= 6,
            format!("{lethal} discard, {mild} mild"),
        );
        self.problem_checks(&mut claims);
        self.rule_checks(&mut claims);
        claims
    }

    /// The checks of the Problem cards.
    fn problem_checks(&self, claims: &mut Vec<Claim>) {
        let problems = &self.content.problems;
        let of = |one: ProblemType| {
            problems
                .values()
                .filter(|card| card.types.contains(&one))
                .count()
        };
        let each: Vec<usize> = ProblemType::ALL.iter().map(|one| of(*one)).collect();
        let sum: usize = each.iter().sum();
        let none = problems
            .values()
            .filter(|card| card.types.is_empty())
            .count();
        let all = problems
            .values()
            .filter(|card| card.types.len() == 3)
            .count();
        let even = each
            .iter()
            .max()
            .zip(each.iter().min())
            .is_some_and(|(most, least)| most - least <= 2);
        claims.push(Claim::new(
            7,
            Proof::Exact,
            "32 Problems with 0 to 3 types; some with none and some with three; one to two types each on average, about equal",
            problems.len() == 32 && none >= 1 && all >= 1 && sum > 32 && sum < 64 && even,
            format!("types {each:?}, {none} without, {all} with three"),
        ));
        let twins = self.twins();
        let expected = Twins {
            by_wave: (0, 2),
            by_cash_out: (2, 0),
        };
        claims.push(Claim::new(
            8,
            Proof::Rules,
            "two cards of each Problem: a second one that a Time Wave brings cancels the first, and both are in the deck; one that is cashed out stays",
            COPIES == 2 && Problem::ALL.len() == 32 && twins == Some(expected),
            format!(
                "{} cards; Problems and deck {}",
                COPIES * Problem::ALL.len(),
                shown(twins.map(|twins| format!("{:?}, {:?}", twins.by_wave, twins.by_cash_out)))
            ),
        ));
        let rules: Vec<Restriction> = problems.values().filter_map(|card| card.rule).collect();
        let agents = rules.iter().filter(|rule| of_agents(**rule)).count();
        let pairs = self.ordered_pairs();
        claims.push(Claim::new(
            9,
            Proof::Exact,
            "most Problems have a rule, some about Agents and some about players; of two rules about the same thing one restricts as much as both, in either order",
            rules.len() * 2 > problems.len()
                && agents > 0
                && agents < rules.len()
                && pairs.is_some_and(|(pairs, ordered)| pairs > 0 && ordered == pairs),
            format!(
                "{} rules, {agents} about Agents; {}",
                rules.len(),
                shown(pairs.map(|(pairs, ordered)| format!("{ordered} of {pairs} pairs")))
            ),
        ));
    }

    /// The checks of what the rules' code guarantees.
    fn rule_checks(&self, claims: &mut Vec<Claim>) {
        use super::names::HalfPoints;
        let mut add = |number, claim, holds, measured: String| {
            claims.push(Claim::new(number, Proof::Rules, claim, holds, measured));
        };
        let rounds = [
            [14, 16, 11],
            [15, 5, 21],
            [11, 14, 7],
            [14, 16, 13],
            [11, 14, 9],
        ];
        let beats = rounds.map(|round| self.brawler_wins(&[round]).map(|(wins, _)| wins));
        let duel = self.brawler_wins(&[[14, 16, 15], [15, 5, 12], [11, 14, 13]]);
        add(
            10,
            "Example 2: an Alert Brawler's 14, 15 and 11 less 16, 5 and 14 beat 11, 21 and 7, and not 13 and 9; they lose the duel of three rounds against 15, 12 and 13, and each side loses its 15",
            beats == [Some(true), Some(true), Some(true), Some(false), Some(false)]
                && duel == Some((false, [vec![15], vec![15]])),
            format!(
                "{}; tokens lost {}",
                shown(
                    beats
                        .into_iter()
                        .collect::<Option<Vec<bool>>>()
                        .map(|beats| format!("{beats:?}"))
                ),
                shown(duel.map(|(_, lost)| format!("{lost:?}")))
            ),
        );
        let highest = i32::from(*TOKENS.end());
        add(
            11,
            "aid and sabotage are not halved: 16 halved would need a token above 21",
            HalfPoints::of(highest).weak() < HalfPoints::of(16),
            format!("{} of 21 halved", HalfPoints::of(highest).weak().0),
        );
        let scientist = HalfPoints::of(8).strong();
        let busy = HalfPoints::of(20).weak();
        add(
            12,
            "Example 4: an Alert Scientist's 8 beats 11 + 4, a busy one's 20 does not",
            scientist > HalfPoints::of(15) && busy < HalfPoints::of(15),
            format!("{} and {} half points against 30", scientist.0, busy.0),
        );
        let created = self.created();
        let attacks = self.attacks(ATTACKS);
        add(
            13,
            "six Historians of twelve Agents of a color, one for each Zone but Today; each creates two tokens there and one elsewhere, and is Busy after one action; four colors have 48 Agents",
            Color::ALL.len() == 4
                && Color::ALL.len() * Role::ALL.len() == 48
                && Zone::past().iter().all(|zone| {
                    Role::ALL
                        .iter()
                        .filter(|role| role.history() == Some(*zone))
                        .count()
                        == 1
                })
                && created == Some([2, 1]),
            format!(
                "{} Agents of a color; tokens {}",
                Role::ALL.len(),
                shown(created.map(|created| format!("{created:?}")))
            ),
        );
        add(
            14,
            "tokens given against Time Waves are not discarded, with Agents of four colors under attack",
            attacks.is_some_and(|(kept, suffered)| kept == ATTACKS && suffered > 0),
            shown(attacks.map(|(kept, suffered)| {
                format!("kept in {kept} of {ATTACKS} phases, {suffered} of which changed Agents")
            })),
        );
        add(
            15,
            "21 tokens of a color bound the Agents that are defended by tokens; with FATE four colors have 88",
            TOKENS.count() == 21 && Color::ALL.len() * (TOKENS.count() + 1) == 88,
            format!("{} tokens", TOKENS.count()),
        );
        let total: u32 = TOKENS.map(u32::from).sum();
        let restrictions = Restrictions::none();
        add(
            16,
            "the tokens of a color are worth 231 points, and 20 are cashed out",
            total == 231 && restrictions.pays == 20 && restrictions.retrieves == 20,
            format!("{total} points"),
        );
        add(
            17,
            "72 Time Wave tokens bound all Time Waves",
            WAVE_TOKENS == 72,
            format!("{WAVE_TOKENS} tokens"),
        );
    }
}

/// About Problem Cards: checks whether a rule is about Agents (Agent Effect) and not about players (Science Effect).
fn of_agents(rule: Restriction) -> bool {
    matches!(
        rule,
        Restriction::Forbids(_)
            | Restriction::Busies(_)
            | Restriction::NoSpecialty(_)
            | Restriction::Launches(_)
            | Restriction::DeepestLaunch(_)
            | Restriction::Alerts(_)
            | Restriction::DuelPenalty(_)
            | Restriction::WavePenalty(_)
            | Restriction::NoInterrupts
            | Restriction::NoHelp
    )
}
