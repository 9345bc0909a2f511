//! Component checks: known facts about the game's components, compared with the content in use. The numbers are those
//! of the list of known facts about the game.

use super::{
    TimeControl,
    content::COPIES,
    effects::Effect,
    names::{Color, FateCard, Role, TOKENS, Zone},
    problems::{Problem, ProblemType},
    restrictions::{Restriction, Restrictions},
    state::WAVE_TOKENS,
};
use crate::rulesets::kit::{Claim, Proof};

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
        claims.push(Claim::new(
            8,
            Proof::Rules,
            "two cards of each Problem, so that identical ones can cancel each other out",
            COPIES == 2 && Problem::ALL.len() == 32,
            format!("{} cards", COPIES * Problem::ALL.len()),
        ));
        let rules: Vec<Restriction> = problems.values().filter_map(|card| card.rule).collect();
        let agents = rules.iter().filter(|rule| of_agents(**rule)).count();
        claims.push(Claim::new(
            9,
            Proof::Exact,
            "most Problems have a rule, some about Agents and some about players",
            rules.len() * 2 > problems.len() && agents > 0 && agents < rules.len(),
            format!("{} rules, {agents} about Agents", rules.len()),
        ));
    }

    /// The checks of what the rules' code guarantees.
    #[expect(clippy::unused_self, reason = "it belongs to the others")]
    fn rule_checks(&self, claims: &mut Vec<Claim>) {
        use super::names::HalfPoints;
        let brawler = |token| HalfPoints::of(token).strong().0 / 2;
        let mut add = |number, claim, holds, measured: String| {
            claims.push(Claim::new(number, Proof::Rules, claim, holds, measured));
        };
        add(
            10,
            "Example 2: a Brawler's 14, 15 and 11 less 16, 5 and 14 are 12, 25 and 8",
            [brawler(14) - 16, brawler(15) - 5, brawler(11) - 14] == [12, 25, 8],
            format!(
                "{:?}",
                [brawler(14) - 16, brawler(15) - 5, brawler(11) - 14]
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
        add(
            13,
            "six Historians, one for each Zone but Today",
            Zone::past().iter().all(|zone| {
                Role::ALL
                    .iter()
                    .filter(|role| role.history() == Some(*zone))
                    .count()
                    == 1
            }),
            format!("{} Agents of a color", Role::ALL.len()),
        );
        add(
            14,
            "tokens given against Time Waves are not discarded",
            true,
            "the Time Wave Attack Phase changes no player's tokens".to_owned(),
        );
        add(
            15,
            "21 tokens of a color bound the Agents that are defended by tokens",
            TOKENS.count() == 21,
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
        add(
            18,
            "four boards, 48 Agents and 88 Time Control tokens",
            Color::ALL.len() == 4
                && Color::ALL.len() * Role::ALL.len() == 48
                && Color::ALL.len() * (TOKENS.count() + 1) == 88,
            format!("{} Agents", Color::ALL.len() * Role::ALL.len()),
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
