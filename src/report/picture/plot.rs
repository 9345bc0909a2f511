//! The points of all seats, turn by turn: as a plot with its table, and as columns of text.

use super::svg::{N, Text, draw};
use crate::report::{filters::prose, teams::Team};
use serde::Deserialize;
use std::collections::BTreeMap;

/// Points after each turn, oldest first.
pub(super) type History = Vec<Point>;

/// The points after one turn.
#[derive(Debug, Deserialize)]
pub(super) struct Point {
    turn: u32,
    scores: BTreeMap<String, i64>,
}

const WIDTH: f64 = 500.0;
const HEIGHT: f64 = 220.0;
const LEFT: f64 = 34.0;
const RIGHT: f64 = 392.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 192.0;

/// From one name at the end of a line to the next.
const LINE: f64 = 15.0;

/// Lines that run together are told apart by their dashes as well.
const DASHES: [&str; 6] = ["", "7 3", "2 3", "10 3 2 3", "4 2", "1 2.5"];

/// Columns of numbers in a text and in a table: of a longer game the latest turns.
const COLUMNS: usize = 9;
const TABLE: usize = 8;

/// Signs in a row of a text: of a longer game each stands for several turns.
const SIGNS: usize = 16;

/// In a longer plot the lines have no disks.
const DISKS: usize = 40;

/// The points of one seat, or of all seats of one player, turn by turn.
struct Line<'a> {
    name: String,
    /// The seat whose color the line has; a sum is drawn in ink.
    seat: Option<&'a str>,
    scores: Vec<Option<i64>>,
}

impl Line<'_> {
    fn color(&self) -> &str {
        self.seat.unwrap_or("ink")
    }
}

/// Who has how many points, turn by turn: the sums of players with several seats, and then all seats, each with
/// the best last score first.
fn lines<'a>(history: &'a [Point], teams: &[Team]) -> Vec<Line<'a>> {
    let Some(last) = history.last() else {
        return vec![];
    };
    let sums = teams.iter().map(|team| {
        let of = |point: &Point| {
            let scores = team
                .seats
                .iter()
                .map(|seat| point.scores.get(seat).copied());
            scores.sum()
        };
        Line {
            name: team.name.clone(),
            seat: None,
            scores: history.iter().map(of).collect(),
        }
    });
    let seats = last.scores.keys().map(|seat| Line {
        name: prose(seat),
        seat: Some(seat),
        scores: history
            .iter()
            .map(|p| p.scores.get(seat).copied())
            .collect(),
    });
    let mut lines: Vec<Line<'_>> = sums.chain(seats).collect();
    lines.sort_by_key(|line| {
        (
            line.seat.is_some(),
            -line.scores.last().copied().flatten().unwrap_or(0),
        )
    });
    lines
}

/// Whether there is anything to plot: more than one turn, and points that are not those of the start.
pub(super) fn moved(history: &[Point]) -> bool {
    let mut turns = history.iter().map(|point| &point.scores);
    let first = turns.next();
    turns.any(|scores| Some(scores) != first)
}

fn range(lines: &[Line<'_>]) -> (i64, i64) {
    let all = || {
        lines
            .iter()
            .flat_map(|line| line.scores.iter().copied().flatten())
    };
    (all().min().unwrap_or(0), all().max().unwrap_or(0))
}

/// A round number for the distance between two lines of the grid: five of them at most.
fn step(range: i64) -> i64 {
    let mut size = 1;
    loop {
        for step in [size, size * 2, size * 5] {
            if range / step < 5 {
                return step;
            }
        }
        size *= 10;
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "points and turns are small numbers"
)]
fn real(n: i64) -> f64 {
    n as f64
}

#[expect(
    clippy::cast_precision_loss,
    reason = "points and turns are small numbers"
)]
fn count(n: usize) -> f64 {
    n as f64
}

/// The plot and the table of its numbers.
pub(super) fn drawn(history: &[Point], teams: &[Team]) -> String {
    let lines = lines(history, teams);
    let (low, high) = range(&lines);
    let step = step(high - low);
    let (bottom, top) = (
        low.div_euclid(step) * step,
        -((-high).div_euclid(step)) * step,
    );
    let top = top.max(bottom + step);
    let x = |n: usize| {
        LEFT + 8.0 + (RIGHT - LEFT - 16.0) * count(n) / count(history.len() - 1).max(1.0)
    };
    let y = |score: i64| BOTTOM - (BOTTOM - TOP) * real(score - bottom) / real(top - bottom);
    let mut svg = String::with_capacity(8 << 10);
    draw!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-labelledby="plot-title" font-family="system-ui,sans-serif" font-size="12.5">
<title id="plot-title">Points after each turn of the game. The table below has those of the latest turns.</title>
<g stroke="var(--line)" fill="var(--dim)" text-anchor="end">"#
    );
    let mut grid = bottom;
    while grid <= top {
        draw!(
            svg,
            r#"<path d="M{LEFT} {at}H{RIGHT}"/><text x="{}" y="{}" stroke="none">{grid}</text>"#,
            N(LEFT - 6.0),
            N(y(grid) + 3.8),
            at = N(y(grid)),
        );
        grid += step;
    }
    svg.push_str("</g>\n<g fill=\"var(--dim)\" text-anchor=\"middle\">");
    let every = history.len().div_ceil(10).max(1);
    // Counted from the last turn, which always has its number.
    let numbered = history
        .iter()
        .enumerate()
        .filter(|(n, _)| (history.len() - 1 - n).is_multiple_of(every));
    for (n, point) in numbered {
        draw!(
            svg,
            r#"<text x="{}" y="{}">{}</text>"#,
            N(x(n)),
            N(BOTTOM + 16.0),
            point.turn
        );
    }
    draw!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"start\">turn</text></g>\n",
        N(RIGHT + 8.0),
        N(BOTTOM + 16.0)
    );
    // Names stand at the ends of their lines, as near as they can without touching.
    let mut free = TOP;
    let room = count(lines.len()) * LINE;
    for (n, line) in lines.iter().enumerate() {
        let dashes = DASHES[n % DASHES.len()];
        let points: Vec<(f64, f64)> = (line.scores)
            .iter()
            .enumerate()
            .filter_map(|(n, score)| Some((x(n), y((*score)?))))
            .collect();
        let path: Vec<String> = points
            .iter()
            .map(|(x, y)| format!("{} {}", N(*x), N(*y)))
            .collect();
        let Some((_, end)) = points.last() else {
            continue;
        };
        let at = end.max(free).min(BOTTOM - room + count(n + 1) * LINE);
        free = at + LINE;
        let color = Text(line.color());
        draw!(
            svg,
            r#"<g fill="none" stroke="var(--{color})" stroke-width="2.2" stroke-linejoin="round"><path d="M{}" stroke-dasharray="{}"/><path d="M{RIGHT} {}L{} {}" stroke-width="1"/></g>"#,
            path.join("L"),
            if dashes.is_empty() { "none" } else { dashes },
            N(*end),
            N(RIGHT + 6.0),
            N(at),
        );
        draw!(svg, r#"<g fill="var(--{color})">"#);
        for (x, y) in points.iter().filter(|_| history.len() <= DISKS) {
            draw!(svg, r#"<circle cx="{}" cy="{}" r="2.8"/>"#, N(*x), N(*y));
        }
        draw!(
            svg,
            "</g><text x=\"{}\" y=\"{}\" fill=\"var(--ink)\">{} {}</text>\n",
            N(RIGHT + 9.0),
            N(at + 3.8),
            Text(&line.name),
            last(&line.scores)
        );
    }
    svg.push_str("</svg>\n");
    table(&mut svg, history, &lines);
    svg
}

fn last(scores: &[Option<i64>]) -> String {
    let score = scores.last().copied().flatten();
    score.map_or_else(String::new, |score| score.to_string())
}

fn table(html: &mut String, history: &[Point], lines: &[Line<'_>]) {
    html.push_str("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Points after each turn\">\n<table class=\"points\">\n<thead><tr><th scope=\"col\">After turn</th>");
    let skipped = history.len().saturating_sub(TABLE);
    for point in &history[skipped..] {
        draw!(html, "<th scope=\"col\" class=\"n\">{}</th>", point.turn);
    }
    html.push_str("</tr></thead>\n<tbody>\n");
    for line in lines {
        draw!(
            html,
            r#"<tr><th scope="row" class="w"><span class="swatch" style="--c:var(--{})" aria-hidden="true"></span>{}</th>"#,
            Text(line.color()),
            Text(&line.name)
        );
        for score in &line.scores[skipped..] {
            let score = score.map_or_else(String::new, |score| score.to_string());
            draw!(html, "<td class=\"n\">{score}</td>");
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</tbody>\n</table>\n</div>");
}

/// A table in letters: the last turns in numbers, and how it went in signs as high as the scores.
pub(super) fn in_columns(history: &[Point], teams: &[Team]) -> String {
    const LEVELS: [char; 4] = ['_', '.', '-', '^'];
    let lines = lines(history, teams);
    let (low, high) = range(&lines);
    let skipped = history.len().saturating_sub(COLUMNS);
    let mut text = format!("  {:<12}", "After turn");
    for point in &history[skipped..] {
        draw!(text, "{:>5}", point.turn);
    }
    for Line { name, scores, .. } in &lines {
        draw!(
            text,
            "\n  {:<12}",
            name.chars().take(12).collect::<String>()
        );
        for score in &scores[skipped..] {
            let score = score.map_or_else(String::new, |score| score.to_string());
            draw!(text, "{score:>5}");
        }
        text.push_str("  ");
        // The whole game: of a longer one the last turn of each part.
        let signs = scores.len().min(SIGNS);
        for score in (1..=signs).map(|part| scores[part * scores.len() / signs - 1]) {
            let level = score.map_or(0, |score| (score - low) * 4 / (high - low + 1));
            let level = usize::try_from(level).unwrap_or(0);
            text.push(LEVELS[level.min(3)]);
        }
    }
    if let ([first, ..], true) = (history, history.len() > SIGNS) {
        let last = history.last().map_or(first.turn, |point| point.turn);
        draw!(
            text,
            "\n  The signs show the whole game, from turn {} to turn {last}.",
            first.turn
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn history() -> History {
        let point = |turn, red, blue| Point {
            turn,
            scores: BTreeMap::from([("red".to_owned(), red), ("blue".to_owned(), blue)]),
        };
        vec![point(0, 0, 0), point(1, 4, 9), point(2, 12, 8)]
    }

    #[test]
    fn columns_say_how_it_went() {
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

    /// A hundred turns, in each a point more for one and none for the other.
    fn long_game() -> History {
        let point = |turn| Point {
            turn,
            scores: BTreeMap::from([("red".to_owned(), i64::from(turn)), ("blue".to_owned(), 0)]),
        };
        (0..=112).map(point).collect()
    }

    #[test]
    fn a_long_game_shows_its_latest_turns_and_all_of_it() {
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
    fn higher_is_more() {
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
}
