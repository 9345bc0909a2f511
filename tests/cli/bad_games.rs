//! Bad orders of the games besides Time Agent: the command line tells the mistake, and the play page says the same.

use super::{bench::Bench, check::same_in_the_page};
use std::path::Path;

/// An example game, the report whose view is taken, the head of the order files, and their mistakes with their codes.
type Bad = (
    &'static str,
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str)],
);

/// Bad orders of the games besides Time Agent, each with the code of its mistake, for a report of the example game.
const BAD: &[Bad] = &[
    (
        "loop-1",
        "0003/0005",
        "game: loop-1\nturn: 4\nseat: mr-time\n",
        &[
            ("E1301", "actions: [{free: robots}]"),
            ("E1304", "actions: [{move: medieval}]"),
            ("E1305", "actions: [{use: pocket-sundial}]"),
            ("E1307", "actions: [{loop: black-hole}]"),
            ("E1311", "acquire: timenado"),
            ("E1312", "actions: [{use: lag-spike}]"),
            ("E0208", "actions: {free: robots}"),
        ],
    ),
    (
        "pirates-1",
        "0009/0011",
        "game: pirates-1\nturn: 10\nseat: pink\n",
        &[
            ("E1205", "actions: [{take: world}]"),
            ("E1206", "actions: [{move: 1200-1299}]"),
            ("E1218", "place: 1200-1299"),
            ("E0214", "discard: [asia-9]"),
            ("E0209", "actions: [{sell: [europe]}]"),
            ("E0203", "actions: [hop]"),
        ],
    ),
    (
        "control-1",
        "0001/0002",
        "game: control-1\nturn: 2\nseat: green\n",
        &[
            ("E1401", "actions: [{agent: purple-agent-1, move: today}]"),
            ("E1405", "actions: [{agent: green-agent-2, move: today}]"),
            ("E0214", "actions: [{agent: green-agent-9, move: today}]"),
            ("E0203", "actions: [{agent: green-agent-1, move: yesterdy}]"),
            ("E0208", "cash-out: {solve: rome}"),
            ("E0201", "cash-out: [{nonsense: 1}]"),
        ],
    ),
    (
        "whispers-1",
        "0002/0003",
        "game: whispers-1\nturn: 2\nseat: red\n",
        &[
            (
                "E1103",
                "programme: [2, 2, [3, 4], psychic, termination, 1]",
            ),
            ("E1108", "powers: [zodiac: {}, thief: {steal: [inversion]}]"),
            ("E1117", "gift: [termination]"),
            ("E0203", "programme: [5, progresion]"),
        ],
    ),
];

/// The play page says of bad orders of every game what the command line says, which is their mistake.
#[test]
fn bad_orders_of_each_game_are_told_in_the_page_too() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let page = std::env::var_os("CHRONOJUDGE_PLAY");
    for (game, sitting, head, all) in BAD {
        let bench = Bench::empty();
        let seat = head.trim_end().rsplit(' ').next().expect("a seat");
        let view = format!("{seat}.view.yaml");
        let report = games.join(game).join("reports").join(sitting);
        bench.write(&view, std::fs::read(report.join(&view)).expect("a view"));
        let names: Vec<String> = (0..all.len()).map(|n| format!("{n}.yaml")).collect();
        for (name, (code, body)) in names.iter().zip(*all) {
            bench.write(name, format!("{head}{body}\n"));
            let told = bench.run(&["check", name, "--view", &view]).all();
            assert!(
                told.contains(&format!("[{code}]")),
                "{game}: {body}\n{told}"
            );
        }
        if let Some(page) = &page {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let args = [&["check"], &names[..], &["--view", &view]].concat();
            let files = [&names[..], &[&view]].concat();
            same_in_the_page(&bench, Path::new(page), &files, &args);
        }
    }
}
