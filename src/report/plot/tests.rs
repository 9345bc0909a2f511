use super::*;

fn history() -> History {
    let point = |turn, red, blue| Point {
        turn,
        scores: BTreeMap::from([("red".to_owned(), red), ("blue".to_owned(), blue)]),
    };
    vec![point(0, 0, 0), point(1, 4, 9), point(2, 12, 8)]
}

#[test]
fn columns_show_points_and_signs() {
    assert_eq!(
        in_columns(&history(), &[]),
        "  After turn      0    1    2\n  Red             0    4   12  _.^\n  Blue            0    9    8  _--"
    );
}

/// Time Agent 12: the races of one player count together.
#[test]
fn the_seats_of_one_player_are_added_up() {
    let ada = Team {
        name: "Ada".to_owned(),
        seats: vec!["blue".to_owned(), "red".to_owned()],
    };
    assert_eq!(
        in_columns(&history(), std::slice::from_ref(&ada)),
        "  After turn      0    1    2\n  Ada             0   13   20  _-^\n  Red             0    4   12  __-\n  Blue            0    9    8  _.."
    );
    let svg = drawn(&history(), &[ada]);
    assert!(svg.contains(">Ada 20</text>"), "{svg}");
    assert!(
        svg.contains("</span>Ada</th><td class=\"n\">0</td><td class=\"n\">13</td>"),
        "{svg}"
    );
}

/// Returns a game of 113 turns in which one seat gains a point each turn and the other none.
fn long_game() -> History {
    let point = |turn| Point {
        turn,
        scores: BTreeMap::from([("red".to_owned(), i64::from(turn)), ("blue".to_owned(), 0)]),
    };
    (0..=112).map(point).collect()
}

#[test]
fn a_long_game_shows_its_latest_turns_and_signs_for_all() {
    assert_eq!(
        in_columns(&long_game(), &[]),
        "  After turn    104  105  106  107  108  109  110  111  112\n  \
         Red           104  105  106  107  108  109  110  111  112  ____....----^^^^\n  \
         Blue            0    0    0    0    0    0    0    0    0  ________________\n  \
         The signs show the whole game, from turn 0 to turn 112."
    );
    let html = drawn(&long_game(), &[]);
    let (plot, table) = html.split_once("</svg>").expect("a plot and a table");
    assert!(
        table.contains(">112</th>") && table.contains(">105</th>"),
        "{table}"
    );
    assert!(!table.contains(">104</th>"), "{table}");
    // The line goes from one end of the plot to the other, and the last turn has its number.
    let red = plot.find("var(--red)").expect("a line");
    let path = &plot[red..red + plot[red..].find("\"/>").expect("an end")];
    assert_eq!(path.matches('L').count(), 112, "{path}");
    assert!(
        plot.contains(">112</text>") && !plot.contains("<circle"),
        "{plot}"
    );
}

#[test]
fn nothing_is_plotted_before_there_are_points() {
    assert!(moved(&history()));
    assert!(!moved(&history()[..1]));
    let none = |turn| Point {
        turn,
        scores: BTreeMap::from([("red".to_owned(), 0)]),
    };
    assert!(!moved(&[none(0), none(1)]));
}

#[test]
fn more_points_are_drawn_higher() {
    let svg = drawn(&history(), &[]);
    let of = |seat: &str| -> Vec<f64> {
        let from = svg
            .find(&format!("<g fill=\"var(--{seat})\">"))
            .expect("points");
        let to = from + svg[from..].find("</g>").expect("an end");
        let cy = svg[from..to].split("cy=\"").skip(1);
        cy.map(|c| {
            c[..c.find('"').expect("a number")]
                .parse()
                .expect("a number")
        })
        .collect()
    };
    let (red, blue) = (of("red"), of("blue"));
    assert_eq!(red.len(), 3);
    assert!(red[0] > red[1] && red[1] > red[2], "{red:?}");
    assert!(blue[1] < red[1] && blue[2] > red[2], "{blue:?}");
    assert!((blue[0] - red[0]).abs() < 0.01);
}

#[test]
fn grids_have_round_numbers() {
    assert_eq!([0, 4, 5, 9, 14, 60].map(step), [1, 1, 2, 2, 5, 20]);
}

/// The history of a game of 1,000 turns contains only some of them; the axis still counts all turns.
#[test]
fn a_plot_of_some_turns_keeps_their_places_on_the_axis() {
    let point = |turn| Point {
        turn,
        scores: BTreeMap::from([("red".to_owned(), i64::from(turn)), ("blue".to_owned(), 0)]),
    };
    let some: History = (0..984).step_by(8).chain(985..=1000).map(point).collect();
    let all: History = (0..=1000).map(point).collect();
    // A straight line stays straight.
    let svg = drawn(&some, &[]);
    let red = svg.find("var(--red)").expect("a line");
    let path = &svg[red..][svg[red..].find("d=\"M").expect("a path") + 4..];
    let path = &path[..path.find('"').expect("an end")];
    let points: Vec<(f64, f64)> = path
        .split('L')
        .map(|point| {
            let (x, y) = point.split_once(' ').expect("two numbers");
            (x.parse().expect("a number"), y.parse().expect("a number"))
        })
        .collect();
    assert_eq!(points.len(), some.len());
    let ((x0, y0), (x1, y1)) = (points[0], points[points.len() - 1]);
    for (x, y) in points {
        let straight = y0 + (y1 - y0) * (x - x0) / (x1 - x0);
        assert!((y - straight).abs() < 0.5, "{x} {y} {straight}");
    }
    let numbers: Vec<u32> = numbered(&some).iter().map(|point| point.turn).collect();
    assert_eq!(numbers, [64, 168, 272, 376, 480, 584, 688, 792, 896, 1000]);
    // The signs equal those of the complete history.
    let signs = |history: &[Point]| {
        let text = in_columns(history, &[]);
        let line = text
            .lines()
            .find(|line| line.contains("Red"))
            .expect("a line");
        line.split_whitespace().last().expect("signs").to_owned()
    };
    assert_eq!(signs(&some), signs(&all));
    // A template may pass any history: even a reversed one is drawn.
    let reversed: History = (0..50).rev().map(point).collect();
    assert!(drawn(&reversed, &[]).contains("<svg") && in_columns(&reversed, &[]).contains("Red"));
}
