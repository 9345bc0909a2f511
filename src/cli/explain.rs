//! `explain`: the meaning of a code, its cause, an example, and a remedy.

use super::{CliError, Ui};
use crate::{
    game_dir, mail, rulesets,
    yaml::{self, Code},
};
use serde_json::json;

/// Explain the code of a mistake: its meaning, its cause, an example, and a remedy.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
\x20 chronojudge explain E1006\n\
\x20 chronojudge explain                  all codes")]
pub(super) struct Args {
    /// The code, such as E0104 (all codes unless given)
    code: Option<String>,
    /// As a page of Markdown
    #[arg(long, hide = true)]
    markdown: bool,
}

/// The kinds of codes: the beginning of the code and a heading. The codes of each game are another kind.
const KINDS: [(&str, &str); 4] = [
    (
        "E01",
        "Files that are not YAML, or not the YAML that is accepted",
    ),
    ("E02", "Keys and values that do not fit"),
    ("E03", "Orders for another game, turn, seat or question"),
    (
        "E04",
        "Mistakes in the mail settings of a game and in lists of players",
    ),
];

/// Returns all codes in order.
fn all() -> Vec<&'static Code> {
    let all = yaml::CODES.iter().chain(game_dir::CODES).chain(mail::CODES);
    let mut all: Vec<&Code> = all.chain(rulesets::codes()).collect();
    all.sort_unstable_by_key(|code| code.code);
    all
}

pub(super) fn run(args: &Args, ui: &Ui) -> Result<u8, CliError> {
    let all = all();
    if args.markdown {
        return ui.bytes(page(&all).as_bytes());
    }
    let wanted = args.code.as_deref().map(str::to_uppercase);
    let chosen: Vec<&Code> = all
        .iter()
        .copied()
        .filter(|code| wanted.as_ref().is_none_or(|wanted| wanted == code.code))
        .collect();
    if chosen.is_empty() {
        let code = args.code.as_deref().unwrap_or_default();
        return Err(CliError::user(format!("Unknown code `{code}`."))
            .hint("`chronojudge explain` lists all of them."));
    }
    if ui.json() {
        let rows: Vec<_> = chosen
            .iter()
            .map(|code| {
                json!({
                    "code": code.code, "title": code.title, "cause": code.cause,
                    "example": code.example, "to-do": code.cure,
                })
            })
            .collect();
        return ui.data(&rows.into());
    }
    for code in chosen {
        ui.line(format!("{}  {}", code.code, code.title))?;
        if wanted.is_some() {
            ui.line(format!("\nWhy: {}\n\nFor example:", code.cause))?;
            for line in code.example.lines() {
                ui.line(format!("    {line}"))?;
            }
            ui.line(format!("\nWhat to do: {}", code.cure))?;
        }
    }
    Ok(0)
}

/// Formats a line of an example as code in a cell of a Markdown table.
fn cell(line: &str) -> String {
    let indent = line.len() - line.trim_start().len();
    let fence = if line.contains('`') { "``" } else { "`" };
    let text = line.trim_start().replace('|', "\\|").replace('\t', "(tab)");
    format!("{}{fence}{text}{fence}", "&nbsp;".repeat(indent))
}

/// Returns the page of all codes, `docs/codes.md`.
fn page(all: &[&Code]) -> String {
    let mut page = "# Codes\n\nEvery mistake in an order file, and every set-up that is refused, has a code that is the same in all versions. \
                    `chronojudge explain CODE` prints its entry in the shell.\n"
        .to_owned();
    let mut kind = |heading: &str, is_of: &dyn Fn(&str) -> bool| {
        page += &format!(
            "\n## {heading}\n\n| code | mistake | cause | example | remedy |\n|---|---|---|---|---|\n"
        );
        for code in all.iter().filter(|code| is_of(code.code)) {
            let lines: Vec<String> = code.example.lines().map(cell).collect();
            let example = lines.join("<br>");
            let Code {
                code,
                title,
                cause,
                cure,
                ..
            } = code;
            page += &format!("| {code} | {title} | {cause} | {example} | {cure} |\n");
        }
    };
    for (start, heading) in KINDS {
        kind(heading, &|code| code.starts_with(start));
    }
    for known in rulesets::ALL {
        let heading = format!("Violations of the rules of {}", known.title);
        kind(&heading, &|code| {
            known.codes.iter().any(|own| own.code == code)
        });
    }
    page
}
