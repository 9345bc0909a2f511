use super::{Played, reading, render};
use crate::report::{Format, Page, ReportError, Words, embedded};
use std::{collections::BTreeMap, path::Path};

fn with(played: &Played, name: &str, text: &str) -> Result<Words, ReportError> {
    let overlay = BTreeMap::from([(name.to_owned(), text.to_owned())]);
    Words::new(&*played.rules, &played.library, &overlay)
}

/// Returns Zytal's report in a game with a template of its own.
pub(super) fn text_of(name: &str, text: &str) -> Result<String, ReportError> {
    let played = Played::new();
    let words = with(&played, name, text)?;
    render(&words, &reading(&played, Some("zytal"), 1), Format::Text)
}

#[test]
fn all_templates_are_embedded() {
    fn walk(folder: &Path, root: &Path, names: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                walk(&path, root, names);
            } else {
                let name = path.strip_prefix(root).expect("below it");
                names.push(name.to_str().expect("plain names").replace('\\', "/"));
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
    let mut names = vec![];
    walk(&root, &root, &mut names);
    names.sort();
    let mut known: Vec<&str> = embedded::TEMPLATES.iter().map(|(name, _)| *name).collect();
    known.sort_unstable();
    assert_eq!(names, known);
}

#[test]
fn every_ruleset_has_its_templates() {
    for known in crate::rulesets::ALL {
        for part in [
            "asks.j2",
            "facts.j2",
            "form.yaml.j2",
            "view.html.j2",
            "view.txt.j2",
        ] {
            let name = format!("{}/{part}", known.id);
            assert!(embedded::find(&name).is_some(), "{name}");
        }
    }
}

#[test]
fn a_game_changes_one_section_and_keeps_the_rest() {
    let text = text_of(
        "report.txt.j2",
        "{% extends 'builtin/report.txt.j2' %}{% block foot %}{{ super() }}Good luck, {{ reader.name }}!{% endblock %}",
    )
    .expect("a report");
    assert!(
        text.contains("THE CONE OF TIME") && text.contains("Head of the log"),
        "{text}"
    );
    assert!(text.ends_with("Good luck, Zytal!\n"), "{text}");
}

#[test]
fn a_game_changes_one_part_everywhere() {
    let text = text_of("time-agent/map.txt.j2", "NO MAP HERE\n").expect("a report");
    assert!(text.contains("NO MAP HERE"), "{text}");
}

#[test]
fn an_endless_template_is_stopped() {
    let text = "{% for a in range(99999) %}{% for b in range(99999) %}x{% endfor %}{% endfor %}";
    let error = text_of("time-agent/view.txt.j2", text).expect_err("no end");
    assert_eq!(
        error.to_string(),
        "template time-agent/view.txt.j2, line 1: it takes too many steps and was stopped"
    );
    let error = text_of("report.txt.j2", "{% include 'report.txt.j2' %}").expect_err("no end");
    assert!(
        error.to_string().starts_with("template report.txt.j2"),
        "{error}"
    );
}

/// A template that makes a text longer with each step is stopped early, before it takes much memory.
#[test]
fn a_template_that_makes_too_much_is_stopped() {
    let doubled = "{% set n = namespace(x='abcdefgh') %}{% for i in range(60) %}{% set n.x = n.x ~ n.x %}{% endfor %}";
    let by_lines = format!("{{% set x = 'abc' %}}{}", "{% set x = x ~ x %}".repeat(60));
    let filled = "{% set n = namespace(x='') %}{% for i in range(60) %}{% set x %}{{ n.x }}{{ n.x }}ab{% endset %}\
                  {% set n.x = x %}{% endfor %}";
    for text in [
        doubled,
        &by_lines,
        filled,
        "{{ 'abcdefgh' * 9999999 }}",
        "{% set x = 'abcdefgh' * 9999999 %}",
        "{% for a in range(9999) %}{% for b in range(99) %}{{ 'x' * 10000 }}{% endfor %}{% endfor %}",
        "{% set x %}{% for a in range(99999) %}{{ 'x' * 10000 }}{% endfor %}{% endset %}",
        &format!(
            "{{% set x %}}{{% for a in range(99999) %}}{}{{% endfor %}}{{% endset %}}",
            "long text ".repeat(1000)
        ),
        "{% set x = 'a' * 99999 %}{{ x|replace('a', x) }}",
        "{{ range(99999)|join('a' * 99999) }}",
        "{{ ('\\n' * 99999)|indent(99999, true) }}",
        "{{ [1]|batch(9999999999, 'x') }}",
        "{{ ([1] * 99999999)|list|length }}",
        "{{ 'x'|cell(9999999999) * 10000 }}",
        "{% macro m(x, n) %}{% if n %}{{ m(x ~ x ~ x ~ x ~ x ~ x ~ x ~ x, n - 1) }}{% endif %}{% endmacro %}{{ m('a' * 9999, 5) }}",
        "{% set n = namespace(x=[1]) %}{% for i in range(60) %}{% set n.x = [n.x, n.x] %}{% endfor %}{{ n.x }}",
        "{% set n = namespace(x=[1]) %}{% for i in range(60) %}{% set n.x = n.x + n.x %}{% endfor %}{{ n.x }}",
    ] {
        let error = text_of("time-agent/view.txt.j2", text).expect_err(text);
        let error = error.to_string();
        assert!(
            error.ends_with(": it makes more text than a report may have (16 MiB)"),
            "{error}: {text}"
        );
    }
}

#[test]
fn the_error_of_a_missing_variable_has_its_place_and_no_value() {
    let text = "{% set secret = view.sides.zytal %}\n{{ secret.nothing.there }}";
    let error = text_of("time-agent/view.txt.j2", text).expect_err("no variable");
    assert_eq!(
        error.to_string(),
        "template time-agent/view.txt.j2, line 2: undefined variable"
    );
    let whole = format!("{error} {error:?}");
    assert!(
        !whole.contains("credits") && !whole.contains("Zytal"),
        "{whole}"
    );
    let error = text_of("time-agent/view.txt.j2", "{{ game.title + 1 }}").expect_err("no sum");
    assert!(!format!("{error} {error:?}").contains("gem"), "{error:?}");
}

#[test]
fn rejects_bad_templates_and_names_when_a_game_is_opened() {
    let played = Played::new();
    let error = with(&played, "report.txt.j2", "fine\n{% if %}").expect_err("no template");
    assert!(
        error
            .to_string()
            .starts_with("template report.txt.j2, line 2"),
        "{error}"
    );
    for name in [
        "../report.txt.j2",
        "/report.txt.j2",
        "a\\b.j2",
        "a//b.j2",
        "builtin/report.txt.j2",
        "c:x",
    ] {
        assert_eq!(
            with(&played, name, "").expect_err("a bad name"),
            ReportError::BadName(name.to_owned())
        );
    }
}

#[test]
fn rejects_a_report_with_the_separator_in_it() {
    let error = text_of("time-agent/map.txt.j2", "here \u{1d} there").expect_err("a mark");
    assert_eq!(
        error.to_string(),
        "template papers.j2: a report contains U+001D, which marks the end of a report"
    );
}

#[test]
fn names_cannot_lead_out_of_the_folder() {
    for name in ["../secret/master", "/etc/hostname", "builtin/../x", "a\\b"] {
        let text = format!("{{% include {name:?} %}}");
        assert!(text_of("time-agent/view.txt.j2", &text).is_err(), "{name}");
    }
}

#[test]
fn markup_in_names_stays_text() {
    let played = Played::new();
    let mut library = played.library.clone();
    let races = library
        .files()
        .find(|(name, _)| *name == "races.yaml")
        .map(|(_, text)| text.replace("name: Zytal", "name: \"<i>Zytal\""))
        .expect("a file");
    library.overlay("races.yaml", races).expect("a known file");
    let rules = (crate::rulesets::find("time-agent").expect("a ruleset").load)(&library);
    let rules = rules.expect("it fits");
    let words = Words::builtin(&*rules, &library).expect("words");
    let mut reading = reading(&played, Some("zytal"), 1);
    let evil = "<script>alert('x')</script>";
    reading.game.title = evil.into();
    reading.reader.player = Some(evil.into());
    reading.players.insert("roo".into(), evil.into());
    reading.next.how = vec![evil.into()];
    reading.verify.commands = vec![evil.into()];
    reading.view = rules
        .view(
            &played.first.state,
            &crate::engine::Viewer::Seat(super::table::seat("zytal")),
        )
        .expect("a view")
        .into();
    let html = render(&words, &reading, Format::Html).expect("a report");
    assert!(!html.contains("<script"), "a script got through");
    assert!(html.contains("&lt;script&gt;"));
    assert!(
        !html.contains("<i>Zytal") && !html.contains("&amp;lt;"),
        "escaped once"
    );
    let text = render(&words, &reading, Format::Text).expect("a report");
    assert!(text.contains("<script>"), "plain text shows it as it is");
}

/// `docs/templates.md`, the documentation for authors of templates.
const DOCS: &str = include_str!("../../../docs/templates.md");

#[test]
fn the_examples_in_the_docs_work() {
    let played = Played::new();
    let reading = reading(&played, Some("zytal"), 1);
    let usual = render(&played.words(), &reading, Format::Text).expect("a report");
    let mut examples = 0;
    for part in DOCS.split("\n`templates/").skip(1) {
        let (name, rest) = part.split_once("`:\n\n```jinja\n").expect("an example");
        let (text, _) = rest.split_once("```").expect("its end");
        let words = with(&played, name, text).expect("a template");
        let own = render(&words, &reading, Format::Text).expect("a report");
        assert_ne!(own, usual, "{name} changes nothing");
        examples += 1;
    }
    assert_eq!(examples, 2);
}

#[test]
fn the_docs_name_every_variable_and_block() {
    let played = Played::new();
    let reading = reading(&played, Some("zytal"), 1);
    let words = played.words();
    let page = Page::new(&words, &reading);
    let context = page.story().expect("words");
    let blocks = embedded::find("report.txt.j2").expect("the report");
    let blocks = blocks.split("{% block ").skip(1);
    let blocks = blocks.filter_map(|rest| rest.split(' ').next());
    let known = context.keys().map(String::as_str).chain(blocks);
    for name in known.chain(["printed", "asks", "width", "mark"]) {
        assert!(DOCS.contains(&format!("`{name}`")), "{name}");
    }
}
