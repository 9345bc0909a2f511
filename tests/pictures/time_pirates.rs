//! The game board and the Scoring Board.

use super::{
    Seen, list, report,
    svg::{Places, all, at, drawing, number, parse, shown},
    text, views, words,
};
use chronojudge::report::Format;
use roxmltree::{Document, Node};
use std::collections::BTreeMap;

fn for_each_view(title: &str, mut look: impl FnMut(&Seen, &Document<'_>)) {
    let (_, words) = words("time-pirates");
    for seen in views("time-pirates") {
        let html = report(&words, &seen, Format::Html);
        let doc = parse(drawing(&html, title));
        look(&seen, &doc);
    }
}

/// Returns the Epochs: the center of each box, by the name that is written in it.
fn epochs<'a>(doc: &'a Document<'_>) -> Places<'a> {
    let boxes = all(doc, "rect").filter(|n| (number(*n, "width") - 176.0).abs() < 0.1);
    let places: Vec<_> = boxes
        .map(|one| {
            let label = one
                .next_siblings()
                .find(|n| n.has_tag_name("text"))
                .expect("a name");
            let mark = one.parent().and_then(|group| group.attribute("data-place"));
            assert_eq!(mark, Some(shown(label)));
            (shown(label), at(one))
        })
        .collect();
    assert_eq!(places.len(), 7);
    Places(places)
}

/// The distance within which an element belongs to a box, even near its corner.
const BOX: f64 = 112.0;

fn titled<'a, 'i>(doc: &'a Document<'i>) -> Vec<(&'a str, Node<'a, 'i>)> {
    all(doc, "title")
        .filter_map(|title| Some((shown(title), title.parent()?)))
        .collect()
}

fn short(color: &str) -> String {
    color[..1].to_uppercase() + &color[1..2]
}

#[test]
fn counters_lie_in_their_epochs() {
    let (mut counters, mut atoms) = (0, 0);
    for_each_view("board-title", |seen, doc| {
        let epochs = epochs(doc);
        // Each Epoch shows its counters by letters and sign, and the number of empty spaces.
        let mut drawn: BTreeMap<(String, String), usize> = BTreeMap::new();
        for space in all(doc, "rect")
            .filter(|n| (number(*n, "width") - 40.0).abs() < 0.1 && at(*n).1 < 560.0)
        {
            let epoch = epochs.of(at(space), BOX).to_owned();
            let empty = space.attribute("fill") == Some("none");
            let what = if empty {
                "empty".to_owned()
            } else {
                let around = space.parent().expect("a group");
                let label = around
                    .children()
                    .find(|n| n.has_tag_name("text"))
                    .map(shown);
                let atomic = around.descendants().any(|n| n.has_tag_name("ellipse"));
                let arrows = around.children().any(|n| n.has_tag_name("path"));
                atoms += usize::from(atomic);
                let sign = if atomic {
                    "-atomic"
                } else if arrows {
                    "-arrows"
                } else {
                    ""
                };
                counters += 1;
                label.expect("letters").to_owned() + sign
            };
            *drawn.entry((epoch, what)).or_default() += 1;
        }
        let mut wanted = BTreeMap::new();
        for epoch in list(&seen.view["epochs"]) {
            for space in list(&epoch["spaces"]) {
                let what = space.as_str().map_or("empty".to_owned(), |id| {
                    let color = id.split('-').next().expect("a color");
                    let sign = ["-atomic", "-arrows"].into_iter().find(|s| id.contains(s));
                    short(color) + sign.unwrap_or_default()
                });
                *wanted
                    .entry((text(epoch, "epoch").to_owned(), what))
                    .or_default() += 1;
            }
        }
        assert_eq!(drawn, wanted, "{}", seen.from);
    });
    assert!(counters > 100 && atoms > 3, "{counters} {atoms}");
}

/// Returns the first point of a path: `M12 -7a…`.
fn start(path: Node<'_, '_>) -> (f64, f64) {
    let d = path.attribute("d").expect("a path").trim_start_matches('M');
    let mut numbers = d
        .split(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-'))
        .map(|n| n.parse::<f64>().expect("a number"));
    let (x, y) = (numbers.next().expect("x"), numbers.next().expect("y"));
    let (dx, dy) = at(path);
    (dx + x, dy + y)
}

fn name(id: &str) -> String {
    id[..1].to_uppercase() + &id[1..]
}

#[test]
fn travelers_and_police_are_in_their_epochs() {
    let mut moves = std::collections::BTreeSet::new();
    for_each_view("board-title", |seen, doc| {
        let epochs = epochs(doc);
        for (id, side) in seen.view["sides"].as_object().expect("sides") {
            let pawns: Vec<Node<'_, '_>> = titled(doc)
                .into_iter()
                .filter(|(title, _)| *title == name(id))
                .map(|(_, group)| group)
                .collect();
            let Some(place) = side["at"].as_str() else {
                assert!(pawns.is_empty(), "{}: {id} is on the board", seen.from);
                continue;
            };
            assert_eq!(pawns.len(), 1, "{}: {id}", seen.from);
            let path = pawns[0]
                .children()
                .find(|n| n.has_tag_name("path"))
                .expect("a pawn");
            assert_eq!(epochs.of(start(path), BOX), place, "{}: {id}", seen.from);
        }
        let police: Vec<_> = titled(doc)
            .into_iter()
            .filter(|(title, _)| *title == "The Time Police")
            .collect();
        assert_eq!(police.len(), 1);
        let place = text(&seen.view, "police");
        assert_eq!(epochs.of(at(police[0].1), BOX), place, "{}", seen.from);
        moves.insert(place.to_owned());
        // The drawn counters stand below, in their order.
        let drawn: Vec<&str> = all(doc, "rect")
            .filter(|n| (number(*n, "width") - 26.0).abs() < 0.1 && at(*n).1 > 560.0)
            .filter_map(|n| n.next_siblings().find(|n| n.has_tag_name("text")))
            .map(shown)
            .collect();
        let wanted: Vec<String> = list(&seen.view["drawn"])
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(drawn, wanted, "{}", seen.from);
    });
    assert!(moves.len() > 2, "the police moved");
}

/// Every arrow leads from its Epoch to the one it names, and bears its path's number.
#[test]
fn arrows_lead_where_the_view_says() {
    for_each_view("board-title", |seen, doc| {
        let epochs = epochs(doc);
        let mut lines = vec![];
        for line in all(doc, "line") {
            let end = |x, y| epochs.of((number(line, x), number(line, y)), 110.0);
            lines.push((end("x1", "y1").to_owned(), end("x2", "y2").to_owned()));
        }
        lines.sort();
        let mut wanted = vec![];
        for epoch in list(&seen.view["epochs"]) {
            for (n, to) in list(&epoch["arrows"]).iter().enumerate() {
                let (from, to) = (text(epoch, "epoch"), to.as_str().expect("an Epoch"));
                wanted.push((from.to_owned(), to.to_owned()));
                let title = format!("Path {} from {from} to {to}", n + 1);
                let disks = titled(doc);
                let disk = disks.iter().find(|(t, _)| *t == title).expect("a number");
                let number = disk
                    .1
                    .children()
                    .find(|n| n.has_tag_name("text"))
                    .map(shown);
                assert_eq!(number, Some((n + 1).to_string().as_str()));
                assert_eq!(
                    epochs.of(at(disk.1), 130.0),
                    from,
                    "{title} begins at its Epoch"
                );
            }
        }
        wanted.sort();
        assert_eq!(lines, wanted, "{}", seen.from);
    });
}

/// Both drawings are 800 units wide and fit a phone, whose 390 pixels leave 366 of them: letters of 18 units are 8
/// pixels high there.
#[test]
fn letters_can_be_read_on_a_phone() {
    for title in ["board-title", "scoring-title"] {
        for_each_view(title, |seen, doc| {
            let wide = doc.root_element().attribute("viewBox");
            assert!(
                wide.is_some_and(|wide| wide.starts_with("0 0 800 ")),
                "{wide:?}"
            );
            for text in all(doc, "text") {
                let size = text
                    .ancestors()
                    .find_map(|node| node.attribute("font-size"));
                let size: f64 = size.expect("a size").parse().expect("a number");
                assert!(
                    size >= 18.0,
                    "{}: {} is {size} high",
                    seen.from,
                    shown(text)
                );
            }
        });
    }
}

/// Counters lie beside each other, all of them in the box of their Epoch.
#[test]
fn nothing_overlaps_in_an_epoch() {
    for_each_view("board-title", |seen, doc| {
        let rects = |width: f64| {
            let rects = all(doc, "rect").filter(move |n| (number(*n, "width") - width).abs() < 0.1);
            let rects = rects.map(|n| (at(n), width, number(n, "height")));
            rects.collect::<Vec<_>>()
        };
        let boxes = rects(176.0);
        let counters = rects(40.0);
        assert!(counters.len() > 20);
        for (n, (place, wide, high)) in counters.iter().enumerate() {
            let inside = |(middle, w, h): &((f64, f64), f64, f64)| {
                (place.0 - middle.0).abs() + wide / 2.0 <= w / 2.0
                    && (place.1 - middle.1).abs() + high / 2.0 <= h / 2.0
            };
            assert!(boxes.iter().any(inside), "{}: {place:?}", seen.from);
            for (other, ..) in &counters[n + 1..] {
                let apart =
                    (place.0 - other.0).abs() >= *wide || (place.1 - other.1).abs() >= *high;
                assert!(apart, "{}: {place:?} and {other:?}", seen.from);
            }
        }
    });
}

#[test]
fn the_scoring_board_has_the_remaining_markers() {
    let mut taken = 0;
    for_each_view("scoring-title", |seen, doc| {
        let all = titled(doc);
        for marker in list(&seen.view["scoring-board"]) {
            let id = text(marker, "marker");
            let (color, figure) = id.split_once('-').expect("a marker");
            let left = marker["left"].as_u64().expect("a number");
            let held: u64 = marker["held"].as_object().map_or(0, |h| {
                h.values().filter_map(serde_json::Value::as_u64).sum()
            });
            taken += held;
            // The row of the type has the figure.
            let row = doc
                .descendants()
                .find(|n| n.has_tag_name("text") && shown(*n).to_lowercase() == color)
                .map_or_else(|| panic!("no row {color}"), |n| at(n).1);
            // `5/6` is worth six points for a set of five.
            let figure = figure.replace('-', "/");
            let own = all.iter().find(|(title, group)| {
                let mut words = group.children().filter(|n| n.has_tag_name("text"));
                title.contains("point")
                    && (at(*group).1 - row).abs() < 30.0
                    && words.any(|n| {
                        shown(n).split('/').next() == Some(figure.as_str()) || shown(n) == figure
                    })
            });
            let (_, group) = own.unwrap_or_else(|| panic!("{}: no {id}", seen.from));
            let plate = group
                .children()
                .find(|n| n.has_tag_name("rect"))
                .expect("a plate");
            assert_eq!(
                plate.attribute("fill") == Some("none"),
                left == 0,
                "{}: {id}",
                seen.from
            );
            let pawns = group
                .descendants()
                .filter(|n| n.has_tag_name("path"))
                .count() as u64;
            assert_eq!(pawns, held, "{}: {id}", seen.from);
        }
    });
    assert!(taken > 5, "markers were taken");
}
