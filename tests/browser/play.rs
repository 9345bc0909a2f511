//! The play page: each game from its view to an order file that the adjudicator's own check accepts.
//!
//! `CHRONOJUDGE_PLAY` names the page that `packaging/play.sh` has built, for all games. Without it these tests say so and check nothing.

mod closed;
mod entries;
mod handling;
mod loading;
mod offline;
mod pieces;
mod reach;
mod replay;
mod states;
mod telling;

use super::{Browser, DESK, PHONE, browser, copy, entries, server::serve};
use crate::cli::{
    bench::{Bench, GAME, said},
    leaks::{GAMES, Table, keys_in},
    letters,
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use chronojudge::engine::RandomBot;
use percent_encoding::percent_decode_str;
use serde_json::{Value, json};
use std::{
    env,
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    process::Command,
    thread::sleep,
    time::{Duration, Instant},
};

/// The time that a page may take for one step, on a machine that does other work too.
const LONGEST: Duration = Duration::from_mins(1);

fn page() -> Option<PathBuf> {
    let page = env::var_os("CHRONOJUDGE_PLAY").map(PathBuf::from);
    if page.is_none() {
        eprintln!("skipped: CHRONOJUDGE_PLAY names no play page");
    }
    page
}

/// Waits until a script is true.
fn wait(browser: &mut Browser, script: &str) {
    let start = Instant::now();
    while browser.ask(script) != true {
        let shown = "document.getElementById('status').textContent";
        assert!(
            start.elapsed() < LONGEST,
            "{script}: {}",
            browser.ask(shown)
        );
        sleep(Duration::from_millis(50));
    }
}

fn text(browser: &mut Browser, id: &str) -> String {
    let script = format!(
        "document.getElementById('{id}').{}",
        if id == "orders" {
            "value"
        } else {
            "textContent"
        }
    );
    browser.ask(&script).as_str().expect("a text").to_owned()
}

fn open(browser: &mut Browser, page: &Path, width: u32) {
    browser.size(width, 900);
    browser.open(page, false);
    wait(browser, "document.body.dataset.ready === 'true'");
}

/// Gives a file to a field of the page, as if it were picked.
fn pick_for(browser: &mut Browser, field: &str, bytes: &[u8]) {
    let bytes = STANDARD.encode(bytes);
    let script = format!(
        "{{ const picked = new DataTransfer(); \
         const bytes = Uint8Array.from(atob('{bytes}'), (letter) => letter.charCodeAt(0)); \
         picked.items.add(new File([bytes], 'picked')); \
         const field = document.getElementById('{field}'); field.files = picked.files; \
         field.dispatchEvent(new Event('change')); }}",
    );
    browser.ask(&script);
}

fn pick(browser: &mut Browser, text: &str) {
    pick_for(browser, "files", text.as_bytes());
}

/// Returns the newest view of each running example game.
fn views(bench: &Bench) -> Vec<(String, PathBuf)> {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let running = entries(&games)
        .into_iter()
        .filter(|game| game.join("game.yaml").exists());
    running
        .map(|game| {
            let name = game
                .file_name()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            let own = bench.dir().join(&name);
            copy(&game, &own);
            bench.ok(&["adjudicate", &name, "--overdue", "--now", "a look at it"]);
            let turns = entries(&own.join("reports"));
            let mut files = turns
                .iter()
                .flat_map(|turn| entries(turn))
                .flat_map(|one| entries(&one));
            let is_view = |file: &PathBuf| file.to_string_lossy().ends_with(".view.yaml");
            (name, files.rfind(is_view).expect("a view"))
        })
        .collect()
}

/// What the page does with orders is what the command line does: the file that is made by tapping is accepted or
/// refused with the same codes.
#[test]
fn each_game_is_played_by_tapping() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let views = views(&bench);
    assert!(views.len() >= 5, "{views:?}");
    let axe = axe();
    let (mut places, mut ways, mut cards, mut brought) = (0, 0, 0, 0);
    for (n, (name, view)) in views.iter().enumerate() {
        let before = handling::opened(&mut browser, &page, view, handling::width(n));
        assert_eq!(
            browser.ask("document.querySelectorAll('svg').length > 0"),
            true,
            "{name}"
        );
        assert_eq!(
            browser.ask("document.documentElement.scrollWidth <= innerWidth"),
            true,
            "{name} is wider than the window"
        );
        places += each_place_answers(&mut browser, name);
        ways += an_answer_marks_what_it_names(&mut browser, name);
        cards += browser
            .ask("document.querySelectorAll('#play span.lit[role=button]').length")
            .as_u64()
            .expect("a number");
        brought += answers_are_weighed(&mut browser, &bench, view);
        tap(&mut browser, &before);
        same_as_the_command_line(&mut browser, &bench, view);
        for dark in [false, true] {
            browser.scheme(dark);
            is_accessible(&mut browser, &axe, &format!("{name}, dark: {dark}"));
        }
        browser.scheme(false);
        writes_a_mail(&mut browser, name);
        browser.ask("document.getElementById('undo').click()");
        wait(
            &mut browser,
            &format!(
                "document.getElementById('orders').value === {}",
                json!(before)
            ),
        );
        type_in(&mut browser, &format!("{before}\nnonsense: [1, 2\n"));
        wait(
            &mut browser,
            "document.querySelectorAll('#problems li').length > 0",
        );
        same_as_the_command_line(&mut browser, &bench, view);
    }
    // Cards of The LOOP and The Time Whisperers are places, too.
    assert!(
        places > 20 && ways > 5 && cards > 5 && brought > 20,
        "{places} places that are not lit, {ways} answers that mark a way, {cards} cards that are lit, {brought} lines of what answers bring"
    );
}

/// Returns the path of Firefox, if it is installed.
fn firefox() -> Option<String> {
    let version = |name: &&str| Command::new(name).arg("--version").output().is_ok();
    let Some(firefox) = ["firefox-esr", "firefox"].into_iter().find(version) else {
        eprintln!("skipped: Firefox is not installed");
        return None;
    };
    let found = said(&Command::new("which").arg(firefox).output().expect("which"));
    Some(found.out.trim().to_owned())
}

/// Returns what `firefox.mjs` saw of these views and links.
fn in_firefox(firefox: &str, page: &Path, seen: &[impl AsRef<OsStr>]) -> Vec<Value> {
    let mut node = Command::new("node");
    node.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser/firefox.mjs"))
        .arg(firefox)
        .arg(page)
        .args(seen);
    let node = said(&node.output().expect("node"));
    serde_json::from_str(&node.out).unwrap_or_else(|_| panic!("{node:?}"))
}

/// Firefox plays an answer of each game, and says of the order file what the command line says.
#[test]
fn each_game_is_played_in_firefox() {
    let (Some(page), Some(firefox)) = (page(), firefox()) else {
        return;
    };
    let bench = Bench::empty();
    let views = views(&bench);
    let files: Vec<&PathBuf> = views.iter().map(|(_, view)| view).collect();
    let all = in_firefox(&firefox, &page, &files);
    assert_eq!(all.len(), views.len());
    for (played, (name, view)) in all.iter().zip(&views) {
        let (before, after) = (&played["before"], &played["after"]);
        assert_eq!(played["errors"], json!([]), "{name}");
        assert_ne!(before["orders"], after["orders"], "{name}");
        assert_ne!(before["lit"], 0, "{name}");
        for shown in [before, after] {
            assert_eq!(shown["fits"], true, "{name} is wider than the window");
            let orders = shown["orders"].as_str().expect("a file");
            let accepted = shown["verdict"]
                .as_str()
                .expect("words")
                .starts_with("Accepted");
            let told = (shown["problems"].clone(), json!(accepted));
            assert_eq!(told, by_the_command_line(&bench, orders, view), "{name}");
        }
    }
}

/// Taps each place of the picture, and each card: a lit one lists its decisions, another says why it has none. Returns the
/// number of places that are not lit.
fn each_place_answers(browser: &mut Browser, name: &str) -> u64 {
    let wrong = browser.ask(
        "[...document.querySelectorAll('#play [data-place]')].filter((place) => { \
             place.dispatchEvent(new MouseEvent('click', {bubbles: true})); \
             const [lit, list] = [place.closest('.lit'), document.getElementById('here-choices')]; \
             const says = list.textContent !== '' && !document.getElementById('here').hidden; \
             return !says || Boolean(lit) !== Boolean(list.querySelector('button')); \
         }).map((place) => place.dataset.place)",
    );
    assert_eq!(wrong, json!([]), "{name}");
    let dark = browser.ask(
        "document.getElementById('here').hidden = true; \
         [...document.querySelectorAll('#play svg [data-place]')].filter((one) => !one.closest('.lit')).length",
    );
    dark.as_u64().expect("a number")
}

/// Below each answer of a decision stands what it brings, as the command line says it. Returns the number of these lines.
fn answers_are_weighed(browser: &mut Browser, bench: &Bench, view: &Path) -> usize {
    bench.write("orders.yaml", text(browser, "orders"));
    let view = view.to_str().expect("UTF-8");
    let decide = ["decide", "orders.yaml", "--view", view];
    let told = bench.json(&decide);
    let is_short = |one: &Value| {
        let of = one["choices"]["of"].as_array().expect("a list");
        one["forced"] == false && one["choices"]["kind"] == "one-of" && of.len() <= 12
    };
    let decisions = told["decisions"].as_array().expect("a list");
    let Some(n) = decisions.iter().rposition(is_short) else {
        return 0;
    };
    let weigh = format!("--weigh={}", n + 1);
    let told = bench.json(&[&decide[..], &[&weigh]].concat());
    let ask = decisions[n]["ask"].as_str().expect("a name");
    let details = format!("document.querySelector('#decisions [data-ask=\"{n} {ask}\"]')");
    // Answers are weighed when they are in sight.
    browser.ask(&format!(
        "{details}.open = true; {details}.scrollIntoView()"
    ));
    let weighed = told["weighed"].as_array().expect("a list");
    let all = format!(
        "{details}.querySelectorAll('[data-weighed=true]').length === {}",
        weighed.len()
    );
    wait(browser, &all);
    let shown = format!("[...{details}.querySelectorAll('.brings')].map((one) => one.innerText)");
    let shown = browser.ask(&shown);
    let mut lines = 0;
    for (weighed, shown) in weighed.iter().zip(shown.as_array().expect("a list")) {
        let shown = shown.as_str().expect("a text");
        let of = |name: &str| weighed[name].as_array().expect("a list").iter();
        for left in of("left") {
            assert!(
                shown.contains(left["name"].as_str().expect("a name")),
                "{weighed}: {shown}"
            );
        }
        let first = of("steps").find(|step| step["chance"]["exact"] == "1/1");
        if let Some(step) = first {
            assert!(
                shown.contains(step["what"].as_str().expect("words")),
                "{weighed}: {shown}"
            );
        }
        lines += shown.lines().count();
    }
    browser.ask(&format!("{details}.open = false"));
    lines
}

/// An answer that is looked at marks the places that it names, and the timestream of a move; nothing stays marked after it.
/// Returns the number of answers that mark the way of a move.
fn an_answer_marks_what_it_names(browser: &mut Browser, name: &str) -> usize {
    let marked = browser.ask(
        "[...document.querySelectorAll('#play .lit')].flatMap((place) => { \
             place.dispatchEvent(new MouseEvent('click', {bubbles: true})); \
             return [...document.querySelectorAll('#here-choices .one button')].map((answer) => { \
                 answer.focus(); \
                 return ['[data-place]', '[data-way]'].map((of) => document.querySelectorAll(`#play ${of}.named`).length); }); })",
    );
    browser.ask("document.getElementById('here-close').click(); document.activeElement.blur()");
    assert_eq!(
        browser.ask("document.querySelectorAll('.named').length"),
        0,
        "{name}"
    );
    let marked: Vec<[u64; 2]> = serde_json::from_value(marked).expect("two numbers each");
    assert!(
        marked.iter().all(|[places, _]| *places > 0),
        "{name}: {marked:?}"
    );
    marked.iter().filter(|[_, ways]| *ways > 0).count()
}

/// Several things are chosen in the list of decisions: a place that such a decision names leads there. In Time Agent it is
/// an own operative that may stay in the past (8.1); the pieces of other races are no places.
#[test]
fn a_place_of_a_choice_of_several_leads_to_its_decision() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let views = views(&bench);
    let gem = views.iter().find(|(name, _)| name.starts_with("gem"));
    let (_, view) = gem.expect("a game of Time Agent");
    open(&mut browser, &page, PHONE);
    pick(&mut browser, &fs::read_to_string(view).expect("a view"));
    wait(
        &mut browser,
        "document.querySelectorAll('#decisions>li').length > 0",
    );
    let seat = "document.getElementById('title').textContent.split(':')[0].toLowerCase()";
    let others = format!(
        "[...document.querySelectorAll('#play [data-piece]')].filter((one) => !one.dataset.piece.startsWith(`${{{seat}}}-`) \
         && (one.matches('.lit') || one.dataset.place)).length"
    );
    assert_eq!(browser.ask(&others), 0);
    browser.ask(
        "document.querySelector('#play [data-piece].lit').dispatchEvent(new MouseEvent('click', {bubbles: true}))",
    );
    // Open decisions come before it.
    let button = "[...document.querySelectorAll('#here-choices button')].find((one) => one.textContent === 'Show this decision')";
    assert_eq!(
        browser.ask(&format!("{button}.textContent")),
        "Show this decision"
    );
    browser.ask(&format!("{button}.click()"));
    assert_eq!(
        browser.ask(
            "document.activeElement.closest('#decisions details[open]').dataset.ask.split(' ')[1]"
        ),
        "maintain"
    );
    assert_eq!(browser.ask("document.getElementById('here').hidden"), true);
}

/// An own piece and then a tile: only what the piece can do there is listed.
#[test]
fn a_piece_and_a_tile_are_tapped_one_after_the_other() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let views = views(&bench);
    let gem = views.iter().find(|(name, _)| name.starts_with("gem"));
    let (_, view) = gem.expect("a game of Time Agent");
    open(&mut browser, &page, DESK);
    pick(&mut browser, &fs::read_to_string(view).expect("a view"));
    wait(
        &mut browser,
        "document.querySelectorAll('#play [data-piece].lit').length > 0",
    );
    let tapped = browser.ask(
        "{ const tap = (place) => { \
               place.dispatchEvent(new MouseEvent('click', {bubbles: true})); \
               return [...document.querySelectorAll('#here-choices .one button')].map((one) => one.textContent); }; \
           const pieces = [...document.querySelectorAll('#play [data-piece].lit')]; \
           const moved = pieces.map((piece) => ({piece, can: tap(piece)})).find(({can}) => can.length > 1); \
           document.getElementById('here-close').click(); \
           const piece = tap(moved.piece); \
           const to = piece[0].split(' to ').pop(); \
           const both = tap(document.querySelector(`#play [data-place='${to}']`)); \
           const title = document.getElementById('here-title').textContent; \
           document.getElementById('here-close').click(); \
           const tile = tap(document.querySelector(`#play [data-place='${to}']`)); \
           ({name: moved.piece.dataset.place.split('/')[1], to, piece, both, tile, title}) }",
    );
    let list = |name: &str| -> Vec<String> {
        serde_json::from_value(tapped[name].clone()).expect("texts")
    };
    let (name, to) = (
        tapped["name"].as_str().expect("a name"),
        tapped["to"].as_str().expect("a tile"),
    );
    let both = list("both");
    assert!(
        !both.is_empty() && both.len() < list("piece").len(),
        "{tapped}"
    );
    assert!(
        both.iter()
            .all(|one| one.contains(name) && one.ends_with(to)),
        "{tapped}"
    );
    assert!(list("tile").len() >= both.len(), "{tapped}");
    let title = tapped["title"].as_str().expect("a title");
    assert!(title.contains(name) && title.contains(to), "{title}");
}

/// A Zone or a counter that an answer names is where the piece stands that acts, and nowhere else: in Time Control on the
/// board of the Agent, in Time Pirates in the Epoch of the own pawn.
#[test]
fn an_answer_names_places_where_its_piece_stands() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let views = views(&bench);
    let opened = |game: &str, browser: &mut Browser| {
        let (_, view) = { views.iter() }
            .find(|(name, _)| name == game)
            .expect("a game");
        let mut view = view.clone();
        if game == "control-1" {
            // Orange has Agents on the boards of others.
            view.set_file_name("orange.view.yaml");
        }
        handling::opened(browser, &page, &view, DESK);
        wait(
            browser,
            "document.querySelectorAll('#play .lit').length > 0",
        );
    };
    opened("control-1", &mut browser);
    let marked = browser.ask(
        "[...document.querySelectorAll('#play [data-at].lit')].flatMap((piece) => { \
             piece.dispatchEvent(new MouseEvent('click', {bubbles: true})); \
             return [...document.querySelectorAll('#here-choices .one button')].flatMap((answer) => { \
                 answer.focus(); \
                 const zones = [...document.querySelectorAll('#play .named')].map((one) => one.dataset.place); \
                 return zones.filter((name) => name.includes('/')).map((name) => [piece.dataset.at, name]); }); })",
    );
    let marked: Vec<[String; 2]> = serde_json::from_value(marked).expect("two names each");
    let board = |name: &str| name.split('/').next().map(str::to_owned);
    assert!(
        marked.iter().all(|[at, zone]| board(at) == board(zone)),
        "{marked:?}"
    );
    let seat = text(&mut browser, "title");
    let seat = seat.split(':').next().expect("a seat").to_lowercase();
    assert!(
        marked.iter().any(|[at, _]| board(at) != Some(seat.clone())),
        "an Agent abroad: {marked:?}"
    );

    opened("pirates-1", &mut browser);
    let counters = browser.ask(
        "{ const seat = document.getElementById('title').textContent.split(':')[0].toLowerCase(); \
           const at = document.querySelector(`#play [data-place=${seat}][data-at]`).dataset.at; \
           const lit = [...document.querySelectorAll('#play [data-place*=\"/\"].lit')].map((one) => one.dataset.place); \
           ({at, lit}) }",
    );
    let lit: Vec<String> = serde_json::from_value(counters["lit"].clone()).expect("names");
    let at = counters["at"].as_str().expect("an Epoch");
    assert!(
        !lit.is_empty() && lit.iter().all(|one| one.starts_with(&format!("{at}/"))),
        "{counters}"
    );
}

/// Taps the first answer that is not taken, which changes the order file.
fn tap(browser: &mut Browser, before: &str) {
    browser.ask(
        "document.querySelectorAll('#decisions details').forEach((one) => { one.open = true; })",
    );
    wait(
        browser,
        "document.querySelectorAll('.choices button[aria-pressed=false]').length > 0",
    );
    browser.ask("document.querySelector('.choices button[aria-pressed=false]').click()");
    let changed = format!(
        "document.getElementById('orders').value !== {}",
        json!(before)
    );
    wait(browser, &changed);
    wait(
        browser,
        "document.getElementById('verdict').textContent !== ''",
    );
}

/// axe-core, which finds what keeps people out who use a screen reader or a keyboard. It comes with the tools that the
/// page is bundled with.
fn axe() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let script = root.join("packaging/play/node_modules/axe-core/axe.min.js");
    fs::read_to_string(&script).unwrap_or_else(|error| panic!("{}: {error}", script.display()))
}

/// Checks that axe-core finds nothing serious.
fn is_accessible(browser: &mut Browser, axe: &str, what: &str) {
    browser.ask(&format!(
        "{{ {axe} }} axe.run().then((done) => {{ window.found = done; }}); 0"
    ));
    wait(browser, "window.found !== undefined");
    let found = browser.ask(
        "window.found.violations.filter(({impact}) => ['serious', 'critical'].includes(impact)) \
         .map((one) => `${one.id}: ${one.nodes[0].html}`)",
    );
    assert_eq!(found, json!([]), "{what}");
    browser.ask("window.found = undefined");
}

/// The link opens a mail with the whole order file, or with all of it but the comments.
fn writes_a_mail(browser: &mut Browser, what: &str) {
    browser.ask(
        "{ const field = document.getElementById('address'); field.value = 'ada+x@example.org'; \
         field.dispatchEvent(new Event('input')); }",
    );
    let link = browser.ask("document.getElementById('mail').href");
    let link = link.as_str().expect("a link");
    assert!(
        link.starts_with("mailto:ada%2Bx@example.org?subject=Orders"),
        "{what}: {link}"
    );
    let said = browser.ask(
        "decodeURIComponent(document.getElementById('mail').href.split('&body=')[1]).replaceAll('\\r\\n', '\\n')",
    );
    let whole = text(browser, "orders");
    assert_eq!(
        without_comments(said.as_str().expect("a text")),
        without_comments(&whole),
        "{what}"
    );
    assert!(text(browser, "mail-note").contains("token"), "{what}");
}

/// Returns the lines of an order file that count.
fn without_comments(text: &str) -> Vec<&str> {
    let lines = text.lines().map(str::trim_end);
    lines
        .filter(|line| !line.is_empty() && !line.trim_start().starts_with('#'))
        .collect()
}

/// Types an order file; at once the verdict counts as that of an earlier one.
fn type_in(browser: &mut Browser, text: &str) {
    browser.ask("document.getElementById('problems').replaceChildren()");
    let busy = browser.ask(&format!(
        "{{ const field = document.getElementById('orders'); field.value = {}; \
         field.dispatchEvent(new Event('input')); document.getElementById('verdict').ariaBusy }}",
        json!(text)
    ));
    assert_eq!(busy, "true");
}

/// Returns what the adjudicator's own check says of an order file: the severity and the code of each problem, and whether
/// it is accepted.
fn by_the_command_line(bench: &Bench, orders: &str, view: &Path) -> (Value, Value) {
    bench.write("orders.yaml", orders);
    let view = view.to_str().expect("UTF-8");
    let told: Value = serde_json::from_str(
        &bench
            .run(&["check", "orders.yaml", "--view", view, "--json"])
            .out,
    )
    .expect("JSON");
    let problems = told[0]["problems"].as_array().expect("a list");
    let codes: Vec<String> = (problems.iter())
        .map(|one| {
            format!(
                "{} {} ",
                one["severity"].as_str().unwrap_or(""),
                one["code"].as_str().unwrap_or("")
            )
        })
        .collect();
    (json!(codes), told[0]["accepted"].clone())
}

fn same_as_the_command_line(browser: &mut Browser, bench: &Bench, view: &Path) {
    wait(
        browser,
        "document.getElementById('verdict').ariaBusy === 'false'",
    );
    let (codes, accepted) = by_the_command_line(bench, &text(browser, "orders"), view);
    let shown = browser
        .ask("[...document.querySelectorAll('#problems strong')].map((one) => one.textContent)");
    assert_eq!(shown, codes);
    let said = text(browser, "verdict").starts_with("Accepted");
    assert_eq!(json!(said), accepted);
}

/// A file that is no view, one that is cut short and one with markup in its names do no harm.
#[test]
fn hostile_views_do_no_harm() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let (_, view) = views(&bench).swap_remove(0);
    let whole = fs::read_to_string(view).expect("a view");
    open(&mut browser, &page, PHONE);
    for (text, says) in [
        ("hello".to_owned(), "None of these files"),
        (whole[..whole.len() / 2].to_owned(), "view"),
        (format!("view: {}", "x".repeat(10 << 20)), "view"),
    ] {
        browser.ask("document.getElementById('status').textContent = ''");
        pick(&mut browser, &text);
        let script = format!("document.getElementById('status').textContent.includes('{says}')");
        wait(&mut browser, &script);
        assert_eq!(browser.ask("document.getElementById('play').hidden"), true);
    }
    let game = whole
        .lines()
        .find(|line| line.starts_with("game:"))
        .expect("the game");
    let hostile = whole.replacen(game, "game: '<img src=x onerror=\"document.title=1\">'", 1);
    pick(&mut browser, &hostile);
    // It is opened, and the name is shown as it is written.
    let shown = "document.getElementById('game').textContent.includes('<img src=x')";
    wait(&mut browser, shown);
    wait(
        &mut browser,
        "document.querySelectorAll('#decisions>li').length > 0",
    );
    assert_eq!(browser.ask("document.querySelectorAll('img').length"), 0);
    assert_ne!(browser.ask("document.title"), "1");
}

/// The whole audit of a finished game, on the reader's own machine; an archive that is cut short is refused.
#[test]
fn a_game_is_audited_in_the_browser() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let own = bench.dir().join("afternoon");
    copy(&games.join("the-long-afternoon"), &own);
    bench.ok(&["site", "afternoon", "--out", "www"]);
    let archive = fs::read(bench.dir().join("www/public.zip")).expect("an archive");
    open(&mut browser, &page, PHONE);
    let says =
        |words: &str| format!("document.getElementById('audited').textContent.includes('{words}')");
    pick_for(&mut browser, "archive", &archive);
    wait(&mut browser, &says("files"));
    browser.ask("document.getElementById('audit').click()");
    wait(&mut browser, &says("PASSED"));
    let told = text(&mut browser, "audited");
    let wanted = bench.ok(&["audit", "afternoon/public", "--as-it-goes"]).out;
    assert_eq!(told.lines().last(), wanted.lines().last(), "{told}");
    pick_for(&mut browser, "archive", &archive[..archive.len() / 2]);
    wait(&mut browser, &says("cannot be read"));
}

/// Returns the link to the play page in the newest report of a seat, and the address that it was mailed to.
fn link(bench: &Bench, seat: &str) -> Option<(String, String)> {
    let left = letters::left(bench);
    let is_report = |name: &&String| name.contains(&format!(".{seat}.report."));
    let report = letters::read(bench, left.iter().rfind(is_report)?);
    let key = keys_in(&report.all).into_iter().next()?;
    Some((key, report.field("To").to_owned()))
}

/// Returns the mail that a mail program writes for a link (RFC 6068).
fn written(link: &str, from: &str) -> String {
    let decoded = |text: &str| {
        percent_decode_str(text)
            .decode_utf8()
            .expect("UTF-8")
            .into_owned()
    };
    let (to, fields) = link
        .strip_prefix("mailto:")
        .and_then(|rest| rest.split_once("?subject="))
        .expect("a mail");
    let (subject, body) = fields.split_once("&body=").expect("a text");
    format!(
        "Message-ID: <written@phone.example>\r\nFrom: {from}\r\nTo: {}\r\nSubject: {}\r\n\
         Date: Tue, 24 Nov 2026 12:00:00 +0000\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\
         Content-Transfer-Encoding: 8bit\r\n\r\n{}",
        decoded(to),
        decoded(subject),
        decoded(body)
    )
}

/// What a page said of a view that a link opened: the title, the order file after a tap, the note about the mail, and the
/// link that writes it.
struct Tapped {
    title: String,
    orders: String,
    note: String,
    mail: String,
}

/// Returns the letters of a text in lower case: `mr-time` is named `Mr. Time`.
fn letters_of(text: &str) -> String {
    let letters = text.chars().filter(|letter| letter.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// The whole way of an order in each game: the link in a delivered mail opens the own view on the site, a tap changes the
/// order file, the page writes the mail, and the game accepts what the mail says. `tapped` is a browser that opens a link.
///
/// Sites get the page of their game alone, where the folder of the page has one.
fn from_the_link_to_the_receipt(page: &Path, tapped: &mut dyn FnMut(&str, u32) -> Tapped) {
    let folder = page.parent().expect("a folder");
    for (n, (ruleset, option)) in GAMES.into_iter().enumerate() {
        let mut table = Table::new(ruleset, option, &mut RandomBot::new(1));
        let bench = &mut table.bench;
        bench.ok(&["send", GAME]);
        let mut publish = bench.command(&["publish", GAME, "--to", "www"]);
        let published = said(
            &publish
                .env("CHRONOJUDGE_PLAY", folder)
                .output()
                .expect("the program"),
        );
        assert_eq!(published.code, 0, "{}", published.all());
        let site = serve(bench.dir().join("www"));
        let found = (table.seats.iter()).find_map(|seat| Some((seat.clone(), link(bench, seat)?)));
        let (seat, (key, from)) = found.expect("a seat that is asked");
        let width = if n % 2 == 0 { DESK } else { PHONE };
        let page = tapped(&format!("{site}/play/#{key}"), width);
        let title = letters_of(&format!("{seat}: your orders"));
        assert_eq!(letters_of(&page.title), title);
        assert_eq!(page.note, "", "the token is in the orders");
        let receipt = letters::answered(bench, written(&page.mail, &from));
        assert!(
            receipt.field("Subject").contains("ACCEPTED"),
            "{ruleset}: {}",
            receipt.all
        );
        let turn = crate::cli::leaks::read(bench, "turns/position.yaml")["turn"].as_u64();
        let filed = bench.read(&format!(
            "gem/orders/{:04}/{seat}.yaml",
            turn.expect("a turn")
        ));
        let without_token = |text: &str| -> Vec<String> {
            let lines = without_comments(text)
                .into_iter()
                .filter(|line| !line.starts_with("token:"));
            lines.map(str::to_owned).collect()
        };
        assert_eq!(
            without_token(&filed),
            without_token(&page.orders),
            "{ruleset}"
        );
    }
}

#[test]
fn orders_go_from_the_link_in_a_mail_to_an_accepted_receipt() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    from_the_link_to_the_receipt(&page, &mut |link, width| {
        browser.size(width, 900);
        browser.open_at(link, false);
        wait(
            &mut browser,
            "document.querySelectorAll('#decisions>li').length > 0",
        );
        // The page finds the name of the file before the program is there, and asks for no other.
        let views = "performance.getEntriesByType('resource').filter(({name}) => name.includes('/play/views/')).length";
        assert_eq!(browser.ask(views), 1);
        let before = text(&mut browser, "orders");
        tap(&mut browser, &before);
        wait(
            &mut browser,
            "document.getElementById('verdict').textContent.startsWith('Accepted')",
        );
        let mail = browser.ask("document.getElementById('mail').href");
        Tapped {
            title: text(&mut browser, "title"),
            orders: text(&mut browser, "orders"),
            note: text(&mut browser, "mail-note"),
            mail: mail.as_str().expect("a link").to_owned(),
        }
    });
}

#[test]
fn orders_go_from_the_link_in_a_mail_to_an_accepted_receipt_in_firefox() {
    let (Some(page), Some(firefox)) = (page(), firefox()) else {
        return;
    };
    // Firefox begins on a phone, and takes turns from there.
    from_the_link_to_the_receipt(&page, &mut |link, _| {
        let played = in_firefox(&firefox, &page, &[link]);
        let shown = &played[0]["after"];
        let text = |name: &str| shown[name].as_str().expect("a text").to_owned();
        assert_eq!(played[0]["errors"], json!([]));
        Tapped {
            title: text("title"),
            orders: text("orders"),
            note: text("note"),
            mail: text("mail"),
        }
    });
}

/// A link with another key, of a file that is cut short, or of a report that is not the newest, opens nothing and says why.
#[test]
fn a_link_that_opens_nothing_says_why() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let table = Table::new("time-whisperers", "players=3", &mut RandomBot::new(1));
    let bench = &table.bench;
    bench.ok(&["send", GAME]);
    let mut publish = bench.command(&["publish", GAME, "--to", "www"]);
    publish
        .env("CHRONOJUDGE_PLAY", &page)
        .output()
        .expect("the program");
    let site = serve(bench.dir().join("www"));
    let keys: Vec<String> = (table.seats.iter())
        .filter_map(|seat| Some(link(bench, seat)?.0))
        .collect();
    let file = |key: &str| {
        let key: chronojudge::cipher::Key = key.parse().expect("a key");
        bench.dir().join("www/play/views").join(key.name())
    };
    let short = fs::read(file(&keys[0])).expect("a view");
    fs::write(file(&keys[0]), &short[..short.len() / 2]).expect("a shorter file");
    fs::remove_file(file(&keys[1])).expect("a view");
    browser.size(PHONE, 900);
    for (key, says) in [
        ("AAAAAAAAAAAAAAAAAAAAAA", "There is no view for this link."),
        ("AAAAAAAAAAAAAAAAAAAAAB", "This link is damaged."),
        (&keys[0], "cannot be decrypted"),
        (&keys[1], "There is no view for this link."),
    ] {
        browser.open_at("about:blank", false);
        browser.open_at(&format!("{site}/play/#{key}"), false);
        let script = format!("document.getElementById('status').textContent.includes('{says}')");
        wait(&mut browser, &script);
        assert_eq!(browser.ask("document.getElementById('play').hidden"), true);
    }
    browser.ask(&format!("location.hash = '#{}'", keys[2]));
    wait(
        &mut browser,
        "document.querySelectorAll('#decisions>li').length > 0",
    );
}

/// The page of one game says so, where it is given a view of another.
#[test]
fn a_page_of_one_game_says_which_game_it_knows() {
    let one = page().map(|page| page.with_file_name("play-the-loop.html"));
    let (Some(one), Some(mut browser)) = (one.filter(|one| one.exists()), browser()) else {
        eprintln!("skipped: there is no page of The LOOP alone");
        return;
    };
    let bench = Bench::empty();
    for (name, view) in views(&bench) {
        open(&mut browser, &one, PHONE);
        pick(&mut browser, &fs::read_to_string(view).expect("a view"));
        let told = if name == "loop-1" {
            "document.querySelectorAll('#decisions>li').length > 0"
        } else {
            "document.getElementById('status').textContent.includes('knows The LOOP alone')"
        };
        wait(&mut browser, told);
    }
}
