//! The end of a game of teams: each player's total, and the winners by name.

use super::{Played, reading, render, subject};
use crate::{
    engine::Event,
    report::{Ended, Format, Happened, Reading, Team},
};
use serde_json::json;
use std::sync::Arc;

/// Returns a finished game of four seats: Ada has two of them, Rui the others.
fn over(played: &Played, winners: &[&str], vp: [i32; 2]) -> Reading {
    let mut reading = reading(played, None, 1);
    Arc::make_mut(&mut reading.view)["phase"] = json!("over");
    reading.ended = Ended::GameOver;
    reading.winners = winners.iter().map(|seat| (*seat).to_owned()).collect();
    let team = |name: &str, seats: [&str; 2]| Team {
        name: name.to_owned(),
        seats: seats.map(str::to_owned).into(),
    };
    reading.teams = vec![
        team("Ada", ["buralti", "zytal"]),
        team("Rui", ["fiolli", "roo"]),
    ];
    reading.events = vec![Happened {
        place: 0,
        rule: "10".into(),
        sitting: 2,
        new: true,
        private: false,
        missed: vec![],
        event: Event::Fact(json!({"game-over": {
            "vp": {"buralti": 30, "fiolli": 25, "roo": 15, "zytal": 11},
            "players": [
                {"races": ["buralti", "zytal"], "vp": vp[0]},
                {"races": ["fiolli", "roo"], "vp": vp[1]},
            ],
            "winners": winners,
        }})),
    }];
    reading
}

fn text(played: &Played, reading: &Reading) -> String {
    let text = render(&played.words(), reading, Format::Text).expect("a report");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// 12: the points of one player's races count together, and the ending says so.
#[test]
fn the_races_of_a_player_win_together() {
    let played = Played::new();
    let reading = over(&played, &["buralti", "zytal"], [41, 40]);
    let said = text(&played, &reading);
    for words in [
        "The game is over: Ada (Buralti and Zytal) wins.",
        "Time Travel is Disconnected and the game is over. Buralti and Zytal have 41 victory points together and win; \
         Fiolli and Roo have 40 victory points together. Victory points: Buralti 30, Fiolli 25, Roo 15, Zytal 11",
    ] {
        assert!(said.contains(words), "{words}\n{said}");
    }
    let subject = subject(&played.words(), &reading).expect("a subject");
    assert!(
        subject.ends_with("the game is over, Ada (Buralti and Zytal) wins"),
        "{subject}"
    );
}

#[test]
fn players_with_the_same_total_win_equally() {
    let played = Played::new();
    let all = ["buralti", "zytal", "fiolli", "roo"];
    let said = text(&played, &over(&played, &all, [41, 41]));
    for words in [
        "The game is over: Ada (Buralti and Zytal) and Rui (Fiolli and Roo) win equally.",
        "Buralti and Zytal have 41 victory points together and win equally; Fiolli and Roo have 41 victory points together \
         and win equally.",
    ] {
        assert!(said.contains(words), "{words}\n{said}");
    }
}
