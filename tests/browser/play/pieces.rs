//! Own pieces and own cards: each is tapped where it is seen, and tells what it can do now.

use super::{
    handling::{opened, view_of, width},
    page, views,
};
use crate::{
    browser::{DESK, PHONE, browser},
    cli::bench::Bench,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The own pieces in the picture at which something can be decided: how each is called, by screen readers too, and what is
/// listed when a finger hits it at five points.
const TAPPED: &str = r##"{
    const seat = SEAT;
    const begins = [`${seat}/`, `${seat}-`];
    const isOwn = (name) => name === seat || begins.some((begin) => name.startsWith(begin));
    const own = [...document.querySelectorAll("#picture svg :is([data-at], [data-piece])[data-place]")]
        .filter((piece) => piece.dataset.place.split(" ").some(isOwn));
    own.filter((piece) => piece.matches(".lit")).map((piece) => {
        piece.scrollIntoView({ block: "center" });
        const { left, top, width, height } = piece.getBoundingClientRect();
        const points = [[0.5, 0.5], [0.35, 0.8], [0.65, 0.8], [0.5, 0.2], [0.5, 0.9]];
        const hits = points.map(([x, y]) => [left + x * width, top + y * height]).flatMap(([clientX, clientY]) => {
            const hit = document.elementFromPoint(clientX, clientY);
            if (hit?.closest("[data-place]") !== piece) return [];
            hit.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1, clientX, clientY }));
            const answers = [...document.querySelectorAll("#here-choices button")].map((one) => one.textContent);
            const title = document.getElementById("here-title").textContent;
            document.getElementById("here-close").click();
            return [{ title, answers }];
        });
        return { name: piece.dataset.place, title: piece.querySelector("title").textContent, role: piece.getAttribute("role"),
            tabIndex: piece.tabIndex, called: piece.getAttribute("aria-label"), hits };
    });
}"##;

/// Each game in which a player has pieces: those that can do something are buttons with a name, and a tap anywhere on one lists
/// what it can do, though small places are near.
#[test]
fn an_own_piece_lists_what_it_can_do() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let mut seen: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for (name, view) in views(&bench) {
        let decided = bench.json(&["decide", "--view", view.to_str().expect("UTF-8")]);
        let seat = decided["seat"].to_string();
        for width in [PHONE, DESK] {
            opened(&mut browser, &page, &view, width);
            let tapped = browser.ask(&TAPPED.replace("SEAT", &seat));
            for piece in tapped.as_array().expect("a list") {
                assert_eq!(piece["role"], "button", "{name}: {piece}");
                assert_eq!(piece["tabIndex"], 0, "{name}: {piece}");
                let called = piece["called"].as_str().expect("a name");
                let title = piece["title"].as_str().expect("a title");
                assert!(called.starts_with(title), "{name}: {piece}");
                let hits = piece["hits"].as_array().expect("a list");
                assert!(!hits.is_empty(), "{name}: {piece}");
                for hit in hits {
                    assert_eq!(hit["title"], piece["title"], "{name}: {piece}");
                    assert_ne!(hit["answers"], json!([]), "{name}: {piece}");
                }
                seen.entry(name.clone()).or_default().push(piece.clone());
            }
        }
    }
    let games: Vec<&str> = seen.keys().map(String::as_str).collect();
    let all = ["control-1", "gem-1992", "loop-1", "pirates-1", "whispers-1"];
    assert_eq!(games, all, "{seen:?}");
    // The one piece of a player does all that they do on the board; an operative at home can travel.
    for (game, piece, does) in [
        ("loop-1", "v-girl", "you move freely to "),
        ("pirates-1", "silver", "you move to "),
        (
            "gem-1992",
            "zytal/squad-1",
            "squad-1 travels from the present to ",
        ),
        ("whispers-1", "red/1", "1"),
    ] {
        let pieces = &seen[game];
        let piece = { pieces.iter() }.find(|one| one["name"] == piece);
        let piece = piece.unwrap_or_else(|| panic!("{game}: {pieces:?}"));
        let answers = piece["hits"][0]["answers"].as_array().expect("a list");
        assert!(
            { answers.iter() }.any(|one| one.as_str().is_some_and(|one| one.starts_with(does))),
            "{game}: {piece}"
        );
    }
}

/// Own cards stand between the picture and the decisions, also on a phone, and only once.
#[test]
fn own_cards_stand_below_the_picture() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let views = views(&bench);
    for (n, (game, others)) in [("whispers-1", 0), ("loop-1", 1)].into_iter().enumerate() {
        for turn in [n, n + 1] {
            opened(&mut browser, &page, view_of(&views, game), width(turn));
            let seen = browser.ask(
                "{ const all = (part) => [...document.querySelectorAll(part)]; \
                   const top = (one) => one.getBoundingClientRect().top + scrollY; \
                   const cards = all('#picture span[data-place]'); \
                   const bottom = document.querySelector('#picture svg').getBoundingClientRect().bottom + scrollY; \
                   const names = cards.map((one) => one.dataset.place); \
                   ({cards: names.length, twice: all('#rest li span[data-place]:not([data-card])').length, \
                     once: new Set(names).size, lit: cards.filter((one) => one.matches('.lit[role=button]')).length, \
                     below: cards.every((one) => top(one) > bottom), \
                     near: innerWidth > 600 || cards.every((one) => top(one) < top(document.getElementById('desk'))), \
                     headed: cards.every((one) => one.closest('section').querySelector('h2, h3')), \
                     others: all('#rest li span[data-card]').length > 0, \
                     empty: all('#rest section:not(:has(*))').length}) }",
            );
            assert!(seen["cards"].as_u64() > Some(2), "{game}: {seen}");
            assert_eq!(seen["cards"], seen["once"], "{game}: {seen}");
            assert!(seen["lit"].as_u64() > Some(0), "{game}: {seen}");
            for part in ["below", "near", "headed"] {
                assert_eq!(seen[part], true, "{game}: {part}: {seen}");
            }
            assert_eq!(seen["twice"], 0, "{game}: {seen}");
            assert_eq!(seen["empty"], 0, "{game}: {seen}");
            assert_eq!(seen["others"], others == 1, "{game}: {seen}");
        }
    }
}

/// Focuses each answer that moves a piece along a timestream, and returns what is wrong with the lines that it marks, how many
/// answers there are, and how many leave other lines of the same timestream as they are.
const FOLLOWED: &str = r##"{
    const wrong = [];
    let [moves, others] = [0, 0];
    const close = () => document.getElementById("here-close").click();
    for (const piece of document.querySelectorAll("#picture [data-piece][data-at].lit")) {
        close();
        piece.dispatchEvent(new MouseEvent("click", { bubbles: true }));
        for (const answer of document.querySelectorAll("#here-choices .one button")) {
            const to = / moves along .* to (\S+)$/.exec(answer.textContent)?.[1];
            if (!to) continue;
            answer.focus();
            moves += 1;
            const [marked, at] = [[...document.querySelectorAll("[data-way].named")], piece.dataset.at];
            const ways = new Set(marked.map((line) => line.dataset.way));
            const all = [...document.querySelectorAll("[data-way][data-to]")].filter((way) => ways.has(way.dataset.way));
            const places = all.map((way) => [way, way.closest("[data-place]").dataset.place]);
            const lines = places.flatMap(([way, from]) => {
                const drawn = way.getAttribute("d").split(/(?=M)/);
                return way.dataset.to.split(" ").map((to, n) => ({ from, to, d: drawn[n] })); });
            const own = (line) => line.closest("[data-place]").dataset.place;
            const hops = marked.map((line) => lines.find(({ from, d }) => from === own(line) && d === line.getAttribute("d")));
            const count = (place) => hops.filter((hop) => hop?.from === place).length;
            const on = new Set(hops.map((hop) => hop?.from));
            const isPath = !hops.includes(undefined) && count(at) === 1 && count(to) <= 1
                && [...on].every((place) => place === at || place === to || count(place) === 2)
                && hops.every((hop) => on.has(hop.to) || hop.to === to) && hops.some((hop) => hop.to === to);
            if (ways.size !== 1 || !isPath) wrong.push([at, answer.textContent, hops]);
            others += lines.length > hops.length;
        }
    }
    close();
    ({ wrong, moves, others }) }"##;

/// A move along a timestream marks its path, from the operative to the tile where it ends, and no other part of that timestream.
#[test]
fn a_move_marks_the_path_that_it_follows() {
    let (Some(page), Some(mut browser)) = (page(), browser()) else {
        return;
    };
    let bench = Bench::empty();
    let views = views(&bench);
    for width in [PHONE, DESK] {
        opened(&mut browser, &page, view_of(&views, "gem-1992"), width);
        let followed = browser.ask(FOLLOWED);
        assert_eq!(followed["wrong"], json!([]), "{followed}");
        let number = |of: &str| followed[of].as_u64().expect("a number");
        assert!(number("moves") > 5 && number("others") > 5, "{followed}");
        let left = "document.querySelectorAll('.named, .copied-way').length";
        browser.ask("document.activeElement.blur()");
        assert_eq!(browser.ask(left), 0);
    }
}
