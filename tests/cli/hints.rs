//! Typing mistakes in all games: where only one thing can be meant, the message suggests it.

use super::{
    bench::{Bench, GAME},
    tree::Tree,
};
use std::path::Path;

/// Checks orders with a typing mistake in an example game, and expects the code and these words.
fn hints(game: &str, turn: u32, seat: &str, slips: &[(&str, &str, &str)]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let bench = Bench::copy(&Tree::read(&root.join("games").join(game)));
    let mut wrong = vec![];
    for (body, code, words) in slips {
        let text = format!("game: {game}\nturn: {turn}\nseat: {seat}\n{body}\n");
        bench.write("o.yaml", text);
        let said = bench.run(&["check", "o.yaml", "--game", GAME]);
        let placed = said.err.contains("--> o.yaml:") && said.err.contains('^');
        if !said.err.contains(code) || !said.err.contains(words) || !placed {
            wrong.push(format!("{body}\nwanted {code}: {words}\n{}", said.all()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn brackets_and_commas() {
    let slips = [
        (
            "moves:\n  - {unit: agent-2, to: 4b-7\n  - {unit: agent-3, to: 4b-2}",
            "E0114",
            "help: write `- {unit: agent-2, to: 4b-7}`",
        ),
        (
            "moves:\n  - {unit: agent-2, to: 4b-7\nactions: []",
            "E0114",
            "help: write `- {unit: agent-2, to: 4b-7}`",
        ),
        (
            "moves:\n  - {unit: agent-2, to: 4b-7",
            "E0114",
            "help: write `- {unit: agent-2, to: 4b-7}`",
        ),
        (
            "moves: [{unit: agent-2, to: 4b-7]",
            "E0114",
            "help: write `moves: [{unit: agent-2, to: 4b-7}]`",
        ),
        (
            "moves: [{unit: agent-2, to: 4b-7}",
            "E0114",
            "help: write `moves: [{unit: agent-2, to: 4b-7}]`",
        ),
        (
            "actions:\n  - reverse: {tile: 4b-7\n  - rotate: {tile: 4b-7, to: 3}",
            "E0114",
            "help: write `- reverse: {tile: 4b-7}`",
        ),
        (
            "moves:\n  - unit: agent-2 to: 4b-7",
            "E0114",
            "help: put them in braces: `- {unit: agent-2, to: 4b-7}`",
        ),
        (
            "moves:\n  - unit: agent-2, to: 4b-7",
            "E0114",
            "`- {unit: agent-2, to: 4b-7}`",
        ),
        (
            "moves:\n  - {unit: agent-2 to: 4b-7}",
            "E0127",
            "help: write `- {unit: agent-2, to: 4b-7}`",
        ),
        (
            "if-illegal: skip no-orders: true",
            "E0114",
            "help: write each in a line of its own: `if-illegal: skip` and `no-orders: true`",
        ),
        (
            "actions:\n  - search {tile: 4b-7}",
            "E0203",
            "help: put a colon after it: `search: {…}`",
        ),
    ];
    hints("gem-1992", 4, "zytal", &slips);
}

#[test]
fn names_of_time_agent() {
    let tile = "help: did you mean `4b-7`?";
    hints(
        "gem-1992",
        4,
        "zytal",
        &[
            ("moves: [{unit: agent-2, to: 4b–7}]", "E0214", tile),
            ("moves: [{unit: agent-2, to: 4b—7}]", "E0214", tile),
            ("moves: [{unit: agent-2, to: 4b−7}]", "E0214", tile),
            ("moves: [{unit: agent-2, to: 4B-7}]", "E0214", tile),
            ("moves: [{unit: agent-2, to: 4b7}]", "E0214", tile),
            ("moves: [{unit: agent-2, to: 4b 7}]", "E0214", tile),
            ("moves: [{unit: agent-2, to: 4b_7}]", "E0214", tile),
            (
                "headquarters: {research: [4b-5, 4B-7]}",
                "item 2 of `research`",
                tile,
            ),
            (
                "actions: [search: {tile: 4b-7}, reverse: {tile: 4B-7}]",
                "`tile` in item 2 of `actions`",
                tile,
            ),
            (
                "moves: [{unit: Agent-2, to: 4b-7}]",
                "`unit` in item 1 of `moves`",
                "help: did you mean `agent-2`?",
            ),
            (
                "moves: [{unit: agnt-2, to: 4b-7}]",
                "E0214",
                "help: did you mean `agent-2`?",
            ),
            (
                "moves: [{unit: agent2, to: 4b-7}]",
                "E0214",
                "help: did you mean `agent-2`?",
            ),
            (
                "moves: [{unit: zytal-agent-2, to: 4b-7}]",
                "E0214",
                "help: did you mean `agent-2`?",
            ),
            (
                "moves: [{unit: agent-2, to: time-travel}]",
                "E0214",
                "help: did you mean `original-time-travel`?",
            ),
            (
                "moves: [{unit: agent-2, to: original-timetravel}]",
                "E0214",
                "help: did you mean `original-time-travel`?",
            ),
            (
                "moves: [{unit: agent-2, along: Time Travel, to: 4b-7}]",
                "E0203",
                "help: did you mean `time-travel`?",
            ),
            ("moves: [Hold]", "E0203", "help: did you mean `hold`?"),
            ("actions: [Hold]", "E0203", "help: did you mean `hold`?"),
            (
                "headquarters: {research: [hodl]}",
                "E0203",
                "help: did you mean `hold`?",
            ),
            (
                "headquarters: {maintain: [agent-2 agent-3]}",
                "E0214",
                "help: write them as a list: `[agent-2, agent-3]`",
            ),
            (
                "standing: [{when: {ask: oppose, tile: 4B-7}, prefer: [oppose]}]",
                "E0310",
                "help: Did you mean `4b-7`?",
            ),
            (
                "standing: [{when: {ask: oppose}, prefer: [Oppose]}]",
                "E0311",
                "help: Did you mean `oppose`?",
            ),
            (
                "opposition: [{tile: Any, declare: oppose}]",
                "E0203",
                "help: did you mean `any`?",
            ),
        ],
    );
}

#[test]
fn names_of_time_pirates() {
    hints(
        "pirates-1",
        10,
        "pink",
        &[
            (
                "actions: [take: europe-arrow]",
                "E0214",
                "help: did you mean `europe-arrows`?",
            ),
            (
                "actions: [take: Europe]",
                "E0214",
                "help: did you mean `europe`?",
            ),
            (
                "actions: [take: asia, take: asia_atomic]",
                "`take` in item 2 of `actions`",
                "help: did you mean `asia-atomic`?",
            ),
            (
                "actions: [take: amerca]",
                "E0214",
                "help: did you mean `america`?",
            ),
            (
                "actions: [move: 1200–1299]",
                "E0214",
                "help: did you mean `1200-1299`?",
            ),
            ("place: 1200s", "E0214", "help: did you mean `1200-1299`?"),
            ("restock: None", "E0214", "help: did you mean `none`?"),
            (
                "actions: [sell: {marker: Asia-5, to: 1200-1299}]",
                "`marker` in item 1 of `actions`",
                "help: did you mean `asia-5`?",
            ),
            (
                "actions: [sell: {marker: asia-5/6, to: 1200-1299}]",
                "E0214",
                "help: did you mean `asia-5`?",
            ),
            (
                "actions: [exchange: {give: asia-arrows, from: Pnik, take: world}]",
                "E0203",
                "help: did you mean `pink`?",
            ),
            ("actions: [Hold]", "E0203", "help: did you mean `hold`?"),
        ],
    );
}

#[test]
fn names_of_the_time_whisperers() {
    hints(
        "whispers-1",
        2,
        "blue",
        &[
            (
                "programme: [2, Progression]",
                "item 2 of `programme`",
                "help: did you mean `progression`?",
            ),
            (
                "programme: [progresion]",
                "E0203",
                "help: did you mean `progression`?",
            ),
            ("programme: [Hold]", "E0203", "help: did you mean `hold`?"),
            (
                "programme: [2, [Inversion, 3]]",
                "E0203",
                "help: did you mean `inversion`?",
            ),
            (
                "powers: [{Wormhole: {whisperer: 2, to: day}}]",
                "E0203",
                "help: did you mean `wormhole`?",
            ),
            (
                "powers: [{wormhole: {whisperer: 2, to: Day}}]",
                "`to` in item 1 of `powers`",
                "help: did you mean `day`?",
            ),
            ("activate: [Titan]", "E0203", "help: did you mean `titan`?"),
        ],
    );
}

/// An ambiguous name gets no suggestion, and a name that differs in a number is a different one.
#[test]
fn no_hint_is_better_than_a_wrong_one() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let bench = Bench::copy(&Tree::read(&root.join("games/gem-1992")));
    for body in [
        "moves: [{unit: agent-2, to: nowhere}]",
        "moves: [{unit: agent-2, to: 9b-7}]",
        "moves: [{unit: unit-2, to: 4b-7}]",
        "headquarters: {maintain: [agent-2 and agent-3]}",
    ] {
        bench.write(
            "o.yaml",
            format!("game: gem-1992\nturn: 4\nseat: zytal\n{body}\n"),
        );
        let said = bench.run(&["check", "o.yaml", "--game", GAME]);
        assert!(said.err.contains("E0214"), "{}", said.all());
        assert!(!said.err.contains("did you mean"), "{}", said.all());
    }
}
