//! Four turns of a game for six, in eight sittings: looks at facedown tiles, questions that stop a
//! turn, fights, a `hold`, and a deadline that passes.

use super::{
    bench::{Bench, GAME, SEATS},
    tree::Tree,
};
use std::{collections::BTreeMap, sync::OnceLock};

/// The commands that lead to one sitting.
#[derive(Debug)]
pub struct Step {
    /// The open turn.
    pub turn: u32,
    /// Order files that are received; a seat that is left out sends its form if `forms` is set.
    pub orders: &'static [(&'static str, &'static str)],
    /// True if the seats that are not listed send their form.
    pub forms: bool,
    /// The arguments of the adjudicator.
    pub adjudicate: &'static [&'static str],
    /// The last but one line of its output.
    pub then: &'static str,
}

/// The steps: Roo waits for the result of a look, and so do all others.
pub const STEPS: &[Step] = &[
    Step {
        turn: 1,
        orders: &[
            (
                "buralti",
                "headquarters: {research: [7b-1, 7b-2, 7b-3]}\n\
                 moves: [{unit: agent-1, to: 1b-4}]\n\
                 actions: []\n\
                 opposition: [{tile: any, declare: ask}]\n",
            ),
            (
                "veneb",
                "headquarters: {research: [1b-1]}\n\
                 moves: [{unit: agent-1, to: 7b-4}]\n\
                 actions: []\n",
            ),
            (
                "human",
                "headquarters: {research: [7b-1]}\n\
                 moves: [{unit: agent-1, to: 7b-3}]\n\
                 actions: [rotate: {tile: 7b-3, to: 4}]\n",
            ),
            (
                "fiolli",
                "headquarters: {research: []}\n\
                 moves: [{unit: agent-1, to: 7b-3}]\n\
                 actions: []\n",
            ),
            (
                "roo",
                "headquarters: {research: [1b-3]}\n\
                 moves: [{unit: agent-1, to: 1b-4}]\n\
                 actions: [rotate: {tile: 1b-4, to: 2}]\n",
            ),
            (
                "zytal",
                "headquarters: {research: [1b-3, 1b-2]}\n\
                 moves: [{unit: agent-2, to: 7b-3}]\n\
                 actions: [search: {tile: 7b-3}, attack: {tile: 7b-3}]\n",
            ),
        ],
        forms: false,
        adjudicate: &[],
        then: "Waiting for buralti (1 question).",
    },
    Step {
        turn: 1,
        orders: &[(
            "buralti",
            "headquarters: {research: [7b-1, 7b-2, 7b-3]}\n\
             moves: [{unit: agent-1, to: 1b-4}]\n\
             actions: []\n\
             opposition: [{tile: 1b-4, against: roo, declare: stand-aside}]\n",
        )],
        forms: false,
        adjudicate: &[],
        then: "Turn 2 is open.",
    },
    Step {
        turn: 2,
        orders: &[
            (
                "buralti",
                "headquarters: {maintain: [agent-1]}\n\
                 moves: [{unit: agent-2, to: 7b-4}]\n\
                 actions: [rotate: {tile: 7b-4, to: 1}]\n\
                 opposition: [{tile: any, declare: stand-aside}]\n",
            ),
            (
                "veneb",
                "headquarters: {maintain: [agent-1]}\n\
                 moves: []\n\
                 actions: [ask: {tile: 7b-4, race: buralti}]\n\
                 opposition: [{tile: any, declare: stand-aside}]\n",
            ),
            (
                "human",
                "headquarters: {research: [4b-1, 4b-2]}\nmoves: []\nactions: []\n",
            ),
            (
                "fiolli",
                "headquarters: {buy: {agents: 1}}\n\
                 moves: []\n\
                 actions: [rotate: {tile: 7b-3, to: 5}]\n\
                 opposition: [{tile: any, declare: oppose}]\n",
            ),
            (
                "roo",
                "headquarters: {research: [3a-1, hold, 3a-2]}\nmoves: []\nactions: []\n",
            ),
            (
                "zytal",
                "headquarters: {maintain: [agent-2], research: [6b-5]}\n\
                 moves: []\n\
                 actions: [search: {tile: 7b-3}, attack: {tile: 7b-3}]\n\
                 opposition: [{tile: any, declare: oppose}]\n",
            ),
        ],
        forms: false,
        adjudicate: &[],
        then: "Waiting for roo (1 question).",
    },
    Step {
        turn: 2,
        orders: &[(
            "roo",
            "headquarters: {research: [3a-1, 3a-3]}\n\
             moves: [{unit: agent-2, to: 1b-3}]\n\
             actions: [rotate: {tile: 1b-3, to: 6}]\n",
        )],
        forms: false,
        adjudicate: &[],
        then: "Turn 3 is open.",
    },
    Step {
        turn: 3,
        orders: &[(
            "zytal",
            "headquarters: {research: [5a-1, 5a-2]}\nmoves: []\nactions: []\n",
        )],
        forms: true,
        adjudicate: &[],
        then: "Turn 4 is open.",
    },
    Step {
        turn: 4,
        orders: &[(
            "veneb",
            "headquarters: {research: [2a-1, hold]}\nmoves: []\nactions: []\n",
        )],
        forms: false,
        adjudicate: &["--overdue"],
        // A held line has not been asked yet, and so is not overdue.
        then: "Waiting for veneb (1 question).",
    },
    Step {
        turn: 4,
        orders: &[],
        forms: false,
        adjudicate: &["--overdue"],
        then: "Turn 5 is open.",
    },
];

/// Plays one step.
#[track_caller]
pub fn play(bench: &Bench, step: &Step) {
    for (seat, body) in step.orders {
        bench.order(seat, step.turn, body);
    }
    let given: BTreeMap<_, _> = step.orders.iter().copied().collect();
    for seat in SEATS {
        if step.forms && !given.contains_key(seat) {
            let form = bench.ok(&["form", GAME, seat]).out;
            bench.write("form.yaml", form);
            bench.ok(&["receive", GAME, "form.yaml"]);
        }
    }
    let said = bench.ok(&[&["adjudicate", GAME], step.adjudicate].concat());
    assert!(said.err.contains(step.then), "{}", said.all());
}

/// Returns the game after all steps; it is played once, on the disk.
pub fn played() -> &'static Tree {
    static PLAYED: OnceLock<Tree> = OnceLock::new();
    PLAYED.get_or_init(|| {
        let bench = Bench::copy_on_disk(&Bench::started().tree());
        for step in STEPS {
            play(&bench, step);
        }
        bench.tree()
    })
}

/// Returns the game before its first sitting with orders: all are on file.
pub fn ready() -> &'static Tree {
    static READY: OnceLock<Tree> = OnceLock::new();
    READY.get_or_init(|| {
        let bench = Bench::copy_on_disk(&Bench::started().tree());
        for (seat, body) in STEPS[0].orders {
            bench.order(seat, STEPS[0].turn, body);
        }
        bench.tree()
    })
}

/// Returns a turn that was stopped by a question, whose answer is on file; it is played once.
pub fn in_the_middle() -> &'static Tree {
    static STOPPED: OnceLock<Tree> = OnceLock::new();
    STOPPED.get_or_init(|| {
        let bench = Bench::copy(ready());
        let said = bench.ok(&["adjudicate", GAME]);
        assert!(said.err.contains(STEPS[0].then), "{}", said.all());
        let (seat, body) = STEPS[1].orders[0];
        bench.order(seat, STEPS[1].turn, body);
        bench.tree()
    })
}
