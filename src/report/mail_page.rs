//! A report's page made for mail programs: they show no SVG and know no variables of style sheets, and Gmail cuts a long
//! page off.
//!
//! The page has literal colors and one picture, which comes with the mail and stands at its top. The whole page with its
//! drawings is what `report --html` prints.

use super::standalone::colors;
use crate::drawing::Text;
use std::collections::BTreeMap;

/// The name under which a page refers to its picture (RFC 2392).
pub const PICTURE: &str = "picture@chronojudge";

/// Returns the page for a mail, with the picture of this description at its top if there is one.
pub(crate) fn for_mail(page: &str, picture: Option<&str>) -> String {
    let page = without(page, "<figure class=\"plot\"", "</figure>");
    let page = without(&page, "<svg", "</svg>");
    // The text of the same mail lists the dice.
    let page = without(&page, "<div class=\"scroll rolls\"", "</div>");
    let page = without(&page, "<meta http-equiv=\"Content-Security-Policy\"", ">");
    let (head, rest) = split_style(&page);
    let light = without_dark(&head);
    let values = colors(&light);
    let mut page = literal(&light, &values) + &literal_attributes(rest, &values);
    if let Some(words) = picture
        && let Some(at) = page.find("</header>")
    {
        let words = Text(words);
        let image = format!(
            "<p><img src=\"cid:{PICTURE}\" alt=\"{words}\" width=\"600\" style=\"display:block;width:100%;\
             max-width:600px;height:auto;border:0\"></p>\n"
        );
        page.insert_str(at, &image);
    }
    page
}

/// Removes all elements that begin and end so.
fn without(page: &str, start: &str, end: &str) -> String {
    let mut out = String::with_capacity(page.len());
    let mut rest = page;
    while let Some(at) = rest.find(start) {
        let Some(length) = rest[at..].find(end) else {
            break;
        };
        out.push_str(&rest[..at]);
        rest = &rest[at + length + end.len()..];
    }
    out + rest
}

/// Splits a page after its style sheet.
fn split_style(page: &str) -> (String, &str) {
    let end = page.find("</style>").map_or(0, |at| at + "</style>".len());
    (page[..end].to_owned(), &page[end..])
}

/// Returns a head whose style sheet has literal values.
fn literal(light: &str, values: &BTreeMap<&str, &str>) -> String {
    // The rules that define variables have done their work.
    let rules = without(light, ":root{", "}");
    let sheet: String = { rules.split_inclusive('}') }
        .map(|rule| resolved(rule, values))
        .collect();
    sheet.replace("content=\"light dark\"", "content=\"light\"")
}

/// Removes the rules for dark screens: mail programs darken a page by themselves.
fn without_dark(head: &str) -> String {
    let mut out = String::with_capacity(head.len());
    let mut rest = head;
    while let Some(at) = rest.find("@media (prefers-color-scheme:dark)") {
        out.push_str(&rest[..at]);
        let mut depth = 0_usize;
        let mut end = rest.len();
        for (n, c) in rest[at..].char_indices() {
            match c {
                '{' => depth += 1,
                '}' if depth == 1 => {
                    end = at + n + 1;
                    break;
                }
                '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        rest = &rest[end..];
    }
    out + rest
}

/// Replaces the variables in a style by their values: `var(--ink)`, `var(--c,var(--dim))`.
fn resolved(style: &str, values: &BTreeMap<&str, &str>) -> String {
    let mut style = style.to_owned();
    // The innermost one first.
    while let Some(at) = style.rfind("var(--") {
        let Some(length) = style[at..].find(')') else {
            break;
        };
        let inside = &style[at + "var(--".len()..at + length];
        let (name, other) = inside.split_once(',').unwrap_or((inside, "inherit"));
        let value = values
            .get(name.trim())
            .map_or(other, |value| *value)
            .to_owned();
        style.replace_range(at..=at + length, &value);
    }
    style
}

/// Replaces the variable of a swatch by the color itself.
fn literal_attributes(body: &str, values: &BTreeMap<&str, &str>) -> String {
    const SET: &str = "style=\"--c:";
    let mut out = String::with_capacity(body.len());
    let mut rest = body;
    while let Some(at) = rest.find(SET) {
        out.push_str(&rest[..at]);
        let value = &rest[at + SET.len()..];
        let end = value.find('"').unwrap_or(value.len());
        out.push_str("style=\"background:");
        out.push_str(&resolved(&value[..end], values));
        rest = &value[end..];
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<html><head><meta name=\"color-scheme\" content=\"light dark\"><style>\n\
        :root{--ink:#111;--roo:#0a0}\n@media (prefers-color-scheme:dark){:root{--ink:#eee}p{color:red}}\n\
        p{color:var(--ink)}.swatch{background:var(--c,var(--ink))}\n</style></head><body><header><h1>x</h1></header>\
        <figure class=\"plot\"><svg></svg></figure><span class=\"swatch\" style=\"--c:var(--roo)\"></span>\
        <div class=\"map\"><svg><g/></svg></div><div class=\"scroll rolls\" role=\"region\"><table></table></div></body></html>";

    #[test]
    fn a_page_for_mail_has_literal_colors_and_no_drawings() {
        let page = for_mail(PAGE, Some("The \"cone\""));
        for gone in [
            "var(",
            "<svg",
            "--",
            "prefers-color-scheme",
            "figure",
            "rolls",
        ] {
            assert!(!page.contains(gone), "{gone} in {page}");
        }
        for there in [
            "p{color:#111}",
            ".swatch{background:#111}",
            "style=\"background:#0a0\"",
            "alt=\"The &quot;cone&quot;\"",
            "cid:picture@chronojudge",
        ] {
            assert!(page.contains(there), "{there} not in {page}");
        }
        assert!(!for_mail(PAGE, None).contains("<img"));
    }
}
