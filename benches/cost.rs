//! How cost grows: `cargo bench --bench cost` measures, and writes the table and the plot in `docs/`.
//!
//! Nothing here is asserted. Each point is the best of several runs, so that a busy machine shows less.

#[path = "../tests/engine/tiny/mod.rs"]
#[allow(clippy::wildcard_imports)]
mod tiny;

use chronojudge::{
    audit,
    dice::Quick,
    engine::{AnyRuleset, Overdue, Run, SeatId, Viewer},
    rulesets,
    sitting::{self, Request},
    store::{Disk, Game},
};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    path::Path,
    time::{Duration, Instant},
};

/// How one cost grows with one size.
struct Curve {
    title: &'static str,
    size: &'static str,
    /// What bends the line, if something does.
    note: &'static str,
    points: Vec<(u32, Duration)>,
}

fn main() {
    // `cargo test` runs every bench with `--test`, to see that it starts.
    if std::env::args().any(|arg| arg == "--test") {
        return;
    }
    let (audits, sittings) = long_game();
    let curves = [seats(), units(), audits, sittings];
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

/// A turn of rules in which nobody has sent anything: every default is taken.
fn turn(rules: &dyn AnyRuleset, state: &Value) {
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

/// A round of the engine's tiny ruleset, by seats.
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
        note: "",
        points: [4, 8, 16, 24, 32, 40].map(point).to_vec(),
    }
}

/// A round of Time Agent with the views of all, by operatives: the example's, many times over.
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
        rules
            .invariants(&state)
            .expect("a state")
            .expect("a state that can be");
        let took = best(20, || {
            turn(&*rules, &state);
            rules.views(&state, &viewers).expect("views");
        });
        (u32::try_from(units.len()).expect("few") * times, took)
    };
    Curve {
        title: "a round of Time Agent, and six views",
        size: "operatives",
        note: "",
        points: [1, 2, 4, 6, 8, 10].map(point).to_vec(),
    }
}

/// The audit of a game, and its next sitting, by sittings it has had.
fn long_game() -> (Curve, Curve) {
    let folder = tempfile::tempdir().expect("a folder");
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/gem-1992");
    copy(&example, folder.path());
    let mut game = Game::open(folder.path(), Disk::new()).expect("a game");
    let now = chrono::Utc::now();
    let _held = game.lock(now).expect("the lock");
    let request = Request {
        at: now,
        overdue: true,
        early: None,
    };
    let mut audits = vec![];
    let mut next = vec![];
    let first = game.position().expect("a game").expect("begun").sitting;
    for sitting in first + 1..=1000 {
        let began = Instant::now();
        sitting::sit(&game, &request).expect("a sitting");
        let took = began.elapsed();
        if [100, 200, 400, 600, 800, 1000].contains(&sitting) {
            next.push((sitting, took));
            let public = folder.path().join("public");
            let took = best(3, || drop(audit::verify(&public)));
            audits.push((sitting, took));
        }
    }
    (
        Curve {
            title: "the audit of a whole game of Time Agent",
            size: "sittings",
            note: "",
            points: audits,
        },
        Curve {
            title: "one more sitting, with all its papers",
            size: "sittings before it",
            note: "The whole log is read and checked, and the plot of the points has a mark for every turn.",
            points: next,
        },
    )
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a file");
        }
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn table(curves: &[Curve]) -> String {
    let mut text = String::from(
        "# How cost grows\n\n\
         Written by `cargo bench --bench cost`; each figure is the best of several runs on two cores. A straight line \
         means that twice as much costs twice as much.\n\n\
         ![Four plots of time against size](cost.svg)\n",
    );
    for curve in curves {
        let _ = write!(
            text,
            "\n## Time of {}\n\n| {} | ms | ms each |\n|---:|---:|---:|\n",
            curve.title, curve.size
        );
        for (size, time) in &curve.points {
            let ms = milliseconds(*time);
            let _ = writeln!(text, "| {size} | {ms:.3} | {:.4} |", ms / f64::from(*size));
        }
        if !curve.note.is_empty() {
            let _ = writeln!(text, "\n{}", curve.note);
        }
    }
    text
}

/// Small plots in one picture, each with a line from nothing through its last point to be held against.
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
