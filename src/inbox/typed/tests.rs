use super::*;
use crate::{mail::Incoming, rulesets};
use serde_json::json;

const FORM: &str = "turn-order: {prefer: [6, 5]}\nmoves: []\nactions: []\n# End of your orders\n";

fn sections() -> Sections {
    let known = rulesets::find("time-agent").expect("a game of the list");
    let rules = (known.load)(&(known.library)()).expect("the built-in content");
    Sections::of(&*rules)
}

/// Searches a plain mail; its quoted form has the token `k3v9k3v9k3v9k3v9`.
fn of(text: &str) -> Search {
    let mail = Incoming::read(
        format!("Subject: x\nContent-Type: text/plain; charset=utf-8\n\n{text}").as_bytes(),
    );
    search(&mail.lines(), &sections(), |token| {
        (token == "k3v9k3v9k3v9k3v9")
            .then(|| json!({"turn-order": {"prefer": [6, 5]}, "moves": [], "actions": []}))
    })
}

fn quoted(form: &str) -> String {
    let lines =
        format!("Zytal: orders are due.\n\ntoken: k3v9k3v9k3v9k3v9\n{form}\nWHAT HAPPENED\n");
    "> ".to_owned() + &lines.trim_end().replace('\n', "\n> ") + "\n"
}

#[track_caller]
fn found(text: &str) -> Typed {
    match of(text) {
        Search::Found(typed) => *typed,
        other => panic!("{other:?} in\n{text}"),
    }
}

#[test]
fn lines_above_the_quotation_are_the_orders() {
    let typed = found(&format!(
        "Hello,\n\nMoves:\n\u{2013} unit: squad-1, to: 4B-2\n\nCheers,\nMarta\n\n{}",
        quoted(FORM)
    ));
    assert_eq!(typed.text, "moves:\n- {unit: squad-1, to: 4b-2}\n");
    assert_eq!(typed.left, ["Hello,", "Cheers,", "Marta"]);
    assert_eq!(typed.quoted_tokens, ["k3v9k3v9k3v9k3v9"]);
    assert_eq!(typed.notes.len(), 3, "{:?}", typed.notes);
}

/// A form that is pasted whole begins with comments.
#[test]
fn comments_above_the_orders_stay_with_them() {
    let typed = found("Hello,\n\n# Zytal: orders\n# valid as it is\n\nmoves: []\n\nMarta\n");
    assert_eq!(
        typed.text,
        "# Zytal: orders\n# valid as it is\n\nmoves: []\n"
    );
    assert_eq!(typed.left, ["Hello,", "Marta"]);
    let typed = found("# a heading\nHello,\nmoves: []\n");
    assert_eq!(typed.text, "moves: []\n");
    assert_eq!(typed.left, ["# a heading", "Hello,"]);
}

#[test]
fn a_quoted_form_counts_if_it_was_changed() {
    let typed = found(&quoted(
        &FORM.replace("moves: []", "moves:\n  - {unit: squad-1, to: 4b-2}"),
    ));
    assert!(
        typed.text.starts_with(
            "token: k3v9k3v9k3v9k3v9\nturn-order: {prefer: [6, 5]}\nmoves:\n  - {unit"
        ),
        "{}",
        typed.text
    );
    assert_eq!(typed.part, "the form that the mail quotes");
    // Wrapped lines and the marks of another program change nothing.
    for unchanged in [
        quoted(FORM),
        quoted(FORM).replace("> ", ">"),
        quoted(&FORM.replace("[6, 5]", "[6,\n5]")),
        format!(
            "On Tue, 24 Nov 2026, GM <gm@example.org> wrote:\n\n{}",
            quoted(FORM)
        ),
    ] {
        assert_eq!(
            of(&unchanged),
            Search::Nothing { quotes_form: true },
            "{unchanged}"
        );
    }
}

#[test]
fn orders_of_an_older_mail_are_never_taken() {
    for older in [
        // Quoted twice.
        quoted(&FORM.replace("moves: []", "moves: [{unit: squad-1, to: 4b-2}]"))
            .replace("> ", ">> "),
        // Quoted without the form's token.
        "> moves: [{unit: squad-1, to: 4b-2}]\n".to_owned(),
        // Quoted with a token that no form has.
        quoted(&FORM.replace("moves: []", "moves: [{unit: squad-1, to: 4b-2}]"))
            .replace("k3v9", "2222"),
    ] {
        assert!(matches!(of(&older), Search::Nothing { .. }), "{older}");
    }
}

#[test]
fn nothing_that_is_unclear_is_taken() {
    let changed = quoted(&FORM.replace("actions: []", "actions: [hold]"));
    for unclear in [
        format!("moves: []\n\n{changed}"),
        "mvoes: [{unit: squad-1, to: 4b-2}]\n".to_owned(),
        "moves: []\n\nCheers\n\nactions: [hold]\n".to_owned(),
        "Hello\n- {unit: squad-1, to: 4b-2}\n".to_owned(),
        "moves: squad-1 to 4b-2\n".to_owned(),
        "moves: []\nThanks!\n- reverse: {tile: 4b-7}\n".to_owned(),
    ] {
        assert!(
            matches!(of(&unclear), Search::Unclear { .. }),
            "{unclear}\n{:?}",
            of(&unclear)
        );
    }
}

#[test]
fn a_text_for_a_person_holds_no_orders() {
    for text in [
        "Moves: what does it cost to go back?\n",
        "PS: see you on Friday\n",
        "What a turn! I will be late with my orders.\n\n- Marta\n",
        "",
    ] {
        assert_eq!(of(text), Search::Nothing { quotes_form: false }, "{text}");
    }
    let typed = found("actions: [hold]\n\n\u{2014} Marta\n");
    assert_eq!(typed.left, ["\u{2014} Marta"]);
}
