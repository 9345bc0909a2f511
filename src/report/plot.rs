//! The points of all seats, turn by turn: as a plot with its table, and as columns of text.

use crate::drawing::{N, Text, draw};
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

/// The minimum distance between two names at the ends of lines.
const LINE: f64 = 15.0;

/// The dash patterns that distinguish lines without color.
const DASHES: [&str; 6] = ["", "7 3", "2 3", "10 3 2 3", "4 2", "1 2.5"];

/// The number of turns shown in numbers in a text (`COLUMNS`) and in an HTML table (`TABLE`); a longer game shows its
/// latest turns.
const COLUMNS: usize = 9;
const TABLE: usize = 8;

/// The number of signs in a row of a text; in a longer game each sign stands for several turns.
const SIGNS: usize = 16;

/// The maximum number of turns for which the lines of a plot have disks.
const DISKS: usize = 40;

/// The points of one seat, or of all seats of one player, turn by turn.
struct Line<'a> {
    name: String,
    /// The seat whose color the line has; `None` for a sum, which is drawn in ink.
    seat: Option<&'a str>,
    scores: Vec<Option<i64>>,
}

impl Line<'_> {
    fn color(&self) -> &str {
        self.seat.unwrap_or("ink")
    }
}

/// Returns the points turn by turn: first the sums of players with several seats, then all seats; within both groups
/// the best last score comes first.
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

/// Returns true if there is something to plot: more than one turn, and points that differ from those of the start.
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

/// Returns a round number for the distance between two lines of the grid, so that there are at most five.
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

/// Draws the plot and the table of its numbers.
pub(super) fn drawn(history: &[Point], teams: &[Team]) -> String {
    let lines = lines(history, teams);
    let (low, high) = range(&lines);
    let step = step(high - low);
    let (bottom, top) = (
        low.div_euclid(step) * step,
        -((-high).div_euclid(step)) * step,
    );
    let top = top.max(bottom + step);
    let turn = |point: Option<&Point>| point.map_or(0, |point| point.turn);
    let (first, end) = (turn(history.first()), turn(history.last()));
    let x = |point: &Point| {
        let (at, all) = (
            point.turn.saturating_sub(first),
            end.saturating_sub(first).max(1),
        );
        LEFT + 8.0 + (RIGHT - LEFT - 16.0) * f64::from(at) / f64::from(all)
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
    for point in numbered(history) {
        draw!(
            svg,
            r#"<text x="{}" y="{}">{}</text>"#,
            N(x(point)),
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
    // Names are placed at the ends of their lines, moved only as far as needed to keep them apart.
    let mut free = TOP;
    let room = count(lines.len()) * LINE;
    for (n, line) in lines.iter().enumerate() {
        let dashes = DASHES[n % DASHES.len()];
        let points: Vec<(f64, f64)> = (history.iter())
            .zip(&line.scores)
            .filter_map(|(point, score)| Some((x(point), y((*score)?))))
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

/// Returns the turns that are numbered below the plot: at most ten, and always the last.
fn numbered(history: &[Point]) -> Vec<&Point> {
    let mut numbered: Vec<&Point> = vec![];
    let turns = match history {
        [first, .., last] => last.turn.saturating_sub(first.turn).saturating_add(1),
        _ => 1,
    };
    for point in history.iter().rev() {
        let after = numbered.last().map(|after| after.turn);
        if after.is_none_or(|after| point.turn.saturating_add(turns.div_ceil(10)) <= after) {
            numbered.push(point);
        }
    }
    numbered.reverse();
    numbered
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

/// Returns a table as text: the last turns in numbers, and the whole game in signs whose height shows the score.
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
        for score in parts(history).into_iter().map(|n| scores[n]) {
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

/// Divides the game into at most [`SIGNS`] parts and returns the index of the last turn of each.
fn parts(history: &[Point]) -> Vec<usize> {
    let (Some(first), Some(last)) = (history.first(), history.last()) else {
        return vec![];
    };
    let signs = history.len().min(SIGNS);
    let turns = last.turn.saturating_sub(first.turn) as usize + 1;
    let end = |part: usize| part * turns / signs;
    let last_before = |end: usize| {
        let before = |point: &Point| (point.turn.saturating_sub(first.turn) as usize) < end;
        history.iter().rposition(before).unwrap_or(0)
    };
    (1..=signs).map(|part| last_before(end(part))).collect()
}

#[cfg(test)]
mod tests;
