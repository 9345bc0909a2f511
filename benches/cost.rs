//! Measures how costs grow: `cargo bench --bench cost` writes the table and the plot in `docs/`.
//!
//! Nothing here is asserted. Each point is the best of several runs, so that a busy machine shows less.

#[path = "../tests/engine/tiny/mod.rs"]
#[allow(clippy::wildcard_imports)]
mod tiny;

use chronojudge::{
    audit,
    dice::Quick,
    engine::{DynRuleset, Overdue, Run, SeatId, Viewer},
    game_dir::{Disk, Game},
    rulesets,
    run::{self, Request},
};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

/// The growth of one cost with one size.
struct Curve {
    title: &'static str,
    size: &'static str,
    /// The reason why the line bends, if it does.
    note: String,
    /// True if the cost should be the same at every size.
    is_flat: bool,
    points: Vec<(u32, Duration)>,
}

fn main() {
    // `cargo test` runs every bench with `--test` to check that it starts.
    if std::env::args().any(|arg| arg == "--test") {
        return;
    }
    let (audits, sittings) = long_game(false);
    let (_, signed) = long_game(true);
    let curves = [seats(), units(), audits, sittings, signed];
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    fs::write(docs.join("cost.svg"), plot(&curves)).expect("a file");
    fs::write(docs.join("cost.md"), table(&curves)).expect("a file");
    print!("{}", table(&curves));
}

fn best(times: u32, mut work: impl FnMut()) -> Duration {
    let one = |()| {
        let began = Instant::now();
        work();
        began.elapsed()
    };
    std::iter::repeat_n((), times as usize)
        .map(one)
        .min()
        .expect("at least one")
}

/// Runs a turn of the rules without any orders: every default is taken.
fn turn(rules: &dyn DynRuleset, state: &Value) {
    let run = Run {
        sitting: 1,
        began: None,
        journal: &[],
        on_file: &BTreeMap::new(),
        overdue: Overdue {
            all: true,
            ..Overdue::default()
        },
    };
    let outcome = rules.turn(state, run, &mut Quick::new(1)).expect("a state");
    assert!(outcome.flow.is_ok(), "{:?}", outcome.flow);
}

/// Measures a round of the engine's tiny ruleset, by the number of seats.
fn seats() -> Curve {
    let point = |n: u32| {
        let names: Vec<SeatId> = (0..n)
            .map(|i| SeatId::new(&format!("seat-{i:03}")).expect("a name"))
            .collect();
        let state = tiny::State {
            round: 1,
            order: names.clone(),
            coins: names.iter().map(|seat| (seat.clone(), 3)).collect(),
            cards: tiny::CARDS.map(String::from).to_vec(),
            held: BTreeMap::new(),
            seen: names
                .iter()
                .map(|seat| (seat.clone(), BTreeSet::new()))
                .collect(),
            open: BTreeSet::new(),
            endless: None,
        };
        let state = serde_json::to_value(state).expect("a state");
        (n, best(50, || turn(&tiny::Tiny, &state)))
    };
    Curve {
        title: "a round of the engine's smallest rules",
        size: "seats",
        note: String::new(),
        is_flat: false,
        points: [4, 8, 16, 24, 32, 40].map(point).to_vec(),
    }
}

/// Measures a round of Time Agent with all views, by the number of operatives: those of the example, repeated.
fn units() -> Curve {
    let known = rulesets::find("time-agent").expect("a ruleset");
    let rules = (known.load)(&(known.library)()).expect("content");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/gem-1992/turns/0003/state.yaml");
    let text = fs::read_to_string(path).expect("the example");
    let state: Value = chronojudge::yaml::keep::from_str(&text).expect("a state");
    let viewers: Vec<Viewer> = state["sides"]
        .as_object()
        .expect("sides")
        .keys()
        .map(|race| Viewer::Seat(SeatId::new(race.as_str()).expect("a seat")))
        .collect();
    let point = |times: u32| {
        let mut state = state.clone();
        let units = state["units"].as_object().expect("units").clone();
        for copy in 1..times {
            for (unit, place) in &units {
                let (kind, number) = unit.rsplit_once('-').expect("a number");
                let number: u32 = number.parse().expect("a number");
                state["units"][format!("{kind}-{}", number + copy * 10)] = place.clone();
            }
        }
        for side in state["sides"].as_object_mut().expect("sides").values_mut() {
            side["machines"] =
                json!(side["machines"].as_u64().expect("a number") * u64::from(times));
            for kind in ["agents", "squads"] {
                side[kind] = json!(side[kind].as_u64().expect("a number") + u64::from(times) * 10);
            }
        }
        rules.invariants(&state).expect("a state that can be");
        let took = best(20, || {
            turn(&*rules, &state);
            rules.views(&state, &viewers).expect("views");
        });
        (u32::try_from(units.len()).expect("few") * times, took)
    };
    Curve {
        title: "a round of Time Agent, and six views",
        size: "operatives",
        note: String::new(),
        is_flat: false,
        points: [1, 2, 4, 6, 8, 10].map(point).to_vec(),
    }
}

/// Returns a game for six that was founded, started and corrected, so that there are points to plot. It lies in memory
/// where possible, because the disk takes the same time in every sitting.
fn game_for_six(signed: bool) -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    let builder = tempfile::tempdir_in(memory);
    let folder = builder.or_else(|_| tempfile::tempdir()).expect("a folder");
    let run = |args: &[&str]| {
        let program = Command::new(env!("CARGO_BIN_EXE_chronojudge"))
            .args(args)
            .current_dir(folder.path())
            .output()
            .expect("the program");
        assert!(program.status.success(), "{args:?}: {program:?}");
    };
    let new = [
        "new", "gem", "--dice", "plain", "--trust", "token", "--keys", "4096",
    ];
    let more: &[&str] = if signed { &["--sign-log"] } else { &[] };
    run(&[&new[..], more].concat());
    for seat in ["buralti", "veneb", "human", "fiolli", "roo", "zytal"] {
        let address = format!("{seat}@example.org");
        run(&["seat", "gem", seat, "--name", seat, "--address", &address]);
    }
    run(&["start", "gem"]);
    let state = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/gem-1992/turns/0004/state.yaml");
    let state = state.display().to_string();
    run(&["adjudicate", "gem", "--overdue", "--now", "a bench"]);
    run(&["amend", "gem", &state, "--reason", "a bench"]);
    folder
}

/// Measures the audit of a game and its next sitting, by the number of sittings it has had.
fn long_game(signed: bool) -> (Curve, Curve) {
    let folder = game_for_six(signed);
    let root = folder.path().join("gem");
    let now = chrono::Utc::now();
    let request = Request {
        at: now,
        overdue: true,
        early: None,
    };
    let mut audits = vec![];
    let mut next: BTreeMap<u32, Duration> = BTreeMap::new();
    let mut thorough = Duration::MAX;
    for sitting in 3..=1004 {
        // A program is started for each sitting, so the game is opened anew.
        let began = Instant::now();
        let game = Game::open(&root, Disk::new()).expect("a game");
        let game = game.lock(now).expect("the lock");
        run::sit(&game, &request).expect("a sitting");
        let _game = game.unlock();
        let took = began.elapsed();
        for size in [10, 30, 100, 300, 600, 1000] {
            if (size..size + 5).contains(&sitting) {
                let best = next.entry(size).or_insert(took);
                *best = took.min(*best);
            }
        }
        if sitting == 961 {
            thorough = took;
        }
        if [100, 200, 400, 600, 800, 1000].contains(&sitting) {
            let public = root.join("public");
            let took = best(3, || drop(audit::verify(&public)));
            audits.push((sitting, took));
        }
    }
    let ratio = milliseconds(next[&1000]) / milliseconds(next[&10]);
    (
        Curve {
            title: "the audit of a whole game of Time Agent",
            size: "sittings",
            note: String::new(),
            is_flat: false,
            points: audits,
        },
        Curve {
            title: if signed {
                "one more sitting, with all its papers, where the log is signed"
            } else {
                "one more sitting, with all its papers"
            },
            size: "sittings",
            note: format!(
                "The best of five sittings each, in memory. The thousandth costs {ratio:.2} times what the tenth did. At \
                 every 64th the whole log, and all of `public/`, is looked through once more: sitting 961 took {:.0} ms.",
                milliseconds(thorough)
            ),
            is_flat: true,
            points: next.into_iter().collect(),
        },
    )
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn table(curves: &[Curve]) -> String {
    let mut text = String::from(
        "# How cost grows\n\n\
         Written by `cargo bench --bench cost`; each figure is the best of several runs on two cores. A straight line \
         means that twice as much costs twice as much.\n\n\
         ![Plots of time against size](cost.svg)\n",
    );
    for curve in curves {
        let _ = write!(
            text,
            "\n## Time of {}\n\n| {} | ms | {} |\n|---:|---:|---:|\n",
            curve.title,
            curve.size,
            if curve.is_flat {
                "times the first"
            } else {
                "ms each"
            }
        );
        for (size, time) in &curve.points {
            let ms = milliseconds(*time);
            let _ = if curve.is_flat {
                let first = milliseconds(curve.points[0].1);
                writeln!(text, "| {size} | {ms:.3} | {:.2} |", ms / first)
            } else {
                writeln!(text, "| {size} | {ms:.3} | {:.4} |", ms / f64::from(*size))
            };
        }
        if !curve.note.is_empty() {
            let _ = writeln!(text, "\n{}", curve.note);
        }
    }
    text
}

/// Draws small plots into one picture, each with a reference line from zero through its last point.
fn plot(curves: &[Curve]) -> String {
    let (wide, high, inner, outer) = (400.0, 250.0, 150.0, 290.0);
    let rows = curves.len().div_ceil(2);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" font-size=\"12\" \
         role=\"img\">\n<title>How cost grows</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        2.0 * wide,
        f64::from(u32::try_from(rows).expect("few")) * high
    );
    for (n, curve) in (0_u32..).zip(curves) {
        let (left, top) = (
            f64::from(n % 2) * wide + 75.0,
            f64::from(n / 2) * high + 40.0,
        );
        let most_size = curve
            .points
            .iter()
            .map(|(size, _)| *size)
            .max()
            .unwrap_or(1);
        let most_time = curve
            .points
            .iter()
            .map(|(_, time)| *time)
            .max()
            .unwrap_or_default();
        let x = |size: u32| left + outer * f64::from(size) / f64::from(most_size);
        let y = |ms: f64| top + inner - inner * ms / (milliseconds(most_time) * 1.1);
        let last = curve
            .points
            .last()
            .map_or(0.0, |(_, time)| milliseconds(*time));
        let _ = write!(
            svg,
            "<text x=\"{left}\" y=\"{}\" font-weight=\"bold\">{}</text>\n\
             <path d=\"M{left} {top}V{}H{}\" fill=\"none\" stroke=\"#333\"/>\n\
             <line x1=\"{left}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"#888\" stroke-dasharray=\"4 4\"/>\n\
             <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{:.2} ms</text>\n\
             <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{most_size} {}</text>\n",
            top - 14.0,
            curve.title,
            top + inner,
            left + outer,
            y(0.0),
            x(most_size),
            y(last),
            left - 4.0,
            y(milliseconds(most_time)) + 4.0,
            milliseconds(most_time),
            left + outer,
            top + inner + 18.0,
            curve.size,
        );
        let line: Vec<String> = curve
            .points
            .iter()
            .map(|(size, time)| format!("{:.1},{:.1}", x(*size), y(milliseconds(*time))))
            .collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"#06c\" stroke-width=\"2\"/>",
            line.join(" ")
        );
        for point in &line {
            let (x, y) = point.split_once(',').expect("two");
            let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"3\" fill=\"#06c\"/>");
        }
    }
    svg + "</svg>\n"
}
