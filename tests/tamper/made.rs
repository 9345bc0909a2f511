//! A game with a beacon and with notes, played here from real rounds, and its forgeries.

use super::{Comes::*, Forger, fields, files, public::Public, records};
use crate::cli::{
    beacon::{LOCKS, OUT, SIGNATURES, file, ok, ready, start},
    bench::{Bench, GAME, TWO, orders},
};

/// Returns two sittings with notes between them; and the same with other orders in the last sitting.
fn played() -> [Public; 2] {
    let (bench, _) = ready();
    start(&bench);
    let draw = |bench: &Bench, n: usize| {
        let (_, round) = SIGNATURES[n];
        ok(bench, OUT[n], &["adjudicate", GAME, "--beacon", round]);
    };
    draw(&bench, 1);
    let reason = ["--reason", "I am on a boat"];
    ok(&bench, OUT[1], &[&["hold", GAME], &reason[..]].concat());
    ok(
        &bench,
        LOCKS[2],
        &[&["release", GAME], &reason[..]].concat(),
    );
    ok(&bench, LOCKS[2], &[&["pause", GAME], &reason[..]].concat());
    ok(&bench, LOCKS[2], &[&["resume", GAME], &reason[..]].concat());
    let turn = |bench: &Bench| -> u32 {
        let said = ok(bench, LOCKS[2], &["status", GAME, "--json"]);
        let now: serde_json::Value = serde_json::from_str(&said.out).unwrap();
        now["turn"].as_u64().unwrap().try_into().unwrap()
    };
    // The GM files an order that came by telephone.
    let body = orders("red", turn(&bench), "no-orders: true\n");
    bench.write("told.yaml", body);
    ok(
        &bench,
        LOCKS[2],
        &[&["orders", GAME, "told.yaml"], &reason[..]].concat(),
    );
    let before = bench.tree();
    [["first", "first"], ["first", "second"]].map(|thoughts| {
        let bench = Bench::copy(&before);
        for (seat, thought) in TWO.into_iter().zip(thoughts) {
            file(&bench, LOCKS[2], seat, turn(&bench), thought);
        }
        ok(&bench, LOCKS[2], &["adjudicate", GAME]);
        draw(&bench, 2);
        Public::read(&bench.root().join("public"))
    })
}

pub fn with_beacon() -> (Forger, Public) {
    let [real, again] = played();
    let mut forger = Forger::new(real, true);
    files::on_disk(&mut forger);
    files::refitted(&mut forger);
    fields::every_field(&mut forger);
    records::every_record(&mut forger);
    let find = |kind: &str| {
        forger
            .real
            .records()
            .iter()
            .position(|r| r.kind() == kind)
            .unwrap()
    };
    let (lock, result) = (find("lock"), find("result"));
    let set = |n: usize, key: &'static str, value: &'static str| {
        move |p: &mut Public| {
            let mut records = p.records();
            records[n].set(key, value);
            p.relink(&records);
        }
    };
    // The first sitting has rolls, so the second verifier detects it too.
    let (other, third) = (SIGNATURES[0].1, SIGNATURES[2].1);
    let comes = Refused("beacon signatures", "");
    forger.forge(
        "another round's signature",
        comes,
        set(result, "beacon", other),
    );
    forger.forge(
        "a third round's signature",
        comes,
        set(result, "beacon", third),
    );
    let order = Refused("order and keys", "");
    forger.forge(
        "no signature",
        Refused("", ""),
        set(result, "beacon", "none"),
    );
    forger.forge("a lock without a round", order, set(lock, "round", "none"));
    forger.forge(
        "a lock of another round",
        order,
        set(lock, "round", "657413"),
    );
    forger.forge(
        "a lock an hour later",
        order,
        set(lock, "at", "2023-08-23T14:10:30Z"),
    );
    forger.forge(
        "a later round, and a lock to fit",
        Refused("beacon signatures", ""),
        |p| {
            let mut records = p.records();
            records[lock].set("at", "2023-08-23T15:05:36Z");
            records[lock].set("round", "124");
            p.relink(&records);
        },
    );
    forger.forge("another lead agreed", order, |p| {
        let text = p
            .text("game.yaml")
            .replace("lead-minutes: 10", "lead-minutes: 11");
        p.set("game.yaml", text);
        p.refit();
    });
    forger.forge("the beacon undone", Refused("", ""), |p| {
        let text = p.text("game.yaml").replace("dice: beacon", "dice: drawn");
        p.set("game.yaml", text);
        let mut records = p.records();
        records[0].set("dice", "drawn");
        let sat = |kind: &str| ["lock", "result"].contains(&kind);
        for record in records.iter_mut().filter(|r| sat(r.kind())) {
            for key in ["beacon", "round"] {
                if record.get(key).is_some() {
                    record.set(key, "none");
                }
            }
        }
        p.relink(&records);
        p.refit();
    });
    (forger, again)
}
