//! The Time Whisperers: in reports, order lines that answer a question whenever it is asked have an outcome.

use super::{
    bench::GAME,
    whisperers::{SEATS, send, started},
};

/// Such lines have an outcome in text and in HTML, gifts and activations included.
#[test]
fn gifts_and_activations_have_an_outcome() {
    let bench = started();
    for seat in SEATS {
        let all = "placement: [{whisperer: 1}, {whisperer: 2}, {whisperer: 3, side: gold}, {whisperer: 4, side: gold}]\n";
        let rest = match seat {
            "red" => "programme: [2, hold]\ngift: [inversion]\nactivate: [swarm]\n",
            _ => "programme: [1, 2, 3, termination]\nactivate: []\n",
        };
        send(&bench, seat, 1, &format!("{all}{rest}"));
    }
    bench.ok(&["adjudicate", GAME]);
    let both = || {
        let html = bench.ok(&["report", "--html", GAME, "red"]).out;
        let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        [
            one_line(&bench.ok(&["report", GAME, "red"]).out),
            one_line(&html),
        ]
    };
    for report in both() {
        for said in [
            "not used: no opponent used the Thief in this round (Thief)",
            "still to come: a gold power is activated in phase 4 (Phase 4.4)",
        ] {
            assert!(report.contains(said), "{said}\n{report}");
        }
    }
    let sitting = bench.json(&["status", GAME])["sitting"].to_string();
    let rest = format!(
        "sitting: {sitting}\nprogramme: [termination]\ngift: [inversion]\nactivate: [swarm]\n"
    );
    send(&bench, "red", 1, &rest);
    for _ in 0..2 {
        bench.ok(&[
            "adjudicate",
            GAME,
            "--overdue",
            "--now",
            "nothing more comes",
        ]);
    }
    for report in both() {
        let said = "not used: you owned no";
        assert!(report.contains(said), "{said}\n{report}");
    }
}
