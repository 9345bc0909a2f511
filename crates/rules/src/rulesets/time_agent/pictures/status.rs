//! Time Agent's status display: the points that each technology and each event gives to every race, now and if it were
//! in the opposite state.

use super::seen::{Numbers, Seen};
use crate::drawing::{Text, cell, draw, signed};

/// One line of the display.
struct Row<'a> {
    code: String,
    name: &'a str,
    place: String,
    cost: String,
    status: &'static str,
    /// True if the status differs from that at the beginning of the game.
    changed: bool,
    now: &'a Numbers,
    then: &'a Numbers,
}

impl Seen {
    fn technology_rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.technologies.iter().map(|t| {
            let zones: Vec<String> = t.zones.iter().map(ToString::to_string).collect();
            let reversed = if t.original_reversed { " reversed" } else { "" };
            let (now, then) = if t.connected {
                (&t.when_connected, &t.when_disconnected)
            } else {
                (&t.when_disconnected, &t.when_connected)
            };
            Row {
                code: t.letter.to_string(),
                name: &t.name,
                place: zones.join(", "),
                cost: format!("{}{reversed}", t.original_cost),
                status: if t.connected {
                    "Connected"
                } else {
                    "Disconnected"
                },
                changed: !t.connected,
                now,
                then,
            }
        })
    }

    fn event_rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.events.iter().enumerate().map(|(n, e)| {
            let (now, then) = if e.reversed {
                (&e.when_reversed, &e.when_unreversed)
            } else {
                (&e.when_unreversed, &e.when_reversed)
            };
            Row {
                code: format!("E{}", n + 1),
                name: &e.name,
                place: match &e.hex {
                    Some(hex) => hex.clone(),
                    None => format!("in {}", e.zone),
                },
                cost: e.cost.to_string(),
                status: if e.reversed { "reversed" } else { "stands" },
                changed: e.reversed,
                now,
                then,
            }
        })
    }
}

/// Returns resource and victory points as `+3/+1`, or `None` for a race that is not affected.
fn points(numbers: &Numbers, race: &str) -> Option<String> {
    let [rp, vp] = numbers.get(race)?;
    Some(format!("{}/{}", signed(*rp), signed(*vp)))
}

/// Returns the display as an HTML table, in which a style can mark the column of any race.
pub(super) fn table(seen: &Seen) -> String {
    let mut html = String::with_capacity(16 << 10);
    html.push_str("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Status display\">\n<table class=\"status stack\">\n<thead><tr><th scope=\"col\" colspan=\"2\">RP/VP now (otherwise)</th><th scope=\"col\">Where</th><th scope=\"col\">Cost</th><th scope=\"col\">Status</th>");
    for race in &seen.order {
        let name = seen.sides.get(race).map_or(race, |side| &side.name);
        draw!(
            html,
            r#"<th scope="col" class="n of-{}"><span class="swatch" style="--c:var(--{})" aria-hidden="true"></span>{}</th>"#,
            Text(race),
            Text(race),
            Text(name)
        );
    }
    html.push_str("</tr></thead>\n<tbody>\n");
    for row in seen.technology_rows().chain(seen.event_rows()) {
        let status = if row.changed {
            format!("<span class=\"off\">{}</span>", row.status)
        } else {
            row.status.to_owned()
        };
        draw!(
            html,
            r#"<tr><td class="w">{}</td><th scope="row" class="w">{}</th><td class="w" data-l="Where">{}</td><td class="n" data-l="Cost">{}</td><td>{status}</td>"#,
            Text(&row.code),
            Text(row.name),
            Text(&row.place),
            Text(&row.cost),
        );
        for race in &seen.order {
            let (now, then) = (points(row.now, race), points(row.then, race));
            let name = seen.sides.get(race).map_or(race, |side| &side.name);
            draw!(
                html,
                r#"<td class="n of-{}" data-l="{}">"#,
                Text(race),
                Text(name)
            );
            match (now, then) {
                (None, None) => {}
                (now, then) => draw!(
                    html,
                    "<b>{}</b> <span class=\"then\">({})</span>",
                    now.as_deref().unwrap_or("-"),
                    then.as_deref().unwrap_or("-")
                ),
            }
            html.push_str("</td>");
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</tbody>\n</table>\n</div>");
    html
}

/// Returns the display as columns of text, one for each race: the numbers in force now and, below them in brackets, the
/// numbers for the opposite state.
pub(super) fn columns(seen: &Seen) -> String {
    let mut text = " ".repeat(28);
    for race in &seen.order {
        let name = seen.sides.get(race).map_or(race, |side| &side.name);
        draw!(text, "{:>8}", cell(name, 7).trim_end());
    }
    for row in seen.technology_rows().chain(seen.event_rows()) {
        let mark = if row.changed { "x" } else { "" };
        let name = format!("{:<4}{} {mark}", row.code, row.name);
        draw!(text, "\n  {}", cell(name.trim_end(), 26));
        let (mut now, mut then) = (String::new(), String::new());
        for race in &seen.order {
            draw!(now, "{:>8}", points(row.now, race).unwrap_or_default());
            let turned = points(row.then, race).map(|points| format!("({points})"));
            draw!(then, "{:>8}", turned.unwrap_or_default());
        }
        text.push_str(now.trim_end());
        if !then.trim_end().is_empty() {
            draw!(text, "\n{}{}", " ".repeat(28), then.trim_end());
        }
    }
    text
}
