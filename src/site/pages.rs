//! The pages of a site.

use super::{
    Files, Raw, SiteError, bundle,
    game::{Game, Played},
    ledger,
};
use crate::{
    audit::Verdict,
    dice::chain::WORDS_AT_LEAST,
    log::{Deed, Entry, Kind, Salts, branches, salt_lines},
    report::Page,
    rulesets,
};
use serde_json::{Value, json};

/// Renders every page, by file name.
pub(super) fn all(game: &Game, raw: Raw, play: bool) -> Result<Files, SiteError> {
    let mut files = Files::new();
    let shared = shared(&game.played, raw, play);
    for page in ["index", "dice", "log", "verify"] {
        let mut context = shared.clone();
        context["page"] = page.into();
        let own = match page {
            "index" => index(game),
            "dice" => dice(game),
            "log" => log(game),
            _ => verify(game),
        };
        for (key, value) in own.as_object().into_iter().flatten() {
            context[key] = value.clone();
        }
        // The start page shows the present state of the game.
        let html = match game.played.sittings.last() {
            Some(last) => {
                Page::new(&game.played.words, &last.reading(&game.played)).site(page, &context)?
            }
            None => game.played.words.site(page, &context)?,
        };
        files.insert(format!("{page}.html"), html.into_bytes());
    }
    for (n, sitting) in game.played.sittings.iter().enumerate() {
        let html = turn(&game.played, n, &shared)?;
        files.insert(file_name(sitting.sitting), html.into_bytes());
    }
    Ok(files)
}

/// Renders the page of the sitting with this index.
pub(super) fn turn(game: &Played, n: usize, shared: &Value) -> Result<String, SiteError> {
    let mut context = shared.clone();
    context["page"] = "turn".into();
    let link = |n: Option<usize>| n.and_then(|n| Some(file_name(game.sittings.get(n)?.sitting)));
    context["earlier"] = link(n.checked_sub(1)).into();
    context["later"] = link(Some(n + 1)).into();
    let reading = game.sittings[n].reading(game);
    Ok(Page::new(&game.words, &reading).site("turn", &context)?)
}

fn file_name(sitting: u32) -> String {
    format!("sitting-{sitting:04}.html")
}

/// Returns the part of the context that all pages share.
pub(super) fn shared(game: &Played, raw: Raw, play: bool) -> Value {
    json!({
        "site": {
            "title": game.about.title,
            "id": game.about.game,
            "ruleset": game.title,
            "edition": game.about.edition,
            "head": game.log.head_field(),
            "anchor": game.ledger.anchor,
            "raw": raw.path(),
            "play": play,
            "program": program(),
        },
    })
}

/// Returns the repository of the program if it has one, or else its name.
fn program() -> &'static str {
    let place = env!("CARGO_PKG_REPOSITORY").trim_start_matches("https://");
    if place.is_empty() {
        env!("CARGO_PKG_NAME")
    } else {
        place
    }
}

fn index(game: &Game) -> Value {
    let seats: Vec<&str> = game
        .played
        .about
        .seats
        .iter()
        .map(|s| s.seat.as_str())
        .collect();
    let sittings: Vec<Value> = game
        .played
        .sittings
        .iter()
        .map(|s| {
            json!({
                "file": file_name(s.sitting),
                "sitting": s.sitting,
                "turn": s.turn,
                "at": s.at,
                "ended": s.came_to(),
                "facts": s.facts.iter().filter(|told| told.sitting == s.sitting).count(),
                "dice": s.dice.len(),
                "by_hand": s.interventions.len(),
            })
        })
        .collect();
    let games: Vec<Value> = rulesets::ALL
        .iter()
        .map(|known| json!({"title": known.title, "id": known.id}))
        .collect();
    json!({ "seats": seats, "sittings": sittings, "games": games })
}

fn dice(game: &Game) -> Value {
    let seats: Vec<String> = game
        .played
        .about
        .seats
        .iter()
        .map(|s| s.seat.clone())
        .collect();
    let luck = ledger::luck(&game.played.ledger, &seats);
    json!({
        "beyond": ledger::somebody_beyond_two(luck.len()),
        "luck": luck,
        "rolled": ledger::rolls(&game.played.ledger, &seats),
        "faces": ledger::faces(&game.played.ledger),
        "salts": game.played.ledger.salts,
        "draw": game.played.ledger.draw,
    })
}

fn log(game: &Game) -> Value {
    let records: Vec<Value> = game
        .played
        .log
        .entries
        .iter()
        .map(|entry| {
            let lines: Vec<Value> = entry
                .record
                .entries
                .iter()
                .map(|(key, value)| json!({ "key": key, "value": value, "file": key.strip_prefix("file.") }))
                .collect();
            json!({
                "file": entry.file,
                "number": entry.file.split('-').next().and_then(|n| n.parse::<u32>().ok()),
                "kind": entry.record.kind.as_str(),
                "hash": entry.hash.to_string(),
                "lines": lines,
            })
        })
        .collect();
    json!({ "records": records })
}

fn verify(game: &Game) -> Value {
    let mut ok = 0;
    let mut others = vec![];
    for check in &game.checks {
        match &check.verdict {
            Verdict::Ok => ok += 1,
            _ => others.push(check.to_string()),
        }
    }
    let signed = |entry: &Entry| {
        let mut starts = ["signature.", "signed-standing."].into_iter();
        starts.any(|start| entry.record.under(start).next().is_some())
    };
    let opened = game.played.log.of(Kind::Final).next().is_some();
    let genesis = game.played.log.genesis();
    let is_fork = branches(&game.played.log)
        .iter()
        .any(|begun| begun.what == Deed::Fork);
    let answers = game.answers.iter().map(|answer| {
        let (question, sentence) = (answer.question, &answer.sentence);
        json!({ "question": question, "reply": answer.reply.as_str(), "sentence": sentence })
    });
    json!({
        "answers": answers.collect::<Vec<_>>(),
        "checks": { "ok": ok, "others": others },
        "level": genesis.and_then(|g| g.record.get("dice")),
        "verifier": bundle::verifier_hash().to_string(),
        "genesis": genesis.map(|g| g.hash.to_string()),
        "choice": Salts::read(&game.played.log).choice(),
        "seats": game.played.about.seats.iter().map(|s| &s.seat).collect::<Vec<_>>(),
        // A fork asks for no salts.
        "salt": genesis.filter(|_| !is_fork).map(|g| json!({
            "lines": salt_lines(&g.hash.to_string(), "$seat"),
            "least": WORDS_AT_LEAST,
        })),
        "signed": {
            "log": game.played.about.log_key.is_some(),
            "orders": opened && game.played.log.of(Kind::Lock).any(signed),
        },
        "example": game.example.as_ref().map(|(label, lines)| json!({ "label": label, "lines": lines.lines().collect::<Vec<_>>() })),
    })
}
