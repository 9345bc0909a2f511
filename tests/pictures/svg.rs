//! A reader of drawings that returns the positions of their elements.

use roxmltree::{Document, Node};

/// Returns the drawings of a page, in their order.
pub fn drawings(html: &str) -> Vec<&str> {
    let mut rest = html;
    let mut found = vec![];
    while let Some(from) = rest.find("<svg ") {
        let to = from + rest[from..].find("</svg>").expect("a whole drawing") + "</svg>".len();
        found.push(&rest[from..to]);
        rest = &rest[to..];
    }
    found
}

/// Returns the drawing with this id on its title.
pub fn drawing<'a>(html: &'a str, title: &str) -> &'a str {
    let id = format!("id=\"{title}\"");
    let all = drawings(html);
    let found = all.iter().find(|svg| svg.contains(&id));
    found.unwrap_or_else(|| panic!("no drawing {title}"))
}

pub fn parse(svg: &str) -> Document<'_> {
    Document::parse(svg).unwrap_or_else(|error| panic!("{error}: {svg}"))
}

/// Returns the number in an attribute; 0 if it does not exist.
pub fn number(node: Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name)
        .map_or(0.0, |n| n.parse().unwrap_or_else(|_| panic!("{name}={n}")))
}

/// Returns the offset by which the groups around a node have moved it.
fn moved(node: Node<'_, '_>) -> (f64, f64) {
    let mut sum = (0.0, 0.0);
    for around in node.ancestors() {
        let Some(transform) = around.attribute("transform") else {
            continue;
        };
        let Some(by) = transform.strip_prefix("translate(") else {
            continue;
        };
        let by = by.split(')').next().expect("an end");
        let mut by = by.split([' ', ',']).filter(|part| !part.is_empty());
        let mut next = || {
            by.next()
                .map_or(0.0, |n| n.parse::<f64>().expect("a number"))
        };
        sum = (sum.0 + next(), sum.1 + next());
    }
    sum
}

/// Returns the position of a node in the whole drawing: the center of a shape, the anchor of a text.
pub fn at(node: Node<'_, '_>) -> (f64, f64) {
    let (x, y) = moved(node);
    match node.tag_name().name() {
        "circle" | "ellipse" => (x + number(node, "cx"), y + number(node, "cy")),
        "rect" => (
            x + number(node, "x") + number(node, "width") / 2.0,
            y + number(node, "y") + number(node, "height") / 2.0,
        ),
        _ => (x + number(node, "x"), y + number(node, "y")),
    }
}

pub fn distance(a: (f64, f64), b: (f64, f64)) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// The named places of a drawing: an element belongs to the nearest place that is not too far away.
#[derive(Debug)]
pub struct Places<'a>(pub Vec<(&'a str, (f64, f64))>);

impl<'a> Places<'a> {
    pub fn of(&self, at: (f64, f64), reach: f64) -> &'a str {
        let nearest = self
            .0
            .iter()
            .min_by(|a, b| distance(a.1, at).total_cmp(&distance(b.1, at)))
            .expect("places");
        assert!(
            distance(nearest.1, at) <= reach,
            "{at:?} is nowhere; the nearest is {nearest:?}"
        );
        nearest.0
    }
}

/// Returns all elements of one kind.
pub fn all<'a, 'i>(doc: &'a Document<'i>, tag: &'a str) -> impl Iterator<Item = Node<'a, 'i>> {
    doc.descendants().filter(move |node| node.has_tag_name(tag))
}

/// Returns the text that an element shows, without its title.
pub fn shown<'a>(node: Node<'a, '_>) -> &'a str {
    node.text().unwrap_or_default()
}

/// Returns an attribute, the element's own or that of a group around it.
pub fn inherited<'a>(node: Node<'a, '_>, name: &str) -> Option<&'a str> {
    node.ancestors().find_map(|around| around.attribute(name))
}
