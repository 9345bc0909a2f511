//! The number of trials for one slip: each trial parses the text once more.

use crate::{
    Budget, Document,
    explain::{Stop, TRIALS},
    parse::{self, Failure, stops_at},
};

/// Returns the number of corrections tried for a text that is not YAML.
fn trials(text: &str) -> usize {
    let Err(Failure::Scan(kind, at)) = parse::parse(text, Budget::Orders.limits()) else {
        panic!("the parser does not stop in {text}");
    };
    let stop = Stop::new(text, at);
    stop.explain(&kind);
    stop.trials.get()
}

/// The text is tried once for each comma of the line before.
#[test]
fn a_slip_is_looked_for_near_the_place_where_the_parser_stopped() {
    for many in [10, 1_000] {
        let values = "4b-2, ".repeat(many);
        for line in [
            format!("research: [{values}4b-3 {{, {values}4b-4]\n"),
            format!("moves: [{values}{{unit: a to: b: c}}, {values}]\n"),
        ] {
            let at = stops_at(&line).expect("a slip");
            let stop = Stop::new(&line, at);
            stop.commas();
            assert!(stop.trials.get() <= 4, "{} trials", stop.trials.get());
            let before = stop.trials.get();
            let _ = (stop.pairs(), stop.braces(), stop.open_bracket());
            assert!(stop.trials.get() - before <= 2);
        }
    }
}

/// The limit holds for texts of any content and length.
#[test]
fn a_file_is_parsed_at_most_six_more_times() {
    assert_eq!(TRIALS, 6);
    let mut texts: Vec<String> = vec![
        "a: [,,,,\n".into(),
        "a: [{a b c d e f g h i: j: k}]\n".into(),
        "a: {b: c d: e f: g h: i: j\n".into(),
        "> a: b\n-- \na: [\n".into(),
        "a: b\n\tc: [,, d\n-e:f g: h: “i\n".into(),
    ];
    // A quote that is open in each line, and lines that begin in ever other columns.
    texts.push("a: \"b\n- 'c\n".repeat(30) + "d: \"");
    let mut steps = String::new();
    for n in 0..20 {
        steps += &format!("{}a:\n", " ".repeat(2 * n));
    }
    steps += "   b: c d: [e, , f: g\n";
    texts.push(steps);
    for pieces in [
        &["[", ",", "a ", ": "][..],
        &["{", "a: ", "b ", ", "],
        &["'", "\"", " ", "a: "],
        &["- ", "-", "a:", "\n  "],
        &["\t", "a: ", "\n", "“"],
        &["]", "}", ", ", "a: [b "],
    ] {
        for from in 0..pieces.len() {
            let mut text: Vec<&str> = pieces
                .iter()
                .copied()
                .cycle()
                .skip(from)
                .take(200)
                .collect();
            text.push("\n]: {");
            texts.push(text.concat());
        }
    }
    let stops = |text: &&String| {
        let read = parse::parse(text, Budget::Orders.limits());
        matches!(read, Err(Failure::Scan(..)))
    };
    let tried: Vec<usize> = texts
        .iter()
        .filter(stops)
        .map(|text| trials(text))
        .collect();
    assert!(tried.len() > 15, "{} texts stop the parser", tried.len());
    assert!(tried.iter().all(|tried| *tried <= TRIALS), "{tried:?}");
    assert!(tried.contains(&TRIALS), "{tried:?}");
}

/// As long as a player's file may be, and full of what could be a slip.
#[test]
fn a_long_file_of_slips_is_refused_in_no_time() {
    let most = Budget::Orders.bytes() - 100;
    for piece in [
        ",", " ", "' ", "\" ", "[a ", "a: ", "- ", "\ta\n", "'\n", "{a b, ",
    ] {
        let text = format!("a: [{}\n\"", piece.repeat(most / piece.len()));
        assert!(Document::read("o.yaml", text.as_bytes(), Budget::Orders).is_err());
    }
}
