//! Pictures attached to the report mails of the players who asked for them.

use super::bench::{Bench, GAME, SEATS, orders};
use mail_parser::{MessageParser, MimeHeaders as _};
use std::fs;

/// Returns the files of the first report mail of a turn's seat, by name.
fn files(bench: &Bench, seat: &str) -> Vec<(String, Vec<u8>)> {
    let path = format!("outbox/gem.s0002.{seat}.report.1.eml");
    let mail = fs::read(bench.root().join(path)).unwrap();
    let mail = MessageParser::default().parse(&mail).unwrap();
    let files = mail.attachments().map(|file| {
        let name = file.attachment_name().unwrap().to_owned();
        (name, file.contents().to_vec())
    });
    files.collect()
}

fn picture(files: &[(String, Vec<u8>)], ending: &str) -> Option<Vec<u8>> {
    let mut found = files.iter().filter(|(name, _)| name.ends_with(ending));
    found.next().map(|(_, bytes)| bytes.clone())
}

#[test]
fn a_player_who_asks_for_a_picture_gets_it_as_a_file() {
    let bench = Bench::started();
    let mut players = bench.read("gem/players.yaml");
    for (seat, kind) in [("zytal", "svg"), ("roo", "png")] {
        let name = format!("name: Player {seat}\n");
        players = players.replace(&name, &format!("{name}  pictures: {kind}\n"));
    }
    bench.write("gem/players.yaml", players);
    for seat in SEATS {
        bench.write("o.yaml", orders(seat, 1, "no-orders: true\n"));
        bench.ok(&["receive", GAME, "o.yaml"]);
    }
    bench.ok(&["adjudicate", GAME]);
    assert_eq!(picture(&files(&bench, "human"), ".svg"), None);
    let svg = files(&bench, "zytal");
    assert!(
        svg.iter().any(|(name, _)| name == "gem.t2.zytal.svg"),
        "{:?}",
        svg.iter().map(|(name, _)| name).collect::<Vec<_>>()
    );
    let drawn = String::from_utf8(picture(&svg, ".svg").unwrap()).unwrap();
    let document = roxmltree::Document::parse(&drawn).unwrap();
    assert_eq!(document.root_element().tag_name().name(), "svg");
    assert!(drawn.contains(">4a-3<"), "{drawn}");
    as_png(&bench, &files(&bench, "roo"));
}

#[test]
fn pictures_can_be_chosen_when_a_player_is_seated() {
    let bench = Bench::empty();
    bench.found_for_two(&[]);
    let seat = |seat: &'static str| {
        let address = ["--address", "somebody@example.org"];
        [&["seat", GAME, seat, "--name", seat][..], &address].concat()
    };
    let said = bench.run(&[&seat("red")[..], &["--pictures", "gif"]].concat());
    assert!(said.code == 2 && said.err.contains("svg, png"), "{said:?}");
    bench.ok(&[&seat("red")[..], &["--pictures", "png"]].concat());
    bench.ok(&seat("blue"));
    let players = bench.read("gem/players.yaml");
    assert_eq!(players.matches("pictures: png\n").count(), 1, "{players}");
    assert_eq!(players.matches("pictures: ").count(), 1, "{players}");
    // The choice may come with a player's second seat.
    let bench = Bench::empty();
    bench.found_for_two(&[]);
    for (seat, more) in [("red", &[][..]), ("blue", &["--pictures", "svg"])] {
        let both = ["--name", "Ada", "--address", "ada@example.org"];
        bench.ok(&[&["seat", GAME, seat][..], &both, more].concat());
    }
    let players = bench.read("gem/players.yaml");
    assert_eq!(players.matches("pictures: svg\n").count(), 1, "{players}");
}

/// Checks that a program without PNG sends an SVG file instead.
#[cfg(not(feature = "png"))]
fn as_png(_: &Bench, files: &[(String, Vec<u8>)]) {
    assert_eq!(picture(files, ".png"), None);
    assert!(picture(files, "gem.t2.roo.svg").is_some());
}

/// Checks that the picture is wide enough to be read, and not empty; and that `report --picture` draws one as wide,
/// without the marks of what has changed for a reader.
#[cfg(feature = "png")]
fn as_png(bench: &Bench, files: &[(String, Vec<u8>)]) {
    use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};
    assert_eq!(picture(files, ".svg"), None);
    let png = picture(files, "gem.t2.roo.png").expect("a PNG");
    let drawn = Pixmap::decode_png(&png).unwrap();
    assert_eq!(drawn.width(), 1000);
    assert!((400..4000).contains(&drawn.height()), "{}", drawn.height());
    let mut colors: Vec<_> = drawn
        .pixels()
        .iter()
        .map(PremultipliedColorU8::demultiply)
        .collect();
    colors.sort_by_key(|c| (c.red(), c.green(), c.blue()));
    colors.dedup();
    assert!(colors.len() > 50, "{} colors", colors.len());
    assert!(
        colors.iter().all(|c| c.alpha() == 255),
        "nothing shines through"
    );
    bench.ok(&["report", GAME, "roo", "--picture", "map.png"]);
    let plain = fs::read(bench.dir().join("map.png")).unwrap();
    let plain = Pixmap::decode_png(&plain).unwrap();
    assert_eq!(plain.width(), 1000);
    // The legend of the marks is below the picture.
    assert!(plain.height() < drawn.height());
}
