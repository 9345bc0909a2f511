//! A game is watched, sitting by sitting, and audited on the play page of its site.

use super::{axe, is_accessible, page, pick, text, views, wait};
use crate::{
    browser::{Browser, DESK, PHONE, browser, copy, entries, server::serve},
    cli::bench::Bench,
};
use serde_json::{Value, json};
use std::{collections::BTreeSet, fs, path::Path};

/// Makes the site of an example game, with the play page; returns its address.
fn site(bench: &Bench, game: &str, page: &Path) -> String {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    copy(
        &games.join(game).join("public"),
        &bench.dir().join("public"),
    );
    let site = bench
        .command(&["site", "public", "--out", "www"])
        .env("CHRONOJUDGE_PLAY", page)
        .output();
    assert!(site.expect("the program").status.success(), "{game}");
    serve(bench.dir().join("www"))
}

fn shown(browser: &mut Browser, sitting: usize, of: usize) {
    wait(
        browser,
        &format!(
            "document.getElementById('moment').getAttribute('aria-valuetext') === 'sitting {sitting} of {of}'"
        ),
    );
}

/// Each finished or running game is watched from its site: a link opens a sitting, the next one shows what has changed, and
/// each roll is checked.
#[test]
fn each_game_is_watched_sitting_by_sitting() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let axe = axe();
    let (mut rolls, mut changed, mut moved) = (0, 0, 0);
    let mut cards = BTreeSet::new();
    for (n, game) in entries(&games)
        .into_iter()
        .filter(|game| game.join("public/log").is_dir())
        .enumerate()
    {
        let bench = Bench::empty();
        let name = game
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        copy(&game.join("public"), &bench.dir().join("public"));
        let site = bench
            .command(&["site", "public", "--out", "www"])
            .env("CHRONOJUDGE_PLAY", &page)
            .output();
        assert!(site.expect("the program").status.success(), "{name}");
        let all = chronojudge::site::replay(&bench.dir().join("public"), 1..=1)
            .expect("a game")
            .sittings;
        browser.size(if n % 2 == 0 { PHONE } else { DESK }, 900);
        let address = serve(bench.dir().join("www"));
        browser.open_at(
            &format!("{address}/play/index.html#sitting={}", all - 1),
            false,
        );
        shown(&mut browser, all - 1, all);
        browser.ask("document.getElementById('forward').click()");
        shown(&mut browser, all, all);
        assert_eq!(browser.ask("location.hash"), format!("#sitting={all}"));
        assert_eq!(
            browser.ask("document.getElementById('forward').disabled"),
            true
        );
        let count = |browser: &mut Browser, what: &str| {
            browser
                .ask(&format!("document.querySelectorAll('{what}').length"))
                .as_u64()
                .expect("a number")
        };
        assert_eq!(count(&mut browser, "#board svg"), 1, "{name}");
        assert!(count(&mut browser, "#happened li") > 0, "{name}");
        assert_eq!(count(&mut browser, "#throws .bad-words"), 0, "{name}");
        rolls += count(&mut browser, "#throws .good-words");
        changed += count(&mut browser, "#board .changed");
        moved += count(&mut browser, "#board .moved");
        // Where motion is not wanted, pieces stay where they are.
        browser.still();
        for (id, at) in [("back", all - 1), ("forward", all)] {
            browser.ask(&format!("document.getElementById('{id}').click()"));
            shown(&mut browser, at, all);
            let moving = "#board .moved, #seen :is(.to-come, .now, .turned)";
            assert_eq!(count(&mut browser, moving), 0, "{name}");
            if count(&mut browser, "#seen [data-card]") > 0 {
                let settings = fs::read_to_string(game.join("public/game.yaml")).expect("a file");
                let ruleset = settings
                    .lines()
                    .find_map(|line| line.strip_prefix("ruleset: "));
                cards.insert(ruleset.expect("a ruleset").to_owned());
            }
        }
        assert_eq!(
            browser.ask("document.documentElement.scrollWidth <= innerWidth"),
            true,
            "{name}"
        );
        is_accessible(&mut browser, &axe, &name);
    }
    // The drawings of every game mark what lies face up, and turns.
    let games = chronojudge::rulesets::ALL.iter();
    assert_eq!(cards, games.map(|known| known.id.to_owned()).collect());
    assert!(
        rolls > 10 && changed > 10 && moved > 3,
        "{rolls} rolls, {changed} changed places, {moved} moved pieces"
    );
}

/// The sitting of the own view is shown as its player sees it, and the other sittings as the public sees them.
#[test]
fn the_own_view_adds_to_the_replay_what_its_player_sees() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let views = views(&bench);
    let (name, view) = { views.iter() }
        .find(|(name, _)| name == "gem-1992")
        .expect("a game with facedown tiles");
    let site = bench
        .command(&["site", name, "--out", "www"])
        .env("CHRONOJUDGE_PLAY", &page)
        .output();
    assert!(site.expect("the program").status.success());
    let all = chronojudge::site::replay(&bench.dir().join(name).join("public"), 1..=1)
        .expect("a game")
        .sittings;
    let address = serve(bench.dir().join("www"));
    browser.open_at(&format!("{address}/play/index.html#sitting={all}"), false);
    shown(&mut browser, all, all);
    assert!(!text(&mut browser, "moment-note").contains("sees"));
    let public = browser.ask("document.querySelector('#board svg').textContent");
    pick(&mut browser, &fs::read_to_string(view).expect("a view"));
    wait(
        &mut browser,
        "document.getElementById('moment-note').textContent.endsWith(' sees.')",
    );
    // A facedown tile that the player has looked at is drawn as known.
    let drawn = "document.querySelector('#board svg').textContent";
    let own = browser.ask("document.querySelector('#picture svg').textContent");
    wait(&mut browser, &format!("{drawn} !== {public}"));
    assert_eq!(browser.ask(drawn), own);
    browser.ask("document.getElementById('back').click()");
    shown(&mut browser, all - 1, all);
    assert!(!text(&mut browser, "moment-note").contains("sees"));
}

/// A link to a sitting, without the key of a view, opens at its picture: the page is about the game, and opening a view is
/// folded.
#[test]
fn a_link_to_a_sitting_opens_at_its_picture() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let address = site(&bench, "the-long-afternoon", &page);
    let told = chronojudge::site::replay(&bench.dir().join("public"), 4..=4).expect("a game");
    let folded = "document.querySelector('#open details').open";
    for width in [PHONE, DESK] {
        browser.size(width, 900);
        browser.open_at("about:blank", false);
        browser.open_at(&format!("{address}/play/index.html"), false);
        wait(&mut browser, "document.body.dataset.ready === 'true'");
        assert_eq!(browser.ask(folded), true);
        assert_eq!(text(&mut browser, "title"), "Your orders");
        browser.open_at("about:blank", false);
        browser.open_at(&format!("{address}/play/index.html#sitting=4"), false);
        shown(&mut browser, 4, told.sittings);
        wait(&mut browser, "document.body.dataset.ready === 'true'");
        let seen = browser.ask(
            "{ const top = (of) => document.querySelector(of).getBoundingClientRect().top; \
             [top('#replay') > -2, top('#board svg') < innerHeight * 0.6] }",
        );
        assert_eq!(seen, json!([true, true]), "{width}");
        assert_eq!(browser.ask(folded), false);
        assert_eq!(text(&mut browser, "title"), told.title);
        assert_eq!(
            browser.ask("document.title"),
            format!("{}: sitting 4", told.title)
        );
    }
}

/// A place from which something was taken away is marked, also if it holds other places: in Time Pirates an Epoch that loses a
/// counter. One that holds the same as before is not.
#[test]
fn what_is_taken_away_leaves_a_mark() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let address = site(&bench, "pirates-1", &page);
    let all = chronojudge::site::replay(&bench.dir().join("public"), 1..=1)
        .expect("a game")
        .sittings;
    browser.size(DESK, 900);
    browser.open_at(&format!("{address}/play/index.html#sitting=1"), false);
    shown(&mut browser, 1, all);
    let held = "[...document.querySelectorAll('#board svg [data-place]:has([data-place])')].map((place) => \
         [place.dataset.place, [...place.querySelectorAll('[data-place]')].map((one) => one.dataset.place).sort()])";
    let mut lost = 0;
    for at in 2..=all {
        let before = browser.ask(held);
        browser.ask("document.getElementById('forward').click()");
        shown(&mut browser, at, all);
        let after = browser.ask(held);
        let marked = browser.ask(
            "[...document.querySelectorAll('#board .changed')].map((one) => one.dataset.place)",
        );
        let marked = marked.as_array().expect("names");
        let names = |one: &Value| one[1].as_array().expect("names").clone();
        for place in after.as_array().expect("places") {
            let was = before.as_array().expect("places").iter();
            let Some(was) = was.clone().find(|one| one[0] == place[0]) else {
                continue;
            };
            if was == place {
                continue;
            }
            assert!(marked.contains(&place[0]), "{at}: {place}, was {was}");
            let now = names(place);
            lost += usize::from(names(was).iter().any(|one| !now.contains(one)));
        }
    }
    assert!(lost > 0, "no Epoch has lost a counter");
}

/// The operatives of Time Agent are pieces of their own: they come from where they were, alone or out of a stack.
#[test]
fn operatives_move_in_the_replay() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let address = site(&bench, "gem-1992", &page);
    let all = chronojudge::site::replay(&bench.dir().join("public"), 1..=1)
        .expect("a game")
        .sittings;
    browser.size(DESK, 900);
    browser.open_at(&format!("{address}/play/index.html#sitting=1"), false);
    shown(&mut browser, 1, all);
    let mut moved = 0;
    for at in 2..=all {
        browser.ask("document.getElementById('forward').click()");
        shown(&mut browser, at, all);
        // A part of the picture that moves is lit only if it is a place.
        let seen = browser.ask(
            "[document.querySelectorAll('#board .moved').length, document.querySelectorAll('#board .changed[data-piece]').length]",
        );
        moved += seen[0].as_u64().expect("a number");
        assert_eq!(seen[1], 0);
        // Images of pieces are gone when they have come.
        wait(
            &mut browser,
            "[...document.querySelectorAll('#board .moved')].every((one) => one.dataset.piece)",
        );
    }
    assert!(moved > 2, "{moved} operatives moved");
}

/// The rolls of a sitting fall one after the other: each shows its faces, its label and its check, and marks the places that
/// its label names. Where motion is not wanted, all are there at once.
#[test]
fn the_rolls_of_a_sitting_fall_one_after_the_other() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let address = site(&bench, "the-long-afternoon", &page);
    browser.size(PHONE, 900);
    browser.open_at(&format!("{address}/play/index.html#sitting=3"), false);
    shown(&mut browser, 3, 7);
    // Notes the rolls in the order in which they are marked, and the time of each.
    browser.ask(
        "{ globalThis.fell = []; globalThis.times = new Set(); globalThis.named = 0; \
         new MutationObserver((changes) => { \
           const lines = [...document.querySelectorAll('#throws li')]; \
           for (const { target } of changes) { \
             const n = lines.indexOf(target); \
             if (target.matches('.now') && n >= 0 && !fell.includes(n)) { fell.push(n); times.add(performance.now()); } \
           } \
           named += document.querySelectorAll('#board [data-place].now').length; \
         }).observe(document.getElementById('seen'), { attributeFilter: ['class'], subtree: true }); }",
    );
    browser.ask("document.getElementById('forward').click()");
    shown(&mut browser, 4, 7);
    wait(
        &mut browser,
        "fell.length === document.querySelectorAll('#throws li').length",
    );
    assert_eq!(browser.ask("fell"), json!([0, 1, 2, 3, 4, 5]));
    assert_eq!(browser.ask("times.size > 1 && named > 0"), true);
    let whole =
        "document.querySelectorAll('#throws li:has(.die):has(code):has(.good-words)').length";
    assert_eq!(browser.ask(whole), 6);
    wait(
        &mut browser,
        "document.querySelectorAll('#seen :is(.to-come, .now)').length === 0",
    );
    // The faces of the dice are those that the public files have.
    let told = chronojudge::site::replay(&bench.dir().join("public"), 4..=4).expect("a game");
    let faces: Vec<String> = (told.moments[0].rolls.iter())
        .flat_map(|roll| roll.die.faces.iter().map(u32::to_string))
        .collect();
    let shown_faces =
        browser.ask("[...document.querySelectorAll('#throws .die')].map((die) => die.textContent)");
    assert_eq!(shown_faces, json!(faces));
    browser.still();
    browser.ask("fell.length = 0; document.getElementById('forward').click()");
    shown(&mut browser, 5, 7);
    assert_eq!(
        browser.ask("[fell.length, document.querySelectorAll('#throws .to-come').length]"),
        json!([0, 0])
    );
    assert_eq!(browser.ask(&whole.replace(".length", ".length > 6")), true);
}

/// A card that a drawing marks turns when it comes into sight, shows another side or goes; a fact that shows one, too.
#[test]
fn a_marked_card_turns_in_the_replay() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let address = site(&bench, "gem-1992", &page);
    browser.size(DESK, 900);
    browser.open_at(&format!("{address}/play/index.html#sitting=3"), false);
    shown(&mut browser, 3, 6);
    // Marks some places and the first fact as cards, in the pages that come, in place of the cards of the game. Notes each part that turns.
    browser.ask(
        "{ globalThis.places = [...document.querySelectorAll('#board svg g[data-place]:not([data-piece])')] \
             .slice(0, 3).map((one) => one.dataset.place); \
           globalThis.cards = {}; globalThis.turns = []; \
           const parse = DOMParser.prototype.parseFromString; \
           DOMParser.prototype.parseFromString = function (...text) { \
             const read = parse.apply(this, text); \
             for (const one of read.querySelectorAll('[data-card]')) { delete one.dataset.card; } \
             for (const one of read.querySelectorAll('svg [data-place]')) { \
               const n = places.indexOf(one.dataset.place); \
               if (n in cards) { one.dataset.card = cards[n]; } \
             } \
             if (cards.told) { read.querySelector('main section li').dataset.card = cards.told; } \
             return read; \
           }; \
           new MutationObserver((changes) => { \
             for (const { target } of changes) { if (target.matches('.turned')) { turns.push(target.localName); } } \
           }).observe(document.getElementById('seen'), { attributeFilter: ['class'], subtree: true }); }",
    );
    let mut turns = |cards: &str, go: &str, at: usize| {
        browser.ask(&format!(
            "cards = {cards}; turns.length = 0; document.getElementById('{go}').click()"
        ));
        shown(&mut browser, at, 6);
        // What has gone is taken away when it has turned.
        wait(
            &mut browser,
            "[...document.querySelectorAll('#board .turned')].every((one) => one.firstChild.dataset.card)",
        );
        browser.ask("turns.toSorted()")
    };
    let none = json!([]);
    turns("{}", "forward", 4);
    assert_eq!(turns("{}", "back", 3), none);
    let two = json!(["g", "g", "li"]);
    assert_eq!(turns("{ 0: 'a up', 1: 'b', told: 'c' }", "forward", 4), two);
    // One shows its other side, one goes and one comes.
    let three = json!(["g", "g", "g"]);
    assert_eq!(turns("{ 0: 'a down', 2: 'd' }", "back", 3), three);
    assert_eq!(turns("{ 0: 'a down', 2: 'd' }", "forward", 4), none);
    browser.still();
    browser.ask("cards = {}; turns.length = 0; document.getElementById('forward').click()");
    shown(&mut browser, 5, 6);
    assert_eq!(browser.ask("turns.length"), 0);
}

/// An audit says how far it has come and can be stopped. Its lines come one by one, and a screen reader is told the verdict.
#[test]
fn an_audit_shows_its_progress_and_can_be_stopped() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let address = site(&bench, "the-long-afternoon", &page);
    browser.size(PHONE, 900);
    browser.open_at(&format!("{address}/play/"), false);
    wait(&mut browser, "document.body.dataset.ready === 'true'");
    // Notes how far the audit has come, and presses its button once more when a few files were read.
    browser.ask(
        "{ globalThis.read = 0; globalThis.stopping = true; globalThis.added = 0; \
           new MutationObserver((changes) => { \
             const [bar, button] = [document.querySelector('#public progress'), document.getElementById('audit')]; \
             read = Math.max(read, bar?.value ?? 0); \
             added += changes.filter(({ addedNodes: [one] }) => one?.nodeType === Node.TEXT_NODE && one.data.endsWith('\\n')).length; \
             if (stopping && bar?.value > 3) { stopping = false; globalThis.was = button.textContent; button.click(); } \
           }).observe(document.getElementById('public'), { attributeFilter: ['value'], childList: true, subtree: true }); }",
    );
    let says =
        |words: &str| format!("document.getElementById('audited').textContent.includes('{words}')");
    browser.ask("document.getElementById('audit').click()");
    wait(&mut browser, &says("The audit was stopped"));
    assert_eq!(browser.ask("was"), "Stop the audit");
    assert_eq!(text(&mut browser, "audit"), "Audit the game");
    assert_eq!(
        browser.ask("document.querySelector('#public progress')"),
        json!(null)
    );
    assert!(!text(&mut browser, "audited").contains("PASSED"));
    browser.ask("read = added = 0; document.getElementById('audit').click()");
    wait(&mut browser, &says("PASSED"));
    let wanted = bench.ok(&["audit", "public", "--as-it-goes"]).out;
    assert!(text(&mut browser, "audited").ends_with(&wanted));
    assert_eq!(
        browser.ask("read > 50 && added"),
        wanted.lines().count(),
        "each line came by itself"
    );
    let told =
        browser.ask("document.querySelector('#audited[aria-live=off]>[role=status]').textContent");
    let told = told.as_str().expect("a text");
    let is_short = !wanted
        .lines()
        .any(|line| told.contains(line) && !line.is_empty());
    assert!(told.contains("PASSED") && is_short, "{told}");
    is_accessible(&mut browser, &axe(), "an audit");
}
