//! Saved values are read back unchanged.

use crate::keep::{from_str, to_string, unread};
use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum Fact {
    Searched { by: String, rolls: Vec<u8> },
    Moved(String, String),
    Named(String),
    Held,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    turn: u32,
    by_turn: BTreeMap<u32, Vec<Fact>>,
    by_name: BTreeMap<String, Option<Fact>>,
    seed: u64,
    debt: i64,
    press: String,
    nothing: Option<Vec<String>>,
}

fn state() -> State {
    let searched = Fact::Searched {
        by: "no".to_owned(),
        rolls: vec![1, 6],
    };
    let moved = Fact::Moved("4a-3".to_owned(), "0123".to_owned());
    let named = Fact::Named("2026-11-21".to_owned());
    State {
        turn: 7,
        by_turn: BTreeMap::from([(3, vec![searched.clone(), Fact::Held, moved]), (11, vec![])]),
        by_name: BTreeMap::from([
            ("7".to_owned(), Some(searched)),
            ("off".to_owned(), None),
            ("zytal".to_owned(), Some(named)),
        ]),
        seed: u64::MAX,
        debt: i64::MIN,
        press: "Dear all,\n\n  we attack: now.\n# not a comment\n".to_owned(),
        nothing: None,
    }
}

#[test]
fn a_state_looks_like_this() {
    let text = to_string(&state()).unwrap();
    insta::assert_snapshot!(text, @r#"
    turn: 7
    by_turn:
      3:
      - searched:
          by: "no"
          rolls:
          - 1
          - 6
      - held
      - moved:
          - 4a-3
          - "0123"
      11: []
    by_name:
      "7":
        searched:
          by: "no"
          rolls:
          - 1
          - 6
      "off": null
      zytal:
        named: "2026-11-21"
    seed: 18446744073709551615
    debt: -9223372036854775808
    press: |
      Dear all,

        we attack: now.
      # not a comment
    nothing: null
    "#);
    assert_eq!(from_str::<State>(&text).unwrap(), state());
}

#[test]
fn order_is_kept() {
    #[derive(Serialize)]
    struct Unsorted {
        zeta: u8,
        alpha: u8,
    }
    assert_eq!(
        to_string(&Unsorted { zeta: 1, alpha: 2 }).unwrap(),
        "zeta: 1\nalpha: 2\n"
    );
}

#[test]
fn refuses_to_save_texts_with_control_characters() {
    for bad in [
        "a\tb",
        "a\u{7}b",
        "a\u{85}b",
        "a\u{2028}b",
        "a\u{feff}b",
        "a\rb",
        "a\u{202e}b",
    ] {
        let error = to_string(&json!({ "press": bad })).unwrap_err().to_string();
        assert!(
            error.starts_with("this cannot be kept: the text \"a\\"),
            "{error}"
        );
        assert!(to_string(&json!({ bad: 1 })).is_err());
    }
    let keys = BTreeMap::from([(vec![1], 1)]);
    assert!(to_string(&keys).is_err());
}

#[test]
fn a_bad_state_is_shown_with_its_place() {
    let text = to_string(&state())
        .unwrap()
        .replace("turn: 7", "turn: seven");
    let error = from_str::<State>(&text).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 1:7: error[E0205]: `turn`: a whole number is wanted, but this is the text `seven`"
    );
}

#[test]
fn a_key_that_stands_twice_is_refused() {
    for text in ["a: 1\na: 2\n", "1: a\n'1': b\n"] {
        let error = from_str::<BTreeMap<String, Value>>(text).unwrap_err();
        assert!(error.to_string().contains("E0103"), "{error}");
    }
}

/// Words that some YAML reader takes for another type.
pub(super) const TRAPS: &[&str] = &[
    "",
    " ",
    "~",
    "null",
    "Null",
    "true",
    "True",
    "no",
    "No",
    "NO",
    "on",
    "off",
    "y",
    "n",
    "yes",
    "0123",
    "0o17",
    "0x1f",
    "1e3",
    "1_000",
    "12:30",
    "12:30:45",
    "2026-11-21",
    "2026-11-21T12:30:00Z",
    ".5",
    ".inf",
    ".nan",
    "-",
    "- a",
    "-a",
    "?",
    "? a",
    ":",
    ": a",
    "a: b",
    "a:",
    "a #b",
    "#a",
    "&a",
    "*a",
    "!a",
    "!!str",
    "|",
    ">",
    "%a",
    "@a",
    "`a",
    "'",
    "\"",
    "''",
    "[",
    "]",
    "{",
    "}",
    ",",
    "[a]",
    "{a}",
    "---",
    "...",
    "--- a",
    "<<",
    "=",
    " a",
    "a ",
    "\n",
    "a\n",
    "\na",
    "a\n\n",
    "a\n b\n",
    " a\nb",
    "a\\b",
    "\\",
    "“a”",
    "ß",
    "日本",
    "😀",
    "a\u{301}",
    "+1",
    "1.",
    "1.0",
    "0.1e-5",
    "0b11",
    "1__0",
    "-0",
    "00",
    "08",
];

#[test]
fn traps_come_back() {
    for trap in TRAPS {
        for value in [
            json!(trap),
            json!([trap]),
            json!({ "k": trap }),
            json!({ *trap: trap }),
        ] {
            let text = to_string(&value).unwrap();
            assert_eq!(from_str::<Value>(&text).unwrap(), value, "{text}");
        }
    }
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z0-9 :#'\"\\-\n,\\[\\]{}&*!|>%@`~<=?_.+\\\\]{0,12}",
        "\\PC{0,10}",
        proptest::sample::select(TRAPS).prop_map(str::to_owned),
    ]
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((text(), inner), 0..5)
                .prop_map(|entries| Value::Object(entries.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn values_come_back(value in value()) {
        // `\PC` includes a few characters that cannot be seen.
        if let Ok(text) = to_string(&value) {
            prop_assert_eq!(&from_str::<Value>(&text).unwrap(), &value, "{}", text);
        }
    }
}

/// The loader's time is quadratic in the depth: what is nested too deeply never reaches it.
#[test]
fn deep_nesting_is_refused_before_it_is_read() {
    const DEEP: usize = 100_000;
    let hidden = "[\"]\", ".repeat(DEEP);
    let indented: String = (0..2_000).map(|n| " ".repeat(n) + "a:\n").collect();
    for (what, text) in [
        ("brackets", "[".repeat(DEEP)),
        ("braces", "{a: ".repeat(DEEP)),
        ("both ends", "[".repeat(DEEP) + &"]".repeat(DEEP)),
        ("ends in quotes", hidden),
        ("hyphens", "- ".repeat(DEEP)),
        ("question marks", "? ".repeat(DEEP)),
        (
            "below a key",
            format!("game: gem\nseats: {}", "[".repeat(DEEP)),
        ),
        ("indented", indented),
    ] {
        let error = from_str::<Value>(&text).unwrap_err().to_string();
        assert_eq!(unread(&text), Some(error.clone()), "{what}");
        // A key that is no word is refused before it is deep.
        let why = if what == "question marks" {
            "cannot be the key"
        } else {
            "nested more than 64 levels deep"
        };
        assert!(error.contains(why), "{what}: {error}");
    }
    // Many brackets side by side are not deep, and neither are brackets in a text.
    let flat = format!("[{}[]]", "[1], ".repeat(1_000));
    assert_eq!(from_str::<Vec<Vec<u32>>>(&flat).unwrap().len(), 1_001);
    let text = "[".repeat(200);
    let kept = to_string(&json!({ "press": &text, "drawn": format!("{}x", " ".repeat(200)) }));
    let back: Value = from_str(&kept.unwrap()).unwrap();
    assert_eq!(back["press"], text);
}

#[test]
fn empty_lists_and_maps_are_kept() {
    #[derive(Serialize)]
    #[serde(rename_all = "kebab-case")]
    enum Entry {
        Answer {
            about: BTreeMap<String, Value>,
            value: Value,
            by: String,
        },
    }
    for empty in [json!([]), json!({})] {
        let entry = Entry::Answer {
            about: BTreeMap::from([("by".to_owned(), json!("orange"))]),
            value: empty.clone(),
            by: "standing".to_owned(),
        };
        let entries = [&entry, &entry];
        let text = to_string(&entries).expect("it can be kept");
        let again: Value = from_str(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(again[1]["answer"]["value"], empty, "{text}");
    }
}
