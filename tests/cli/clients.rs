//! Orders as people send them from phones and web mail: forty mails in the formats of real mail programs, each with what
//! its writer means beside it (`clients/`).

use super::{
    bench::{Bench, GAME},
    letters::{left, read},
    tree::Tree,
};
use chronojudge::{
    compose::token::form_token,
    engine::SeatId,
    game_dir::{Disk, Game},
    inbox,
    mail::InHand,
};
use serde_json::Value;
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// The form that the samples quote, as the report of sitting 7 has it.
const FORM: &str = "turn-order: {prefer: [6, 5, 4, 3, 2, 1]}\nheadquarters:\n  maintain: [agent-3]\n  \
                    buy: {time-machines: 0, squads: 0, agents: 0}\n  research: []\n\
                    # From the present: {unit: squad-1, to: 4b-2}\nmoves: []\n\
                    # ask, search, attack, reverse, rotate, hold: {reverse: {tile: 4b-7}}\nactions: []\n\
                    opposition:\n  - {tile: any, declare: oppose}\ncontribute: []\n# End of your orders\n";

/// The orders on file before each mail.
const BEFORE: &str = "game: gem-1992\nturn: 5\nseat: zytal\nsitting: 7\nturn-order: {prefer: [6]}\n\
                      headquarters: {research: [4b-1]}\nwake: [contribute]\n";

fn samples() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/clients");
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut mails: Vec<_> = files
        .filter(|path| path.extension().is_some_and(|e| e == "eml"))
        .collect();
    mails.sort();
    mails
}

/// Returns the example game after its fourth turn, which the samples answer, with the Message-ID of the report and the
/// token of its form.
fn played() -> (Tree, String, String) {
    let bench = Bench::empty_in_memory();
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/gem-1992");
    Tree::read(&example).write(&bench.root());
    let settings = bench.read("gem/mail.yaml").replace("delivered", "mail");
    bench.write("gem/mail.yaml", settings);
    let players = bench
        .read("gem/players.yaml")
        .replace("trust: token", "trust: address");
    bench.write("gem/players.yaml", players);
    bench.ok(&["adjudicate", GAME]);
    let mail = bench
        .root()
        .join("outbox/gem-1992.s0007.zytal.report.1.eml");
    let text = fs::read_to_string(mail).unwrap();
    let id = text
        .lines()
        .find_map(|line| line.strip_prefix("Message-ID: "))
        .unwrap();
    bench.ok(&["send", GAME]);
    fs::remove_dir_all(bench.root().join("mail")).unwrap();
    fs::write(
        bench.root().join("reports/0004/0007/zytal.short.yaml"),
        FORM,
    )
    .unwrap();
    let game = Game::open(&bench.root(), Disk::new()).unwrap();
    let players = game.players().unwrap();
    let seat = SeatId::new("zytal").unwrap();
    let token = form_token(&game, players.of(&seat).unwrap(), &seat, 7).unwrap();
    (bench.tree(), id.to_owned(), token)
}

fn yaml(text: &str) -> Value {
    serde_yaml::from_str(text).unwrap_or_else(|why| panic!("{why}:\n{text}"))
}

#[test]
fn forty_mails_of_real_programs_are_read_as_their_writers_mean_them() {
    let (tree, id, token) = played();
    let mut wrong = vec![];
    let samples = samples();
    assert_eq!(samples.len(), 40);
    for path in &samples {
        let bench = Bench::in_memory(&tree);
        let on_file = bench.root().join("orders/0005/zytal.yaml");
        fs::create_dir_all(on_file.parent().unwrap()).unwrap();
        fs::write(&on_file, BEFORE).unwrap();
        let told = yaml(&fs::read_to_string(path.with_extension("yaml")).unwrap());
        let raw = fs::read(path).unwrap();
        // Byte by byte: the samples have several charsets.
        let mut mail: String = raw.iter().map(|byte| char::from(*byte)).collect();
        for (from, to) in [
            (
                "<gem.s7.zytal.report.1.0123456789abcdef0123456789abcdef@example.org>",
                id.as_str(),
            ),
            ("@TOKEN@", &token),
            ("gm+gem.zytal@", "gm+gem-1992.zytal@"),
        ] {
            mail = mail.replace(from, to);
        }
        let mail: Vec<u8> = mail
            .chars()
            .map(|c| u8::try_from(u32::from(c)).unwrap())
            .collect();
        let game = bench.open(Disk::new());
        let now = "2026-11-26T12:00:00Z".parse().unwrap();
        let mut source = InHand::new([mail]);
        inbox::take_all(&game, &mut source, now).unwrap();
        drop(game);
        bench.ok(&["send", GAME]);
        let replies: BTreeSet<String> = left(&bench);
        let after = fs::read_to_string(&on_file).unwrap();
        let reply = replies.iter().find(|name| name.contains(".zytal.receipt."));
        let text = reply.map_or_else(String::new, |name| read(&bench, name).all);
        let meant = &told["meant"];
        let is_right = if meant == "none" {
            after == BEFORE && !text.contains("REJECTED")
        } else if meant == "error" {
            after == BEFORE && text.contains("REJECTED")
        } else {
            let mut whole = yaml(BEFORE);
            for (key, value) in meant.as_object().unwrap() {
                whole[key] = value.clone();
            }
            let mut now = yaml(&after);
            now.as_object_mut().unwrap().remove("token");
            whole == now
        };
        let flat: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let shown = told["left"].as_array().unwrap().iter().all(|line| {
            let line: String = line
                .as_str()
                .unwrap()
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ");
            meant == "none" || meant == "error" || flat.contains(&line)
        });
        if !is_right || !shown {
            wrong.push(format!(
                "{}: {} ({}, left shown: {shown})\nmeant {meant}\non file:\n{after}\nreply:\n{text}",
                path.file_name().unwrap().display(),
                told["why"],
                told["client"],
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of 40 wrong\n\n{}",
        wrong.len(),
        wrong.join("\n=====\n")
    );
}
