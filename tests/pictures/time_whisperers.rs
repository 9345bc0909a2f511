//! The circle of ages.

use super::{
    Seen, list, report,
    svg::{Places, all, at, distance, drawing, inherited, number, parse, shown},
    text, views, words,
};
use chronojudge::report::Format;
use roxmltree::{Document, Node};
use std::collections::{BTreeMap, BTreeSet};

const AGES: [(&str, &str); 4] = [
    ("Night", "night"),
    ("Dawn", "dawn"),
    ("Day", "day"),
    ("Dusk", "dusk"),
];

/// Returns the four ages: the center of each circle, by the name that is written in it.
fn ages(doc: &Document<'_>) -> Places<'static> {
    let circles = all(doc, "circle").filter(|node| (number(*node, "r") - 116.0).abs() < 0.1);
    let places: Vec<_> = circles
        .map(|circle| {
            let label = circle
                .next_siblings()
                .find(|n| n.has_tag_name("text"))
                .expect("a name");
            let (_, id) = AGES
                .into_iter()
                .find(|(name, _)| *name == shown(label))
                .expect("an age");
            let mark = circle
                .parent()
                .and_then(|group| group.attribute("data-place"));
            assert_eq!(mark, Some(id));
            (id, at(circle))
        })
        .collect();
    assert_eq!(places.len(), 4);
    // Night is above, and the others follow clockwise.
    let of = |id: &str| places.iter().find(|p| p.0 == id).expect("an age").1;
    assert!(of("night").1 < of("dawn").1 && of("dawn").1 < of("day").1);
    assert!(of("dusk").0 < of("night").0 && of("night").0 < of("dawn").0);
    Places(places)
}

fn for_each_view(mut look: impl FnMut(&Seen, &Document<'_>)) {
    let (_, words) = words("time-whisperers");
    for seen in views("time-whisperers") {
        let html = report(&words, &seen, Format::Html);
        let doc = parse(drawing(&html, "circle-title"));
        look(&seen, &doc);
    }
}

/// Returns the pieces: squares of this size within an age.
fn pieces<'a, 'i>(doc: &'a Document<'i>) -> Vec<Node<'a, 'i>> {
    all(doc, "rect")
        .filter(|node| (number(*node, "width") - 32.0).abs() < 0.1)
        .collect()
}

#[test]
fn whisperers_stand_in_their_ages() {
    let (mut gold, mut disks) = (0, 0);
    for_each_view(|seen, doc| {
        let ages = ages(doc);
        let mut drawn = BTreeSet::new();
        for piece in pieces(doc) {
            let group = piece.parent().expect("a group");
            let label = group
                .children()
                .find(|n| n.has_tag_name("text"))
                .map(shown)
                .expect("a letter");
            let disk = group
                .children()
                .any(|n| n.has_tag_name("circle") && number(n, "r") > 20.0);
            let struck = group.children().any(|n| n.has_tag_name("path"));
            let dot = group
                .children()
                .any(|n| n.has_tag_name("circle") && number(n, "r") < 4.0);
            drawn.insert((
                label.to_owned(),
                ages.of(at(piece), 100.0).to_owned(),
                piece.attribute("fill") == Some("var(--gold)"),
                disk,
                struck,
                dot,
            ));
        }
        let mut wanted = BTreeSet::new();
        for (color, player) in seen.view["players"].as_object().expect("players") {
            let letter = color[..1].to_uppercase();
            for w in list(&player["whisperers"]) {
                let is_gold = w["side"] == "gold";
                let augmented = w["augmented"] == true;
                gold += usize::from(is_gold);
                disks += usize::from(augmented);
                wanted.insert((
                    format!("{letter}{}", w["number"]),
                    text(w, "age").to_owned(),
                    is_gold,
                    augmented,
                    w["eliminated"] == true,
                    player["activated"] == w["number"],
                ));
            }
        }
        assert_eq!(drawn, wanted, "{}", seen.from);
    });
    assert!(gold > 3 && disks > 0, "{gold} {disks}");
}

#[test]
fn the_phantom_is_in_its_age() {
    let mut seen_in = BTreeSet::new();
    for_each_view(|seen, doc| {
        let ages = ages(doc);
        let ghosts: Vec<Node<'_, '_>> = all(doc, "title")
            .filter(|title| shown(*title) == "The phantom")
            .collect();
        assert_eq!(ghosts.len(), 1);
        let phantom = text(&seen.view, "phantom");
        let place = at(ghosts[0].parent().expect("a group"));
        assert_eq!(ages.of(place, 120.0), phantom, "{}", seen.from);
        // The age itself has the thick border.
        let thick = all(doc, "circle")
            .find(|n| (number(*n, "r") - 116.0).abs() < 0.1 && number(*n, "stroke-width") > 3.0)
            .expect("a border");
        assert_eq!(ages.of(at(thick), 1.0), phantom);
        seen_in.insert(phantom.to_owned());
    });
    assert!(seen_in.len() > 1, "the phantom moved");
}

/// Gold powers are listed below the name of the age that they are connected to, and the points in the middle.
#[test]
fn gold_powers_and_points_are_those_of_the_view() {
    let mut powers = 0;
    for_each_view(|seen, doc| {
        let mut drawn: BTreeMap<String, usize> = BTreeMap::new();
        let heads: Vec<(&str, (f64, f64))> = all(doc, "text")
            .filter(|n| inherited(*n, "font-size") == Some("18"))
            .filter_map(|n| Some((AGES.iter().find(|age| age.0 == shown(n))?.1, at(n))))
            .collect();
        for plate in all(doc, "rect").filter(|n| (number(*n, "width") - 320.0).abs() < 0.1) {
            // A plate is below the name of its age, in the same column.
            let (x, y) = at(plate);
            let above = heads
                .iter()
                .filter(|(_, (hx, hy))| (x - 160.0..x + 160.0).contains(&(hx + 1.0)) && *hy < y);
            let nearest = above.max_by(|a, b| a.1.1.total_cmp(&b.1.1));
            let age = nearest.expect("an age").0;
            *drawn.entry(age.to_owned()).or_default() += 1;
        }
        let wanted: BTreeMap<String, usize> = list(&seen.view["ages"])
            .iter()
            .map(|age| (text(age, "age").to_owned(), list(&age["powers"]).len()))
            .filter(|(_, n)| *n > 0)
            .collect();
        powers += wanted.values().sum::<usize>();
        assert_eq!(drawn, wanted, "{}", seen.from);
        let names: Vec<(&str, (f64, f64))> = all(doc, "text")
            .filter(|n| shown(*n).ends_with(" VP"))
            .map(|n| (shown(n), at(n)))
            .collect();
        let players = seen.view["players"].as_object().expect("players");
        assert_eq!(names.len(), players.len());
        for (color, player) in players {
            let name = color[..1].to_uppercase() + &color[1..];
            let label = all(doc, "text")
                .find(|n| shown(*n) == name)
                .expect("a color");
            let points = names
                .iter()
                .min_by(|a, b| distance(a.1, at(label)).total_cmp(&distance(b.1, at(label))))
                .expect("points");
            assert_eq!(
                points.0,
                format!("{} VP", player["total"]),
                "{}: {color}",
                seen.from
            );
        }
    });
    assert!(powers > 10, "{powers}");
}
