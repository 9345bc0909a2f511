//! The order file, entry by entry: its lists are put into another order, its lines are changed, and rules are added that no
//! decision asks for.

use super::{
    axe,
    handling::{opened, view_of},
    is_accessible, page, text, type_in, views, wait,
};
use crate::{
    browser::{Browser, PHONE, browser, entries},
    cli::bench::Bench,
};
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// The entries with which a file tells what file it is: its form fills them in.
const HEAD: [&str; 7] = [
    "game", "turn", "seat", "sitting", "token", "head", "revision",
];

/// Returns the entries that the schema of an order file has, by game.
fn schema(game: &str) -> BTreeSet<String> {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("schemas/orders-{game}.schema.json"));
    let schema: Value = serde_json::from_slice(&fs::read(file).expect("a schema")).expect("JSON");
    let properties = schema["properties"].as_object().expect("properties");
    properties.keys().cloned().collect()
}

/// Returns the value of an entry of a view or an order file that is written on one line.
fn said<'a>(text: &'a str, name: &str) -> &'a str {
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix(&format!("{name}: ")));
    line.expect("an entry")
}

fn orders_with(browser: &mut Browser, line: &str) {
    wait(
        browser,
        &format!(
            "document.getElementById('orders').value.split('\\n').includes({})",
            json!(line)
        ),
    );
}

/// Returns the order files of a seat in an example game.
fn examples(game: &str, seat: &str) -> Vec<PathBuf> {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let turns = entries(&games.join(game).join("orders"));
    let files = turns.iter().map(|turn| turn.join(format!("{seat}.yaml")));
    files.filter(|file| file.exists()).collect()
}

/// Each entry of the schema has its fields, but those that tell what file it is. Fields that show a value and are taken as they are
/// leave the order file as it is, for every line of the example games.
#[test]
fn every_entry_has_fields_that_say_what_it_says() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let of_file = HEAD.map(str::to_owned).into();
    let axe = axe();
    let mut changed = 0;
    for (name, view) in views(&bench) {
        opened(&mut browser, &page, &view, PHONE);
        let view = fs::read_to_string(view).expect("a view");
        browser.ask(
            "document.querySelectorAll('#entries details').forEach((one) => { one.open = true; })",
        );
        let shown = browser.ask(
            "[...document.querySelectorAll('#entries details')].map((one) => one.dataset.entry)",
        );
        let shown: BTreeSet<String> = serde_json::from_value(shown).expect("names");
        assert_eq!(shown, &schema(said(&view, "ruleset")) - &of_file, "{name}");
        wait(
            &mut browser,
            "[...document.querySelectorAll('#entries details')].every((one) => one.querySelector('select, input, button'))",
        );
        assert_eq!(
            browser.ask("document.documentElement.scrollWidth <= innerWidth"),
            true,
            "{name} is wider than the window"
        );
        is_accessible(&mut browser, &axe, &name);
        for file in examples(&name, said(&view, "seat")) {
            changed += taken_as_they_are(&mut browser, &fs::read_to_string(&file).expect("orders"));
        }
    }
    assert!(changed > 30, "{changed} lines");
}

/// Does something that makes the entries anew, and waits for that.
fn anew(browser: &mut Browser, act: impl FnOnce(&mut Browser)) {
    browser.ask("document.getElementById('entries').firstChild.dataset.old = true");
    act(browser);
    wait(
        browser,
        "document.querySelector('#entries>[data-old]') === null",
    );
}

/// Takes each line of an order file as its fields show it; returns the number of lines.
fn taken_as_they_are(browser: &mut Browser, orders: &str) -> u64 {
    anew(browser, |browser| type_in(browser, orders));
    let lines = "[...document.querySelectorAll('#entries [aria-label^=\"Change line\"]')]";
    let count = browser.ask(&format!("{lines}.length"));
    let count = count.as_u64().expect("a number");
    for n in 0..count {
        browser.ask(&format!("{lines}[{n}].click()"));
        let take = "[...document.querySelectorAll('#entries button')].find((one) => one.textContent === 'Take this line')";
        assert_eq!(
            browser.ask(&format!("{take}.disabled")),
            false,
            "line {n} of {orders}"
        );
        anew(browser, |browser| {
            browser.ask(&format!("{take}.click()"));
        });
        assert_eq!(text(browser, "orders"), orders, "line {n}");
    }
    count
}

/// The programme of The Time Whisperers is tapped card by card, and dragged into another order.
#[test]
fn a_list_is_tapped_dragged_and_shortened() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let views = views(&bench);
    let view = view_of(&views, "whispers-1");
    opened(&mut browser, &page, view, PHONE);
    let list = "document.querySelector('[data-entry=programme]')";
    browser.ask(&format!("{list}.open = true"));
    wait(
        &mut browser,
        &format!("{list}.querySelector('[aria-label=\"Add 2\"]') !== null"),
    );
    // What the form of the report says is taken out first.
    let remove = format!("{list}.querySelector('[aria-label^=\"Remove line 1\"]')");
    while browser.ask(&format!("{remove} !== null")) == true {
        anew(&mut browser, |browser| {
            browser.ask(&format!("{remove}.click()"));
        });
    }
    for (card, line) in [
        ("2", "programme: [2]"),
        ("inversion", "programme: [2, inversion]"),
        ("termination", "programme: [2, inversion, termination]"),
    ] {
        anew(&mut browser, |browser| {
            browser.ask(&format!(
                "{list}.querySelector('[aria-label=\"Add {card}\"]').click()"
            ));
        });
        orders_with(&mut browser, line);
    }
    anew(&mut browser, |browser| {
        browser.ask(&format!(
            "{list}.querySelector('[aria-label^=\"Line 2 sooner\"]').click()"
        ));
    });
    orders_with(&mut browser, "programme: [inversion, 2, termination]");
    // The last card is dragged to the top.
    let middle = |n: usize| {
        format!(
            "{{ const box = {list}.querySelectorAll('.handle')[{n}].getBoundingClientRect(); \
             [box.x + box.width / 2, box.y + box.height / 2] }}"
        )
    };
    browser.ask(&format!("{list}.scrollIntoView()"));
    let (from, to) = (browser.ask(&middle(2)), browser.ask(&middle(0)));
    let at = |point: &Value| [0, 1].map(|n| point[n].as_f64().expect("a number"));
    anew(&mut browser, |browser| browser.drag(at(&from), at(&to)));
    orders_with(&mut browser, "programme: [termination, inversion, 2]");
    anew(&mut browser, |browser| {
        browser.ask("document.getElementById('undo').click()");
    });
    orders_with(&mut browser, "programme: [inversion, 2, termination]");
    assert_eq!(browser.ask(&format!("{list}.open")), true);
}

/// What order files of all games can say is chosen in fields, too: which offers to wait for, what to do with an illegal order,
/// that there are no orders, and answers in advance.
#[test]
fn the_entries_of_all_games_have_fields() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let views = views(&bench);
    let view = view_of(&views, "whispers-1");
    opened(&mut browser, &page, view, PHONE);
    browser.ask(
        "document.querySelectorAll('#entries details').forEach((one) => { one.open = true; })",
    );
    let entry = |name: &str| format!("document.querySelector('[data-entry={name}]')");
    wait(
        &mut browser,
        &format!(
            "{}.querySelector('[aria-label=\"Add zodiac\"]') !== null",
            entry("wake")
        ),
    );
    // The form of the report may name offers, too.
    for (offer, end) in [("tyrant", "tyrant]"), ("zodiac", "tyrant, zodiac]")] {
        anew(&mut browser, |browser| {
            browser.ask(&format!(
                "{}.querySelector('[aria-label=\"Add {offer}\"]').click()",
                entry("wake")
            ));
        });
        let line = "document.getElementById('orders').value.split('\\n').find((line) => line.startsWith('wake: ['))";
        wait(&mut browser, &format!("{line}?.endsWith('{end}') === true"));
    }
    // Only an offer is passed over.
    assert_eq!(
        browser.ask(&format!(
            "{}.querySelector('[aria-label=\"Add card\"]')",
            entry("wake")
        )),
        Value::Null
    );
    for (name, value) in [("if-illegal", "skip"), ("no-orders", "true")] {
        let scope = entry(name);
        anew(&mut browser, |browser| {
            browser.ask(&format!(
                "{{ const list = {scope}.querySelector('select'); \
                   list.value = [...list.options].find((one) => one.textContent.split(':')[0] === '{value}').value; \
                   list.dispatchEvent(new Event('change', {{bubbles: true}})); \
                   [...{scope}.querySelectorAll('button')].find((one) => one.textContent === 'Take this').click(); }}"
            ));
        });
        orders_with(&mut browser, &format!("{name}: {value}"));
    }
    // `when` and `prefer` get one row each, with a name and a value, and with an answer.
    let list = entry("standing");
    let type_into = |browser: &mut Browser, n: usize, words: &str| {
        browser.ask(&format!(
            "{{ const field = {list}.querySelectorAll('input')[{n}]; field.value = '{words}'; \
               field.dispatchEvent(new Event('input', {{bubbles: true}})); }}"
        ));
    };
    for part in ["when", "prefer"] {
        browser.ask(&format!(
            "[...{list}.querySelectorAll('[data-part={part}] button')].find((one) => one.textContent === 'One more').click()"
        ));
    }
    for (n, words) in ["ask", "tyrant", "use"].into_iter().enumerate() {
        type_into(&mut browser, n, words);
    }
    anew(&mut browser, |browser| {
        browser.ask(&format!(
            "[...{list}.querySelectorAll('button')].find((one) => one.textContent === 'Add this line').click()"
        ));
    });
    orders_with(&mut browser, "  - {when: {ask: tyrant}, prefer: [use]}");
    let orders = text(&mut browser, "orders");
    bench.write("orders.yaml", &orders);
    let view = view.to_str().expect("UTF-8");
    let told = bench.run(&["check", "orders.yaml", "--view", view]);
    assert!(!told.all().contains("error["), "{}\n{orders}", told.all());
}

/// Each field of several has its number in sight, which stays right when one is left out.
#[test]
fn fields_of_several_are_numbered() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let views = views(&bench);
    let view = view_of(&views, "whispers-1");
    opened(&mut browser, &page, view, PHONE);
    let list = "document.querySelector('[data-entry=programme]')";
    browser.ask(&format!("{list}.open = true"));
    let fields = format!("[...{list}.querySelectorAll('.several>div>.row')]");
    wait(&mut browser, &format!("{fields}.length > 1"));
    let seen = browser.ask(&format!(
        "{fields}.map((row) => {{ const name = row.querySelector('.name'); const control = row.querySelector('select, input'); \
             return [name.textContent, name.checkVisibility(), control.getAttribute('aria-label')]; }})"
    ));
    assert_eq!(
        seen,
        json!([
            ["Number 1", true, "Number 1"],
            ["Number 2", true, "Number 2"]
        ])
    );
    let list = "document.querySelector('[data-entry=standing]')";
    browser.ask(&format!("{list}.open = true"));
    let more = format!(
        "[...{list}.querySelectorAll('[data-part=prefer] button')].find((one) => one.textContent === 'One more')"
    );
    wait(&mut browser, &format!("{more} !== undefined"));
    browser.ask(&format!("{more}.click(); {more}.click(); {more}.click()"));
    browser.ask(&format!(
        "{list}.querySelector('[data-part=prefer] .row .row [aria-label^=\"Leave out\"], [data-part=prefer] .several .row button').click()"
    ));
    let numbers = browser.ask(&format!(
        "[...{list}.querySelectorAll('[data-part=prefer] .several .row')].map((row) => \
             [row.querySelector('.name').textContent, row.querySelector('select, input').getAttribute('aria-label')])"
    ));
    assert_eq!(
        numbers,
        json!([["Number 1", "Number 1"], ["Number 2", "Number 2"]])
    );
}

/// A rule for an interrupt of Time Control is put together from its parts; a name that it asks for is tapped in the picture.
#[test]
fn a_rule_is_put_together_and_its_names_are_tapped_in_the_picture() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let views = views(&bench);
    let view = view_of(&views, "control-1");
    opened(&mut browser, &page, view, PHONE);
    let view = fs::read_to_string(view).expect("a view");
    let seat = said(&view, "seat");
    let list = "document.querySelector('[data-entry=interrupts]')";
    browser.ask(&format!("{list}.open = true"));
    wait(
        &mut browser,
        &format!("{list}.querySelector('select') !== null"),
    );
    let add = format!(
        "[...{list}.querySelectorAll('button')].find((one) => one.textContent === 'Add this line')"
    );
    assert_eq!(
        browser.ask(&format!("{add}.disabled")),
        true,
        "a rule without its parts"
    );
    // Chooses the option that begins with a text in the first list that offers it.
    let choose = |browser: &mut Browser, part: &str, begins: &str| {
        let script = format!(
            "{{ const scope = {part}; \
             const lists = [...scope.querySelectorAll('select')]; \
             const begins = (option) => option.textContent.startsWith('{begins}'); \
             const chosen = lists.find((one) => !one.hidden && [...one.options].some(begins)); \
             chosen.value = [...chosen.options].find(begins).value; \
             chosen.dispatchEvent(new Event('change', {{bubbles: true}})); }}"
        );
        browser.ask(&script);
    };
    let part = |name: &str| format!("{list}.querySelector('[data-part={name}]')");
    choose(&mut browser, &part("then"), "an Agent and its action");
    choose(&mut browser, &part("then"), "agent");
    choose(&mut browser, &part("then"), "move");
    choose(&mut browser, &part("move"), "pre-history");
    choose(&mut browser, list, "if");
    choose(&mut browser, &part("if"), "does");
    choose(&mut browser, &part("does"), "attack");
    assert_eq!(
        browser.ask(&format!("{add}.disabled")),
        true,
        "no Agent is named"
    );
    assert_eq!(
        browser.ask("document.documentElement.scrollWidth <= innerWidth"),
        true,
        "the fields are wider than the window"
    );
    is_accessible(&mut browser, &axe(), "a rule");
    // A tap in the picture fills the field that was entered last.
    let agent = format!("{}.querySelector('input')", part("agent"));
    browser.ask(&format!("{agent}.focus()"));
    let own = format!("document.querySelector('#picture [data-place^={seat}-]')");
    let name = browser.ask(&format!("{own}.dataset.place"));
    browser.ask(&format!(
        "{own}.dispatchEvent(new MouseEvent('click', {{bubbles: true}}))"
    ));
    assert_eq!(browser.ask(&format!("{agent}.value")), name);
    assert_eq!(browser.ask("document.getElementById('here').hidden"), true);
    // The field is not empty now: the next tap shows the place.
    let tile = "document.querySelector('#picture [data-place$=today]')";
    browser.ask(&format!(
        "{tile}.dispatchEvent(new MouseEvent('click', {{bubbles: true}}))"
    ));
    assert_eq!(browser.ask(&format!("{agent}.value")), name);
    assert_eq!(browser.ask("document.getElementById('here').hidden"), false);
    browser.ask("document.getElementById('here-close').click()");
    browser.ask(&format!("{add}.click()"));
    let name = name.as_str().expect("a name");
    orders_with(
        &mut browser,
        &format!("  - {{if: {{does: attack}}, then: {{agent: {name}, move: pre-history}}}}"),
    );
    wait(
        &mut browser,
        &format!("{list}.querySelector('.words')?.textContent.includes('{name}')"),
    );
    assert!(
        text(&mut browser, "problems").contains("interrupts"),
        "what would set it off"
    );
}
