//! Tests of how problems are shown.

use super::{GOOD, check};
use crate::{CODES, Problem, Problems, Source};
use serde_json::json;

#[test]
fn as_a_compiler_shows_it() {
    let text = GOOD.replace("tile: 4b-7}", "tyle: 4b-7}");
    let problems = check(text.as_bytes()).unwrap_err();
    insta::assert_snapshot!(problems.render(false), @r"
    error[E0201]: unknown key `tyle` in `search` in item 1 of `actions`
      --> o.yaml:10:14
       |
    10 |   - search: {tyle: 4b-7}
       |              ^^^^
       |
       = help: did you mean `tile`?
    ");
    assert!(problems.render(true).contains("\u{1b}["));
    assert_eq!(
        problems.to_json(),
        json!([{
            "code": "E0201",
            "severity": "error",
            "message": "unknown key `tyle` in `search` in item 1 of `actions`",
            "file": "o.yaml",
            "start": {"line": 10, "column": 14},
            "end": {"line": 10, "column": 18},
            "label": null,
            "notes": [],
            "help": "did you mean `tile`?",
        }])
    );
}

#[test]
fn notes_and_labels_are_shown() {
    let problems = check(b"game: a\ngame: b\n").unwrap_err();
    insta::assert_snapshot!(problems.render(false), @r"
    error[E0103]: the key `game` is given twice
     --> o.yaml:2:1
      |
    2 | game: b
      | ^^^^ given again here
      |
      = note: it was first given in line 1
    ");
    let problems = check(b"").unwrap_err();
    insta::assert_snapshot!(problems.render(false), @r"
    error[E0102]: there is nothing in this file
     --> o.yaml:1:1
      |
    1 |
      | ^
      |
      = note: an empty file is not an empty order list
    ");
}

#[test]
fn no_span_makes_it_panic() {
    let long = "ß".repeat(5_000) + ": [\n";
    let texts = [
        "",
        "\r",
        "\r\n\r\n",
        "日本: 語\r\nß: 1",
        "a\rb\rc",
        "\t\tx",
        &long,
        "\u{202e}\u{200b}\0\u{7}",
    ];
    for text in texts {
        let source = Source::lossy("o.yaml", text.as_bytes());
        for start in (0..12).chain([text.len() / 2, text.len(), usize::MAX]) {
            for end in [0, 1, 3, 5, 9, text.len(), text.len() + 9, usize::MAX] {
                let problem = Problem::error("E0120", "a\nb\u{7}")
                    .at(start..end)
                    .label("x")
                    .note("y\nz");
                assert_eq!(problem.one_line(&source).lines().count(), 1);
                let shown = problem.render(&source, false) + &problem.render(&source, true);
                assert!(shown.len() < 10_000, "long lines are cut");
                Problems::new(source.clone(), vec![problem]).to_json();
            }
        }
    }
}

#[test]
fn columns_count_characters() {
    let source = Source::lossy("o", "\u{feff}日本: 語\r\nx\ry\n".as_bytes());
    let position = |word| source.position(source.text.find(word).unwrap());
    assert_eq!(source.position(0), (1, 1));
    assert_eq!(position("語"), (1, 5));
    assert_eq!(position("\r\n"), (1, 6));
    assert_eq!(position("\n"), (1, 6));
    assert_eq!(position("x"), (2, 1));
    assert_eq!(position("y"), (3, 1));
    assert_eq!(source.position(usize::MAX), (4, 1));
}

#[test]
fn a_long_line_is_cut_around_the_place() {
    let text = format!("game: {}\u{7}{}", "a".repeat(3_000), "b".repeat(3_000));
    let shown = check(text.as_bytes()).unwrap_err().render(false);
    assert!(shown.contains("o.yaml:1:3007"), "{shown}");
    assert!(shown.contains('…') && shown.len() < 1_000, "{shown}");
}

#[test]
fn codes_are_in_order_and_complete() {
    assert!(CODES.windows(2).all(|pair| pair[0].code < pair[1].code));
    for code in CODES {
        assert!(code.code.len() == 5 && code.code.starts_with('E'));
        assert!(!code.title.ends_with('.'), "{}", code.code);
        assert!(code.cure.ends_with(['.', ')']), "{}", code.code);
    }
}
