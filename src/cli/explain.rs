//! `explain`: what a code means, and what to do about it.

use super::{CliError, Ui};
use crate::{rulesets, store, yaml};
use serde_json::json;

/// Say what the code of a mistake means, and what to do about it.
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

/// One code.
struct Entry {
    code: &'static str,
    title: &'static str,
    /// What to do; the message itself says it where this is nothing.
    todo: &'static str,
}

/// A kind of codes, with a heading; each game has a kind of its own.
const KINDS: [(&str, &str); 3] = [
    ("E01", "What is not YAML, or not as we take it"),
    ("E02", "What does not fit"),
    ("E03", "What is for another game, turn or seat"),
];

fn all() -> Vec<Entry> {
    let with_todo = yaml::CODES.iter().chain(store::CODES);
    let with_todo = with_todo.map(|&(code, title, todo)| Entry { code, title, todo });
    let of_rules = rulesets::codes().map(|(code, title)| Entry {
        code,
        title,
        todo: "",
    });
    let mut all: Vec<Entry> = with_todo.chain(of_rules).collect();
    all.sort_by_key(|code| code.code);
    all
}

pub(super) fn run(args: &Args, ui: &Ui) -> Result<u8, CliError> {
    let all = all();
    if args.markdown {
        return ui.bytes(page(&all).as_bytes());
    }
    let wanted = args.code.as_deref().map(str::to_uppercase);
    let chosen: Vec<&Entry> = all
        .iter()
        .filter(|code| wanted.as_ref().is_none_or(|wanted| wanted == code.code))
        .collect();
    if chosen.is_empty() {
        let code = args.code.as_deref().unwrap_or_default();
        return Err(CliError::user(format!("There is no code `{code}`."))
            .hint("`chronojudge explain` lists all of them."));
    }
    if ui.json() {
        let rows: Vec<_> = chosen
            .iter()
            .map(|code| json!({"code": code.code, "title": code.title, "to-do": code.todo}))
            .collect();
        return ui.data(&rows.into());
    }
    for code in chosen {
        ui.line(format!("{}  {}", code.code, code.title))?;
        if wanted.is_some() && !code.todo.is_empty() {
            ui.line(format!("       {}", code.todo))?;
        }
    }
    Ok(0)
}

/// The page of all codes, `docs/codes.md`.
fn page(all: &[Entry]) -> String {
    let mut page = "# Codes\n\nEvery mistake in an order file has a code that stays the same from version to version. \
                    `chronojudge explain CODE` says this in the shell.\n"
        .to_owned();
    let mut kind = |heading: &str, is_of: &dyn Fn(&str) -> bool| {
        page += &format!("\n## {heading}\n\n| code | what it is | what to do |\n|---|---|---|\n");
        for code in all.iter().filter(|code| is_of(code.code)) {
            page += &format!("| {} | {} | {} |\n", code.code, code.title, code.todo);
        }
    };
    for (start, heading) in KINDS {
        kind(heading, &|code| code.starts_with(start));
    }
    for known in rulesets::ALL {
        let heading = format!("What is against the rules of {}", known.title);
        kind(&heading, &|code| {
            known.codes.iter().any(|(own, _)| *own == code)
        });
    }
    page
}
