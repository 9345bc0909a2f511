//! The board's status display and its tiles, in both formats of the report.

use super::{Played, reading, render};
use crate::report::{Format, Reading};
use serde_json::{Value, json};
use std::sync::Arc;

fn both(played: &Played, reading: &Reading) -> [String; 2] {
    let words = played.words();
    [Format::Text, Format::Html].map(|format| render(&words, reading, format).expect("a report"))
}

/// 2.1, 9.6: the seven of Time Travel and one of each other technology, with the edges that lead to them.
#[test]
fn the_thirteen_indicators_have_their_edges_and_their_state() {
    let played = Played::new();
    let mut reading = reading(&played, Some("zytal"), 2);
    let indicators = reading.view["indicators"]
        .as_array()
        .expect("a list")
        .clone();
    assert_eq!(indicators.len(), 13);
    let time_travel = indicators
        .iter()
        .filter(|i| i["technology"] == "time-travel");
    assert_eq!(time_travel.count(), 7);
    let fourth = json!({
        "indicator": "time-travel-4",
        "technology": "time-travel",
        "connected": true,
        "edges": [{"hex": "4c-4", "edge": 2}, {"hex": "4c-8", "edge": 1}, {"hex": "4c-12", "edge": 6}],
    });
    assert!(indicators.contains(&fourth), "{indicators:?}");
    Arc::make_mut(&mut reading.view)["indicators"][2]["connected"] = json!(false);
    let [text, html] = both(&played, &reading);
    let rows = "  Time Travel   Connected     4c-4 edge 2, 4c-8 edge 1, 4c-12 edge 6\n";
    assert!(text.contains(rows), "{text}");
    let rows = "  Cold Fusion   DISCONNECTED  3b-6 edge 2, 4c-4 edge 1\n";
    assert!(text.contains(rows), "{text}");
    for edge in ["4c-8 edge 1", "7b-4 edge 3", "1b-3 edge 6"] {
        assert!(html.contains(edge), "{edge}");
    }
}

/// 2.1, 9.7: the outlined numbers show the points after a reversal; text and HTML have them for all races.
#[test]
fn brackets_show_the_points_of_each_race_after_a_reversal() {
    let played = Played::new();
    let reading = reading(&played, None, 2);
    let [text, html] = both(&played, &reading);
    let from = text.find("STATUS DISPLAY").expect("a section");
    let display: Vec<&str> = text[from..].lines().collect();
    let order = reading.view["order"].as_array().expect("races");
    let signed = |n: &Value| match n.as_i64().expect("a number") {
        0 => "0".to_owned(),
        n => format!("{n:+}"),
    };
    let mut brackets = 0;
    for event in reading.view["events"].as_array().expect("events") {
        let name = event["name"].as_str().expect("a name");
        let row = display
            .iter()
            .position(|line| line.contains(&format!(" {name}")));
        let row = row.unwrap_or_else(|| panic!("{name} is not displayed"));
        let reversed = event["reversed"] == true;
        let then = &event[if reversed {
            "when-unreversed"
        } else {
            "when-reversed"
        }];
        for (n, race) in order.iter().enumerate() {
            let numbers = &then[race.as_str().expect("a race")];
            if numbers.is_null() {
                continue;
            }
            let wanted = format!("({}/{})", signed(&numbers[0]), signed(&numbers[1]));
            let column = display[row + 1].get(28 + n * 8..28 + (n + 1) * 8);
            assert_eq!(column.unwrap_or_default().trim(), wanted, "{name}, {race}");
            assert!(
                html.contains(&format!("<span class=\"then\">{wanted}</span>")),
                "{name}"
            );
            brackets += 1;
        }
    }
    assert!(brackets > 10, "{brackets}");
}

/// 9.5: the cost of altering a secondary invention is printed on its tile.
#[test]
fn a_face_up_invention_has_its_price() {
    let mut played = Played::new();
    let hexes = played.second.state["hexes"].as_object_mut().expect("hexes");
    let (hex, up) = hexes
        .iter_mut()
        .find(|(_, cell)| cell["facing"].is_u64())
        .expect("a tile that is face up");
    let hex = hex.clone();
    up["tile"] = json!("2a-time-travel");
    let reading = reading(&played, None, 2);
    let [text, html] = both(&played, &reading);
    let from = text.find("FACE-UP TILES").expect("a section");
    let row = text[from..]
        .lines()
        .find(|line| line.trim_start().starts_with(&format!("{hex} ")));
    assert!(
        row.expect("the tile").contains("iT Time Travel (25)"),
        "{row:?}"
    );
    let from = html.find("<h2>Face-up tiles</h2>").expect("a section");
    let row = html[from..]
        .lines()
        .find(|line| line.contains(&format!(">{hex}</th>")));
    assert!(
        row.expect("the tile")
            .contains("<td>Time Travel</td><td class=\"n\" data-l=\"Cost to alter\">25</td>"),
        "{row:?}"
    );
}

/// The picture has the present at the top, the text map has it on the right; each legend states the place of edge 1.
#[test]
fn legends_count_the_edges_as_the_pictures_do() {
    let played = Played::new();
    let [text, html] = both(&played, &reading(&played, None, 2));
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains(
        "1 towards the present, which is on the right of the map above, and the others clockwise"
    ));
    assert_eq!(html.matches("Edge 1 is the upper one in the picture, towards the present; the others follow clockwise.").count(), 2);
    assert!(!html.contains("below it, then round"));
}
