//! The cone of time.

use super::{
    Seen, list, report,
    svg::{Places, all, at, distance, drawing, inherited, number, parse, shown},
    text, views, words,
};
use chronojudge::report::Format;
use roxmltree::{Document, Node};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

fn hexes(seen: &Seen) -> &[Value] {
    list(&seen.view["hexes"])
}

/// Returns the group of each hex by the name that is written in it.
fn groups<'a, 'i>(doc: &'a Document<'i>, seen: &'a Seen) -> BTreeMap<&'a str, Node<'a, 'i>> {
    let names: BTreeSet<&str> = hexes(seen).iter().map(|hex| text(hex, "hex")).collect();
    let labels = all(doc, "text").filter_map(|node| {
        let name = names.get(shown(node))?;
        let group = node
            .ancestors()
            .find(|around| around.attribute("transform").is_some())?;
        Some((*name, group))
    });
    let groups: BTreeMap<_, _> = labels.collect();
    assert_eq!(groups.len(), names.len(), "every hex bears its name");
    groups
}

fn for_each_view(mut look: impl FnMut(&Seen, &Document<'_>)) {
    let (_, words) = words("time-agent");
    for seen in views("time-agent") {
        let html = report(&words, &seen, Format::Html);
        let doc = parse(drawing(&html, "map-title"));
        look(&seen, &doc);
    }
}

/// A step on the board has the same length and direction everywhere in the picture: the board is turned, not bent.
#[test]
fn hexes_lie_as_on_the_board() {
    for_each_view(|seen, doc| {
        let groups = groups(doc, seen);
        for hex in hexes(seen) {
            let row = hex["row"].as_f64().expect("a row");
            let column = hex["column"].as_f64().expect("a column");
            let lies = at(groups[text(hex, "hex")]);
            let wanted = (58.0 + row * 48.0, 48.0 + (26.0 - column) * 27.713);
            assert!(
                distance(lies, wanted) < 0.2,
                "{}: {hex} at {lies:?}",
                seen.from
            );
            let mark = groups[text(hex, "hex")].attribute("data-place");
            assert_eq!(mark, hex["hex"].as_str(), "{}", seen.from);
            let cost = hex["cost"].to_string();
            let costs = groups[text(hex, "hex")]
                .descendants()
                .any(|n| n.has_tag_name("text") && shown(n) == cost);
            assert!(costs, "{}: no fare of {hex}", seen.from);
        }
    });
}

/// The place beside the name of the present, where the reader's own operatives at home stand.
const HOME: &str = "the present";

/// Returns the places where operatives can be: hexes, original inventions, and the present.
fn places<'a>(doc: &'a Document<'_>, seen: &'a Seen) -> Places<'a> {
    let mut places: Vec<(&str, (f64, f64))> = groups(doc, seen)
        .into_iter()
        .map(|(name, group)| (name, at(group)))
        .collect();
    let disks = all(doc, "circle").filter(|node| (number(*node, "r") - 15.0).abs() < 0.1);
    places.extend(disks.map(|disk| {
        let letter = disk.next_siblings().find(|n| n.has_tag_name("text"));
        let (x, y) = at(disk);
        // An operative stands below the disk.
        (shown(letter.expect("a letter")), (x, y + 36.0))
    }));
    let name = all(doc, "text").find(|node| shown(*node) == HOME);
    let (x, y) = at(name.expect("the name of the present"));
    places.push((HOME, (x + 56.0, y - 4.0)));
    Places(places)
}

/// Returns the number of operatives of each race and kind in each place of a view: in the present, only those of its reader.
fn operatives(seen: &Seen) -> BTreeMap<(String, char, bool), usize> {
    let letters: BTreeMap<&str, &str> = list(&seen.view["technologies"])
        .iter()
        .map(|t| (text(t, "technology"), text(t, "letter")))
        .collect();
    let mut count = BTreeMap::new();
    for (race, side) in seen.view["sides"].as_object().expect("sides") {
        for unit in list(&side["units"]) {
            let (name, place) = (text(unit, "unit"), text(unit, "at"));
            let place = match place.strip_prefix("original-") {
                Some(technology) => letters[technology],
                None if place != "present" => place,
                None if seen.seat.as_ref() == Some(race) => HOME,
                None => continue,
            };
            let race = name.chars().next().expect("a letter").to_ascii_uppercase();
            *count
                .entry((place.to_owned(), race, name.contains("-squad-")))
                .or_insert(0) += 1;
        }
    }
    count
}

#[test]
fn operatives_stand_where_the_view_says() {
    let (mut most, mut home, mut own) = (0, 0, 0);
    for_each_view(|seen, doc| {
        let places = places(doc, seen);
        let mut drawn = BTreeMap::new();
        for token in doc.descendants().filter(|node| {
            node.has_tag_name("circle") && (number(*node, "r") - 7.8).abs() < 0.01
                || node.has_tag_name("rect")
                    && (number(*node, "height") - 15.0).abs() < 0.01
                    && inherited(*node, "data-piece").is_some()
        }) {
            let label = token
                .next_siblings()
                .find(|n| n.has_tag_name("text"))
                .expect("a letter");
            assert!(
                distance(at(label), at(token)) < 5.0,
                "a letter beside its piece"
            );
            let mut word = shown(label).chars();
            let race = word.next().expect("a race");
            let many = word.as_str().parse().unwrap_or(1);
            let names = inherited(token, "data-piece").expect("the names of a piece");
            assert_eq!(names.split(' ').count(), many, "{names}");
            let key = (
                places.of(at(token), 30.0).to_owned(),
                race,
                token.has_tag_name("rect"),
            );
            let at = inherited(token, "data-at");
            if let Some(at) = at.filter(|at| !at.starts_with("original-")) {
                assert_eq!(at, key.0, "{names}");
                own += 1;
            }
            *drawn.entry(key).or_insert(0) += many;
        }
        most = most.max(drawn.len());
        home += drawn.keys().filter(|(place, ..)| place == HOME).count();
        assert_eq!(drawn, operatives(seen), "{}", seen.from);
    });
    assert!(most > 4, "there were operatives to draw");
    assert!(home > 1, "there were operatives in the present to draw");
    assert!(own > 1, "there were own operatives in the past to draw");
}

/// Each line of a timestream names the place beyond its end, if there is one.
#[test]
fn lines_of_timestreams_name_where_they_lead() {
    let mut count = 0;
    for_each_view(|seen, doc| {
        let groups = groups(doc, seen);
        for (name, group) in &groups {
            let (x, y) = at(*group);
            for path in group.descendants() {
                let Some(to) = path.attribute("data-to") else {
                    assert_eq!(path.attribute("data-way"), None, "{name}");
                    continue;
                };
                let to: Vec<&str> = to.split(' ').collect();
                let d = path.attribute("d").expect("a path");
                let lines: Vec<&str> = d.split("M0 0L").skip(1).collect();
                assert_eq!(to.len(), lines.len(), "{name}");
                for (to, line) in to.into_iter().zip(lines) {
                    let (dx, dy) = line.split_once(' ').expect("two numbers");
                    let (dx, dy): (f64, f64) = (dx.parse().expect("x"), dy.parse().expect("y"));
                    let beyond = (x + 2.0 * dx, y + 2.0 * dy);
                    let next = { groups.iter() }
                        .find(|(_, other)| distance(at(**other), beyond) < 1.0)
                        .map(|(next, _)| *next);
                    let outside = to == "-" || to.starts_with("original-");
                    assert!(
                        next.map_or(outside, |next| next == to),
                        "{name}: {to} for {next:?}"
                    );
                    count += 1;
                }
            }
        }
    });
    assert!(count > 100, "{count} lines");
}

/// Returns the number of the edge, from 1, whose center is there: the first is the top, then clockwise.
fn edge(x: f64, y: f64) -> usize {
    let turn = x.atan2(-y).to_degrees().rem_euclid(360.0);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "0 to 5"
    )]
    let n = (turn / 60.0).round() as usize % 6;
    n + 1
}

/// Returns the streams that a group draws, by the edge they lead to.
fn streams(group: Node<'_, '_>) -> BTreeMap<usize, BTreeSet<char>> {
    let mut found: BTreeMap<usize, BTreeSet<char>> = BTreeMap::new();
    for path in group.descendants().filter(|n| n.has_tag_name("path")) {
        let stroke = path.attribute("stroke").unwrap_or_default();
        let Some(letter) = stroke
            .strip_prefix("var(--")
            .and_then(|s| s.strip_suffix(')'))
            .filter(|s| s.len() == 1)
        else {
            continue;
        };
        let letter = letter.chars().next().expect("a letter");
        let d = path.attribute("d").expect("a path");
        for line in d.split("M0 0L").skip(1) {
            let (x, y) = line.split_once(' ').expect("two numbers");
            let (x, y): (f64, f64) = (x.parse().expect("x"), y.parse().expect("y"));
            assert!(
                (x.hypot(y) - 27.7).abs() < 0.2,
                "a stream ends at the border"
            );
            found.entry(edge(x, y)).or_default().insert(letter);
        }
        // Information shown by color is shown by dashes or width as well.
        let dashed = path.attribute("stroke-dasharray").is_some();
        assert_eq!(dashed, "GHR".contains(letter), "{letter}");
        assert_eq!(number(path, "stroke-width") < 3.0, letter == 'T');
    }
    found
}

#[test]
fn tiles_show_what_the_view_contains() {
    let (mut up, mut known, mut reversed) = (0, 0, 0);
    for_each_view(|seen, doc| {
        let events = list(&seen.view["events"]);
        for (name, group) in groups(doc, seen) {
            let hex = hexes(seen)
                .iter()
                .find(|hex| hex["hex"] == *name)
                .expect("it");
            let words: Vec<&str> = group
                .descendants()
                .filter(|n| n.has_tag_name("text"))
                .map(shown)
                .collect();
            let disk = group.children().find(|n| n.has_tag_name("circle"));
            let tile = &hex["tile"];
            let Some(facing) = hex["facing"].as_u64() else {
                assert!(
                    disk.is_none() && streams(group).is_empty(),
                    "{name} is face down"
                );
                let brackets = words.iter().any(|word| word.starts_with('('));
                assert_eq!(brackets, !tile.is_null(), "{}: {name}", seen.from);
                known += usize::from(brackets);
                continue;
            };
            up += 1;
            let wanted: BTreeMap<usize, BTreeSet<char>> = list(&tile["spokes"])
                .iter()
                .enumerate()
                .map(|(n, s)| (n + 1, s.as_str().expect("letters").chars().collect()))
                .filter(|(_, letters): &(usize, BTreeSet<char>)| !letters.is_empty())
                .collect();
            assert_eq!(streams(group), wanted, "{}: {name}", seen.from);
            let is_reversed = tile["reversed"] == true;
            reversed += usize::from(is_reversed);
            let fill = disk.and_then(|d| d.attribute("fill")).expect("a disk");
            assert_eq!(fill == "var(--ink)", is_reversed, "{}: {name}", seen.from);
            let legend = text(tile, "tile")[3..].to_owned();
            let event = events.iter().position(|e| e["event"] == legend.as_str());
            let code = match event {
                Some(n) => format!("E{}", n + 1),
                None => list(&seen.view["technologies"])
                    .iter()
                    .find(|t| t["technology"] == legend.as_str())
                    .map_or("+".to_owned(), |t| format!("i{}", text(t, "letter"))),
            };
            assert!(
                words.contains(&code.as_str()),
                "{}: {name} {words:?}",
                seen.from
            );
            let wedge = format!("rotate({})", (facing - 1) * 60);
            let turned = group
                .children()
                .any(|n| n.attribute("transform") == Some(wedge.as_str()));
            assert!(turned, "{}: {name} does not face {facing}", seen.from);
        }
    });
    assert!(
        up > 10 && known > 2 && reversed > 2,
        "{up} {known} {reversed}"
    );
}

#[test]
fn indicators_and_inventions_have_their_status() {
    let mut cut = 0;
    for_each_view(|seen, doc| {
        for technology in list(&seen.view["technologies"]) {
            let letter = text(technology, "letter");
            let disks = |radius: f64| {
                let own = move |node: &Node<'_, '_>| {
                    (number(*node, "r") - radius).abs() < 0.1
                        && node
                            .next_siblings()
                            .any(|n| n.has_tag_name("text") && shown(n) == letter)
                };
                all(doc, "circle").filter(own).collect::<Vec<_>>()
            };
            let connected = technology["connected"] == true;
            cut += usize::from(!connected);
            let indicators = disks(9.5);
            assert_eq!(indicators.len(), if letter == "T" { 7 } else { 1 });
            for disk in indicators {
                let struck = disk.next_siblings().any(|n| n.has_tag_name("path"));
                assert_eq!(struck, !connected, "{}: {letter}", seen.from);
                assert!(at(disk).1 < 300.0, "indicators are in the present");
            }
            let originals = disks(15.0);
            assert_eq!(originals.len(), 1);
            let dark = originals[0].attribute("fill") == Some("var(--ink)");
            assert_eq!(
                dark,
                technology["original-reversed"] == true,
                "{}",
                seen.from
            );
            assert!(at(originals[0]).1 > 480.0, "inventions are in the past");
        }
        // The points and credits of every race.
        let words: Vec<&str> = all(doc, "text").map(shown).collect();
        for side in seen.view["sides"].as_object().expect("sides").values() {
            let line = format!("{} VP {} RP {} cr", side["vp"], side["rp"], side["credits"]);
            assert!(words.contains(&line.as_str()), "{}: {line}", seen.from);
        }
    });
    assert!(cut > 0, "something was disconnected");
}

/// The map in letters has the same content: every hex with its fare or code, and every operative by its letter.
#[test]
fn the_map_in_letters_has_every_operative() {
    let (_, words) = words("time-agent");
    for seen in views("time-agent") {
        let report = report(&words, &seen, Format::Text);
        let from = report.find("THE CONE OF TIME").expect("a map");
        let to = from + report[from..].find("Past on the left").expect("its key");
        let map: Vec<&str> = report[from..to].lines().skip(3).collect();
        for hex in hexes(&seen) {
            let name = text(hex, "hex");
            let column =
                usize::try_from(hex["column"].as_u64().expect("a column") * 3 - 2).expect("small");
            let row = map
                .iter()
                .position(|line| {
                    line.get(column..)
                        .is_some_and(|rest| rest.split(' ').next() == Some(name))
                })
                .unwrap_or_else(|| panic!("{}: {name} is not at column {column}", seen.from));
            let below = map[row + 1].get(column..).unwrap_or_default();
            if hex["tile"].is_null() {
                let fare = below.split(' ').next().unwrap_or_default();
                assert_eq!(fare, hex["cost"].to_string(), "{}: {name}", seen.from);
            }
            let letters: String = list(&hex["units"])
                .iter()
                .map(|unit| {
                    let unit = unit.as_str().expect("a name");
                    let letter = unit.chars().next().expect("a letter");
                    if unit.contains("-squad-") {
                        letter.to_ascii_uppercase()
                    } else {
                        letter
                    }
                })
                .collect();
            if !letters.is_empty() && letters.len() <= 5 {
                let under = map[row + 2].get(column..).unwrap_or_default();
                assert!(
                    under.starts_with(&letters),
                    "{}: {letters} in {name}",
                    seen.from
                );
            }
        }
    }
}
