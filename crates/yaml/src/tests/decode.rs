//! Values that fit, and the parts of a document.

use super::{Action, GOOD, Move, Orders, Path, Reverse, Seat, check};
use crate::{Budget, Document, Problem, nearest};
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeMap;

fn read(text: &str) -> Document {
    Document::read("o.yaml", text.as_bytes(), Budget::Orders).unwrap()
}

#[test]
fn a_good_file_is_read() {
    let agent = Move {
        unit: "agent-3".into(),
        to: "4c-1".into(),
        along: None,
    };
    let squad = Move {
        unit: "squad-2".into(),
        to: "no".into(),
        along: Some(Path::TimeTravel),
    };
    let reverse = Reverse {
        tile: "4b-7".into(),
        pay_up_to: -10,
    };
    let wanted = Orders {
        game: "gem-1992".into(),
        turn: 7,
        seat: Seat("zytal".into()),
        moves: vec![agent, squad],
        actions: vec![
            Action::Search {
                tile: "4b-7".into(),
            },
            Action::Hold,
            Action::Reverse(reverse),
        ],
        buy: BTreeMap::from([(Seat("agents".into()), 1), (Seat("on".into()), 2)]),
        public: Some(true),
        pair: Some((3, "12".into())),
    };
    assert_eq!(check(GOOD.as_bytes()).unwrap(), wanted);
    let windows = format!("\u{feff}{}", GOOD.replace('\n', "\r\n"));
    assert_eq!(check(windows.as_bytes()).unwrap(), wanted);
}

#[test]
fn places_are_found() {
    let document = read(GOOD);
    let at = |path: &str| document.span(path).map(|span| &GOOD[span]);
    assert_eq!(at("turn"), Some("7"));
    assert_eq!(at("moves/1/to"), Some("no"));
    assert_eq!(at("moves/0"), Some("{unit: agent-3, to: 4c-1}"));
    assert_eq!(
        at("actions/2/reverse"),
        Some("tile: 4b-7\n      pay-up-to: -10")
    );
    assert_eq!(at("pair/1"), Some("\"12\""));
    assert_eq!(at("moves/2"), None);
    assert_eq!(&GOOD[document.nearest_span("moves/1/to/x")], "no");
    assert_eq!(
        &GOOD[document.nearest_span("moves/1/by")],
        "unit: squad-2\n    along: time-travel\n    to: no"
    );
    assert_eq!(&GOOD[document.key_span("moves/1/to").unwrap()], "to");
    assert_eq!(&GOOD[document.key_span("turn").unwrap()], "turn");
}

#[test]
fn words_stay_words_in_json() {
    let text = "a: no\nb: [on, 2026-11-21, 12:30, 1e3, 7, -7, true, ~, 'true', 0x10, y]\nc: {1: }\nd: 18446744073709551615";
    let wanted = json!({
        "a": "no", "b": ["on", "2026-11-21", "12:30", 1000.0, 7, -7, true, null, "true", 16, "y"],
        "c": {"1": null}, "d": u64::MAX,
    });
    assert_eq!(read(text).to_json(), wanted);
    assert_eq!(read(text).decode::<serde_json::Value>().unwrap(), wanted);
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Envelope {
    game: String,
    turn: u32,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    moves: Vec<String>,
}

#[test]
fn two_readers_share_a_map() {
    let envelope = ["game", "turn"];
    let both = |text: &str| -> Result<(Envelope, Body), Vec<Problem>> {
        let document = read(text);
        let body = document.decode_without(&envelope)?;
        Ok((document.decode_only(&envelope)?, body))
    };
    let (head, body) = both("moves: [a]\ngame: g\nturn: 1\n").unwrap();
    assert_eq!((head.turn, body.moves.len()), (1, 1));
    let help = |text: &str| both(text).unwrap_err()[0].help.clone().unwrap();
    assert_eq!(help("gaem: g\nturn: 1\nmoves: []"), "did you mean `game`?");
    assert_eq!(help("trun: 1\nmoves: []"), "did you mean `turn`?");
    assert_eq!(
        help("x: g\nturn: 1\nmoves: []"),
        "known here: `moves`, `game` or `turn`"
    );
    assert_eq!(
        both("game: g\nmoves: []").unwrap_err()[0].message,
        "the key `turn` is missing"
    );
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Many {
    count: u8,
    names: Vec<String>,
    pairs: Vec<Pair>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "what is read does not matter")]
struct Pair {
    from: u8,
    to: u8,
}

#[test]
fn all_mistakes_are_found_in_one_reading_and_none_follows_from_another() {
    let wrong = |text: &str| -> Vec<String> {
        let problems = read(text).decode_all::<Many>().unwrap_err();
        let line = |p: &Problem| format!("{} {:?}", p.code, &text[p.span.clone().unwrap()]);
        problems.iter().map(line).collect()
    };
    // A pair without its `from` is left out; the missing key is not reported a second time.
    let text = "cuont: 1\ncount: x\nnames: [a, [], b, 5]\npairs:\n  - {from: y, to: z}\n  - {from: 1}\n  - {from: 1, to: 2, via: 3}\nnmaes: 1\n";
    assert_eq!(
        wrong(text),
        [
            "E0201 \"cuont\"",
            "E0205 \"x\"",
            "E0215 \"[]\"",
            "E0204 \"5\"",
            "E0205 \"y\"",
            "E0205 \"z\"",
            "E0202 \"{from: 1}\"",
            "E0201 \"via\"",
            "E0201 \"nmaes\"",
        ]
    );
    assert_eq!(wrong("[]\n"), ["E0209 \"[]\""]);
    let many: Vec<String> = (0..90).map(|n| format!("k{n}: 1")).collect();
    let many = many.join("\n");
    assert_eq!(wrong(&many).len(), 20);
}

#[test]
fn keys_may_be_numbers() {
    let map: BTreeMap<u8, String> = read("1: a\n12: b").decode().unwrap();
    assert_eq!(map.len(), 2);
    let wrong = read("1: a\n300: b")
        .decode::<BTreeMap<u8, String>>()
        .unwrap_err();
    assert_eq!((wrong.code, wrong.span), ("E0206", Some(5..8)));
}

#[test]
fn suggestions_only_when_sure() {
    let known = [
        "search",
        "attack",
        "reverse",
        "hold",
        "4b-7",
        "squad-2",
        "pay-up-to",
        "to",
        "tile",
        "time",
    ];
    let near = |word| nearest(word, known);
    assert_eq!(near("serach"), Some("search"));
    assert_eq!(near("Search"), Some("search"));
    assert_eq!(near("attak"), Some("attack"));
    assert_eq!(near("pay_up_to"), Some("pay-up-to"));
    assert_eq!(near("squad 2"), Some("squad-2"));
    // Two letters of a short word have changed places; another letter may be another word.
    assert_eq!(nearest("ayn", ["any", "mine"]), Some("any"));
    assert_eq!(nearest("and", ["any", "mine"]), None);
    for unsure in [
        "4b-8",
        "squad-3",
        "at",
        "go",
        "told",
        "research-all",
        "x",
        "",
    ] {
        assert_eq!(near(unsure), None, "{unsure}");
    }
}

#[test]
fn prose_is_left_alone() {
    let text = "\
press: |
  > you wrote
  “We attack,” he said: now.
  \u{a0}-- \n  key:value\t[{ it's <<
  -- \n  Bob
note: see https://example.org/a:b at 12:30, it's “good” and “cheap”
plain: a\tb -- c > d ’tis
quoted: \"“all of it”\"
joined: 👩\u{200d}🚀
";
    let document = read(text);
    assert_eq!(document.warnings, []);
    assert_eq!(document.root.get("press").unwrap().text.lines().count(), 6);
    assert_eq!(document.root.get("joined").unwrap().text, "👩\u{200d}🚀");
}
