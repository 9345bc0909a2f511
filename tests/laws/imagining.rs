//! What is hidden from a viewer is imagined in every way it may be: each hidden thing differs between two imagined
//! positions sooner or later. That imagined positions look as the real one does, at checkpoints and in the middle of a
//! turn, is a law of `simulate --strict`, which the games are held to here too.

use super::{
    dice::ByLabel,
    each_game,
    games::{Game, game},
    walk,
};
use chronojudge::{
    dice::Quick,
    engine::{Playing, RandomBot},
    rulesets,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Returns the things in a state that may be hidden, by their place.
fn things(game: &Game, state: &Value) -> BTreeMap<String, Value> {
    let listed = |list: &str, field: Option<&str>| -> BTreeMap<String, Value> {
        let entries: Vec<(String, &Value)> = match &state[list] {
            Value::Object(entries) => entries.iter().map(|(key, of)| (key.clone(), of)).collect(),
            Value::Array(entries) => entries
                .iter()
                .enumerate()
                .map(|(n, of)| (n.to_string(), of))
                .collect(),
            other => panic!("{list} is {other}"),
        };
        let of = |of: &Value| field.map_or(of, |field| &of[field]).clone();
        entries
            .into_iter()
            .map(|(key, entry)| (key, of(entry)))
            .collect()
    };
    match game.rules.id() {
        "tiny" => listed("cards", None),
        "time-agent" => listed("hexes", Some("tile")),
        _ => BTreeMap::new(),
    }
}

/// Returns the things that a viewer knows, by their place.
fn known(game: &Game, view: &Value) -> Vec<String> {
    match game.rules.id() {
        "tiny" => view["known"]
            .as_object()
            .expect("slots")
            .keys()
            .cloned()
            .collect(),
        "time-agent" => {
            let hexes = view["hexes"].as_array().expect("hexes").iter();
            let seen = hexes.filter(|hex| hex.get("tile").is_some());
            seen.map(|hex| hex["hex"].as_str().expect("a name").to_owned())
                .collect()
        }
        _ => vec![],
    }
}

/// Each thing that a viewer does not know has another value in some imagined position, and what they know has not. Of the
/// tiles of Time Agent only those of one zone can be exchanged, so a single unknown tile of a zone is known too.
#[test]
fn what_is_imagined_varies_in_everything_hidden() {
    each_game(|game, bot| {
        if !game.hides {
            return;
        }
        walk(game, 2, bot, &mut |outcome, bot| {
            if outcome.flow.is_err() && bot.below(8) > 0 {
                return;
            }
            for viewer in game.viewers().into_iter().take(2) {
                let view = game.rules.view(&outcome.state, &viewer).expect("a view");
                let is = things(game, &outcome.state);
                let known = known(game, &view);
                let mut hidden: BTreeMap<String, usize> = BTreeMap::new();
                let zone = |place: &str| place.split('-').next().unwrap_or_default().to_owned();
                for place in is.keys().filter(|place| !known.contains(place)) {
                    *hidden.entry(zone(place)).or_default() += 1;
                }
                let mut varied: BTreeMap<String, bool> = BTreeMap::new();
                for _ in 0..24 {
                    let mut dice = ByLabel(bot.below(1 << 30) as u64);
                    let other = game.rules.imagine(&view, &viewer, &mut dice);
                    let other = things(game, &other.expect("a view").expect("a whole view"));
                    for (place, value) in &is {
                        *varied.entry(place.clone()).or_default() |= other[place] != *value;
                    }
                }
                for (place, varied) in varied {
                    let alone =
                        game.rules.id() == "time-agent" && hidden.get(&zone(&place)) == Some(&1);
                    let fixed =
                        known.contains(&place) || alone || hidden.values().sum::<usize>() == 1;
                    assert_eq!(varied, !fixed, "{}: {place} for {viewer:?}", game.name());
                }
            }
        });
    });
}

/// In every game, a seat that is asked can imagine a position that leads to the question and looks as the real one does.
#[test]
fn every_question_can_be_imagined() {
    let thief = json!({"players": 3, "powers": ["mimic", "psychic", "axis", "agent", "thief", "multiverse", "phoenix",
        "mutants", "alliance", "zodiac", "tyrant", "assassin"]});
    let options = |id| match id {
        "time-agent" => json!({"scenario": "six"}),
        "time-whisperers" => thief.clone(),
        _ => json!({"players": 3}),
    };
    let listed = rulesets::ALL.iter().map(|known| known.id);
    for id in ["tiny"].into_iter().chain(listed) {
        let game = game(id, options(id));
        for seed in 1..=40 {
            let playing = Playing {
                strict: true,
                ..Playing::turns(game.turns.min(10))
            };
            let (mut bot, mut dice) = (RandomBot::new(seed), Quick::new(seed));
            let played =
                game.rules
                    .playout(&game.options, &game.seats, &mut bot, &mut dice, playing);
            played.unwrap_or_else(|why| panic!("{} {seed}: {why}", game.name()));
        }
    }
}
