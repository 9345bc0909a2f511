//! A game is watched, sitting by sitting, on the play page of its site.

use super::{axe, is_accessible, page, pick, text, views, wait};
use crate::{
    browser::{Browser, DESK, PHONE, browser, copy, entries, server::serve},
    cli::bench::Bench,
};
use std::{fs, path::Path};

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
            assert_eq!(count(&mut browser, "#board .moved"), 0, "{name}");
        }
        assert_eq!(
            browser.ask("document.documentElement.scrollWidth <= innerWidth"),
            true,
            "{name}"
        );
        is_accessible(&mut browser, &axe, &name);
    }
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

/// The operatives of Time Agent are pieces of their own: they come from where they were, alone or out of a stack.
#[test]
fn operatives_move_in_the_replay() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    copy(&games.join("gem-1992/public"), &bench.dir().join("public"));
    let site = bench
        .command(&["site", "public", "--out", "www"])
        .env("CHRONOJUDGE_PLAY", &page)
        .output();
    assert!(site.expect("the program").status.success());
    let all = chronojudge::site::replay(&bench.dir().join("public"), 1..=1)
        .expect("a game")
        .sittings;
    let address = serve(bench.dir().join("www"));
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
