//! The forms at a stop of a case: as they are delivered they are accepted, and they say what the order file in force says.

use super::Position;
use chronojudge::{
    engine::{OnFile, Outcome, SeatId, Stop, Viewer, Weight},
    report::{self, Ended, Page, Reader, Reading, Words},
    rulesets::{self, Known},
    yaml::{Budget, Document},
};
use serde_json::{Value, json};
use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
};

thread_local! {
    /// The templates of each game.
    static WORDS: RefCell<BTreeMap<String, Rc<Words>>> = const { RefCell::new(BTreeMap::new()) };
}

fn words(position: &Position, known: &Known) -> Rc<Words> {
    WORDS.with_borrow_mut(|all| {
        let words = all.entry(known.id.to_owned()).or_insert_with(|| {
            let words = Words::builtin(&*position.rules, &(known.library)());
            Rc::new(words.expect("templates"))
        });
        words.clone()
    })
}

/// Returns the `if-illegal`, `wake` and `standing` of a file in force.
fn envelope(on_file: &OnFile) -> Value {
    json!({
        "if-illegal": on_file.if_illegal,
        "wake": on_file.wake,
        "standing": on_file.standing,
    })
}

/// Checks the forms of the seats that a turn waits for: of the file in force, and of a player who has sent none.
pub fn check(
    ruleset: &str,
    position: &Position,
    out: &Outcome,
    on_file: &BTreeMap<SeatId, OnFile>,
) {
    let Err(Stop::Waiting(prompts)) = &out.flow else {
        return;
    };
    let known = rulesets::find(ruleset).expect("a ruleset");
    let words = words(position, &known);
    let asked: BTreeSet<&SeatId> = prompts.iter().map(|prompt| &prompt.seat).collect();
    for seat in asked {
        let viewer = Viewer::Seat(seat.clone());
        let view = position.rules.view(&out.state, &viewer).expect("a view");
        let game = report::Game {
            id: "case".into(),
            title: "A Case".into(),
            ruleset: ruleset.into(),
            edition: "1".into(),
        };
        let reader = Reader::seat(seat.as_str(), None);
        let mut reading = Reading::new(game, reader, 1, 1, view.clone());
        reading.ended = Ended::Waiting;
        let own = prompts.iter().filter(|prompt| prompt.seat == *seat);
        reading.prompts = own.cloned().collect();
        accepted(&known, position, &words, &reading);
        let on_file = &on_file[seat];
        reading.orders = report::orders(seat, &on_file.files, out);
        reading.sent = on_file.files.last().map(|file| file.body.clone());
        reading.envelope = Some(envelope(on_file));
        let (form, written) = accepted(&known, position, &words, &reading);
        for (key, was) in envelope(on_file).as_object().expect("a map") {
            let is = &written[key];
            let is_same = was == is || (*was == json!([]) && is.is_null());
            assert!(
                is_same,
                "the form of {seat} changes `{key}` from {was} to {is}\n{form}"
            );
        }
        keeps(&reading, &written, &form);
    }
}

/// Returns the form of a reading, as text and as data. It is accepted, but for sections that are illegal on file.
fn accepted(
    known: &Known,
    position: &Position,
    words: &Words,
    reading: &Reading,
) -> (String, Value) {
    let form = Page::new(words, reading).form("orders.schema.json");
    let form = form.expect("a form");
    let document = Document::read("form", form.as_bytes(), Budget::Orders)
        .unwrap_or_else(|problems| panic!("{problems:?}\n{form}"));
    let body =
        (known.read_orders)(&document).unwrap_or_else(|problems| panic!("{problems:?}\n{form}"));
    let seat = reading.reader.seat.as_deref().expect("a seat");
    let seat = SeatId::new(seat).expect("a seat");
    let found = position
        .rules
        .check(&reading.view, &seat, &body, &BTreeSet::new())
        .expect("a body and a view");
    let is_on_file = |path: &str| {
        let section = path.split('/').next().unwrap_or_default();
        let sent = reading.sent.as_ref();
        sent.is_some_and(|sent| sent.get(section).is_some())
    };
    let errors: Vec<_> = found
        .iter()
        .filter(|diagnostic| diagnostic.weight == Weight::Error && !is_on_file(&diagnostic.path))
        .collect();
    assert!(errors.is_empty(), "the form of {seat}: {errors:?}\n{form}");
    (form, document.to_json())
}

/// Checks that the form changes no section with one value, unless its question is open.
fn keeps(reading: &Reading, written: &Value, form: &str) {
    let sent = reading.sent.as_ref().and_then(Value::as_object);
    for (section, was) in sent.into_iter().flatten() {
        let is_asked = reading.prompts.iter().any(|prompt| prompt.ask == *section);
        let is_one_value = !was.is_array() && !was.is_object() && !was.is_null();
        if let Some(is) = written.get(section)
            && is_one_value
            && !is_asked
        {
            assert_eq!(was, is, "the form changes `{section}`\n{form}");
        }
    }
}
