use super::*;
use crate::{
    dice::Quick,
    engine::{Chooser, Fields, Ruleset, SeatId, Table, Viewer},
    rulesets::{
        kit::testing,
        time_agent::{asks::Alteration, names::Event, places::HexId, state::State, tests::rules},
    },
};
use mind::{LATE, Worth, toggle};
use std::{any::Any, collections::BTreeSet};

/// A position of a game without the Buralti in which several operatives stood on 4c-8 and turned it to and fro: each of
/// two facings parted a pair that the other joined.
const LATE_GAME: &str = include_str!("late-game.json");

/// Returns the rotation that a bot makes if it may turn any of some tiles.
fn rotation(rules: &TimeAgent, state: &State, race: Race, tiles: &[HexId]) -> Option<(HexId, u8)> {
    let seat = SeatId::new(race.name()).expect("a plain name");
    let view = Ruleset::view(rules, state, &Viewer::Seat(seat.clone()));
    let about = Fields::new();
    let choices = tiles.iter().flat_map(|hex| {
        let now = state.cell(*hex).facing;
        let others = (1..=6).filter(move |to| Some(*to) != now);
        others.map(|to| Alteration::Rotate { hex: *hex, to })
    });
    let choices: Vec<Alteration> = choices.collect();
    let asked = Asked {
        kind: "alter",
        seat: &seat,
        about: &&about,
        choices: &choices,
        default: &|| Value::Null,
        why_not: &|_| None,
        so_far: &Vec::new,
    };
    match serde_json::from_value(answer(rules, "swing", &view, &asked)?) {
        Ok(Alteration::Rotate { hex, to }) => Some((hex, to)),
        _ => None,
    }
}

/// Late in a game a bot that wants the end brings it nearer by each rotation: positions do not repeat.
#[test]
fn the_bot_never_returns_to_an_earlier_position() {
    let rules = rules();
    let position: State = serde_json::from_str(LATE_GAME).expect("a state");
    let mut turned = 0;
    for race in [Race::Fiolli, Race::Zytal] {
        let seat = Viewer::Seat(SeatId::new(race.name()).expect("a plain name"));
        let mut state = position.clone();
        state.round = LATE + 18;
        let mut seen = BTreeSet::new();
        for _ in 0..8 {
            let facings: Vec<Option<u8>> =
                (state.hexes.iter()).map(|(_, cell)| cell.facing).collect();
            assert!(seen.insert(facings), "a position came again for {race}");
            let view = Ruleset::view(&rules, &state, &seat);
            let mind = Mind::new(&rules, &view, race, Temper::Swing);
            let tiles: Vec<HexId> = (mind.to_turn(&mind.state).into_iter())
                .map(|t| t.0)
                .collect();
            let Some((hex, to)) = rotation(&rules, &state, race, &tiles) else {
                break;
            };
            turned += 1;
            if let Some(cell) = state.hexes.get_mut(hex) {
                cell.facing = Some(to);
            }
        }
    }
    assert!(turned > 0, "no bot turned anything");
}

/// Of two players a search wants the lead: a point that an event takes from the other is worth as much as one that it gives.
/// Of more players it weighs their points as `greedy` does.
#[test]
fn a_search_of_two_players_is_for_the_lead() {
    let rules = rules();
    let race = Race::Zytal;
    let seat = Viewer::Seat(SeatId::new(race.name()).expect("a plain name"));
    for scenario in ["two", "six"] {
        let options = serde_json::json!({"scenario": scenario});
        let state: State = testing::set_up(&rules, &options, 1);
        let view = Ruleset::view(&rules, &state, &seat);
        let lead = Mind::aiming(&rules, &view, race, 0);
        let greedy = Mind::careless(&rules, &view, race);
        let connected = rules.connected(&lead.state);
        let own = lead.state.team_of(race);
        let mut differ = 0;
        for event in Event::ALL {
            let mut other = lead.state.clone();
            toggle(&mut other.reversed_events, *event);
            let gain = |mind: &Mind<'_>| {
                mind.standing(&other, connected) - mind.standing(&lead.state, connected)
            };
            if scenario == "six" {
                assert_eq!(gain(&lead), gain(&greedy), "{event:?}");
                continue;
            }
            let content = rules.content.event(*event);
            let mut wanted = 0;
            for (numbers, sign) in [(&content.reversed, 1), (&content.unreversed, -1)] {
                for (other, points) in numbers {
                    let (vp, rp) = (Worth::from(points.vp), Worth::from(points.rp));
                    let worth = if own.contains(other) {
                        vp * 1000 + rp * lead.income()
                    } else {
                        -vp * 1000
                    };
                    wanted += sign * worth;
                }
            }
            assert_eq!(gain(&lead), wanted, "{event:?}");
            differ += usize::from(gain(&lead) != gain(&greedy));
        }
        assert!(scenario == "six" || differ > 0);
    }
}

/// A player of `greedy` who counts where one that searches would answer otherwise, and weigh moves and alterations otherwise.
struct Compared<'a> {
    rules: &'a TimeAgent,
    asked: usize,
    answers: usize,
    orders: usize,
}

impl Chooser for Compared<'_> {
    fn choose(&mut self, _: &SeatId, _: &str, _: usize) -> usize {
        unreachable!("each seat answers by its view")
    }

    fn looks(&self, _: &SeatId) -> bool {
        true
    }

    fn answer(&mut self, view: &dyn Any, asked: &Asked<'_>) -> Option<Value> {
        let view: &View = view.downcast_ref().expect("a view of Time Agent");
        let greedy = answer(self.rules, "greedy", view, asked);
        let race = side(asked.seat).expect("a race");
        let mind = || Mind::new(self.rules, view, race, Temper::Greedy);
        let weighed = match asked.kind.parse() {
            Ok(Question::Move) => mind().moves(asked),
            Ok(Question::Alter) => mind().alterations(asked),
            _ => return greedy,
        };
        let own = Ruleset::unsearched(self.rules, view, asked);
        let first = own.clone().unwrap_or_else(|| (asked.default)());
        let listed = Ruleset::candidates(self.rules, view, asked);
        let as_greedy = [vec![first], weighed, vec![(asked.default)()]].concat();
        self.asked += 1;
        self.answers += usize::from(own != greedy);
        self.orders += usize::from(listed != as_greedy);
        greedy
    }
}

/// Of two players, one that searches gives other answers without a search than `greedy`, and weighs moves and alterations
/// otherwise, because it wants the lead; of more players it does both as `greedy` does.
#[test]
fn without_a_search_two_players_are_for_the_lead_too() {
    let rules = rules();
    for scenario in ["two", "six"] {
        let options = serde_json::json!({"scenario": scenario});
        let mut state: State = testing::set_up(&rules, &options, 1);
        let mut compared = Compared {
            rules: &rules,
            asked: 0,
            answers: 0,
            orders: 0,
        };
        let mut dice = Quick::new(1);
        for _ in 0..2 {
            let mut table = Table::in_memory(&mut compared, &mut dice);
            rules.turn(&mut state, &mut table).expect("legal play");
        }
        let Compared {
            asked,
            answers,
            orders,
            ..
        } = compared;
        assert!(asked > 0);
        if scenario == "two" {
            assert!(answers > 0 && orders > 0, "{answers} {orders} of {asked}");
        } else {
            assert_eq!((answers, orders), (0, 0), "of {asked}");
        }
    }
}

/// A player who wants the end of Time Travel follows the way to it without a search; one who does not want it searches.
#[test]
fn the_way_to_the_end_is_settled() {
    let rules = rules();
    let mut position: State = serde_json::from_str(LATE_GAME).expect("a state");
    let mut found = BTreeSet::new();
    for round in [2, LATE + 18] {
        position.round = round;
        for race in position.sides.keys() {
            let seat = SeatId::new(race.name()).expect("a plain name");
            let view = Ruleset::view(&rules, &position, &Viewer::Seat(seat.clone()));
            let wish = Mind::new(&rules, &view, *race, Temper::Lead).step;
            let aim = Ruleset::aim(&rules, &view, &seat);
            let settled = Ruleset::settled(&rules, aim);
            assert_eq!(settled, wish > 0, "{race} {round}");
            found.insert(settled);
        }
    }
    assert_eq!(found.len(), 2, "both occur");
}
