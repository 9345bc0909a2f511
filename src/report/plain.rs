//! Plain texts without templates, for use when a template fails.
//!
//! A failing template does not stop a game. Its text is replaced by a plain one, made from the same [`Reading`], which
//! contains only what its reader may know; the GM is told which template failed.

use super::{
    Format, Outcome, Press, Reading, Receipt, TemplateView, WIDTH, Words, clean, filters, lines,
    paper::Paper, short_form,
};
use crate::{
    engine::{Choices, Event, Prompt},
    yaml::flow as yaml_flow,
};
use serde_json::Value;

/// Returns one text of a reading.
pub(super) fn paper(words: &Words, reading: &Reading, paper: Paper<'_>) -> String {
    match paper {
        Paper::Report(Format::Text) | Paper::Marked(Format::Text) => report(words, reading),
        Paper::Report(Format::Html) | Paper::Marked(Format::Html) => {
            page(&title(reading), &report(words, reading))
        }
        Paper::Form { .. } => form(words, reading),
        Paper::ShortForm { .. } => short_form::short(&form(words, reading)),
        Paper::Subject => format!("{} (plain)", title(reading)),
    }
}

/// Returns the answer to a mail.
pub(super) fn receipt(receipt: &Receipt, reading: &Reading) -> String {
    let mut text = vec![
        format!("{}: {}", receipt.about, receipt.verdict),
        String::new(),
    ];
    text.extend(receipt.words.iter().map(|words| clean::line(words)));
    text.push(String::new());
    text.push(format!("Your mail: {}", clean::line(&receipt.mail.subject)));
    text.extend(receipt.mail.notes.iter().map(|note| clean::line(note)));
    text.extend(receipt.problems.iter().cloned());
    if let Some(on_file) = &receipt.on_file {
        text.push("\nYour orders on file now:".to_owned());
        text.extend(on_file.lines.iter().map(|line| format!("| {line}")));
        text.push(format!(
            "\nTheir hash if sitting {} locks them:",
            on_file.sitting
        ));
        text.push(on_file.hash.clone());
        text.push(format!(
            "  printf '%s\\n' fair1/bind {} order-{} {} \\\n    {} \\\n    {} \\\n    | sha256sum",
            reading.game.id,
            reading.reader.seat.as_deref().unwrap_or_default(),
            on_file.sitting,
            on_file.salt,
            on_file.digest
        ));
    }
    if !receipt.standing.is_empty() {
        text.push("\nYour standing orders:".to_owned());
        text.extend(receipt.standing.iter().map(|line| format!("| {line}")));
    }
    if let Some(head) = &receipt.head {
        text.push(format!("\nHead of the log:\n  {head}"));
    }
    if let Some(key) = &receipt.log_key {
        text.push(format!("Key that signs the log:\n  {key}"));
    }
    if let Some(at) = &receipt.public_at {
        text.push(format!("Public files, and how to check them:\n  {at}"));
    }
    lines::trim_ends(&text.join("\n"))
}

/// Returns a letter between players.
pub(super) fn press(press: &Press, format: Format) -> String {
    let title = format!("[{}] {}", press.game, clean::line(&press.title));
    let mut text = vec![
        title.clone(),
        String::new(),
        format!("From: {}", clean::line(&press.from)),
        format!("To:   {}", clean::line(&press.to)),
        String::new(),
    ];
    text.extend(press.lines.iter().map(|line| clean::line(line)));
    text.extend(press.answer.iter().map(|answer| format!("\n--\n{answer}")));
    let text = lines::trim_ends(&text.join("\n"));
    match format {
        Format::Text => text,
        Format::Html => page(&title, &text),
    }
}

fn title(reading: &Reading) -> String {
    let turn = match reading.ended {
        super::Ended::TurnComplete => reading.next.turn,
        super::Ended::Waiting | super::Ended::GameOver => reading.turn,
    };
    let words = format!("[{}] Turn {turn}: {}", reading.game.id, reading.reader.name);
    clean::line(&words)
}

fn report(words: &Words, reading: &Reading) -> String {
    let mut text = Text(String::new());
    text.line(&format!(
        "{}: turn {}, sitting {}, for {}",
        reading.game.title, reading.turn, reading.sitting, reading.reader.name
    ));
    text.line("");
    text.line(
        "This is a plain report, because its template failed. The game goes on, and the GM has been told.",
    );
    text.line("");
    match &reading.next.deadline {
        Some(deadline) => text.line(&format!("Deadline: {} ({})", deadline.local, deadline.utc)),
        None if reading.ended == super::Ended::GameOver => text.line("The game is over."),
        None => text.line("Deadline: none"),
    }
    for how in &reading.next.how {
        text.line(how);
    }
    for waiting in &reading.waiting_for {
        text.line(&format!(
            "Waiting for {}: {}",
            waiting.seat,
            waiting.asks.join(", ")
        ));
    }
    if !reading.winners.is_empty() {
        text.line(&format!("Won by: {}", reading.winners.join(", ")));
    }
    text.list("Templates to fix", &reading.alerts);
    if !reading.prompts.is_empty() {
        text.heading("Open questions");
        for prompt in &reading.prompts {
            for line in question(words, prompt) {
                text.line(&line);
            }
        }
    }
    let orders = reading.orders.iter().map(|order| {
        let why = order.why.as_ref();
        let why = why.map_or_else(String::new, |why| format!(" ({}: {})", why.code, why.words));
        format!(
            "{}: {}, {}{why}",
            filters::order_line(&order.line),
            order.text,
            match order.outcome {
                Outcome::Replaced => format!("replaced by your file {}", order.file + 1),
                Outcome::Interrupted | Outcome::Announced => format!(
                    "{}, and {}",
                    outcome(Outcome::Announced),
                    order.note.as_deref().unwrap_or("not carried out")
                ),
                other => outcome(other),
            }
        )
    });
    text.list("Your orders, line by line", &orders.collect::<Vec<_>>());
    let past = reading.past.iter().flat_map(|past| &past.events);
    let view = TemplateView::of(&reading.view);
    let told = past.chain(&reading.events).map(|event| {
        let rule = if event.rule == "-" {
            String::new()
        } else {
            format!(" ({})", event.rule)
        };
        format!("{}{rule}", said(words, reading, &view, &event.event))
    });
    text.list("What happened", &told.collect::<Vec<_>>());
    let scores = reading
        .history
        .last()
        .into_iter()
        .flat_map(|score| &score.scores);
    text.list(
        "Points",
        &scores
            .map(|(seat, n)| format!("{seat}: {n}"))
            .collect::<Vec<_>>(),
    );
    let notes = reading.interventions.iter();
    let notes = notes.map(|note| format!("{} ({}). Reason: {}", note.what, note.who, note.reason));
    text.list("Manual changes by the GM", &notes.collect::<Vec<_>>());
    if let Some(head) = &reading.verify.head {
        text.line(&format!("\nHead of the log:\n  {head}"));
    }
    if let Some(key) = &reading.verify.log_key {
        text.line(&format!("Key that signs the log:\n  {key}"));
    }
    if let Some(at) = &reading.verify.public_at {
        text.line(&format!("Public files, and how to check them:\n  {at}"));
    }
    lines::trim_lines(&text.0)
}

/// Returns the order file for a seat's next orders: it contains no orders, and the questions are in its comments.
fn form(words: &Words, reading: &Reading) -> String {
    let mut text = Text(String::new());
    text.line("# This is a plain form, because its template failed; the GM has been told.");
    text.line(&format!("game: {}", yaml_flow::word(&reading.game.id)));
    text.line(&format!("turn: {}", reading.next.turn));
    let seat = reading.reader.seat.as_deref().unwrap_or_default();
    text.line(&format!("seat: {}", yaml_flow::word(seat)));
    text.line(&format!("sitting: {}", reading.sitting));
    text.line("if-illegal: ask");
    for prompt in &reading.prompts {
        for line in question(words, prompt) {
            text.line(&format!("# {line}"));
        }
    }
    let rest = reading
        .orders
        .iter()
        .filter(|order| order.outcome == Outcome::Waiting);
    for order in rest {
        text.line(&format!(
            "# still to come: {}: {}",
            filters::order_line(&order.line),
            order.text
        ));
    }
    lines::trim_lines(&text.0)
}

/// Returns the lines for a question: the question, its answers, and an order that gives an answer.
fn question(words: &Words, prompt: &Prompt) -> Vec<String> {
    let what = words.asks.get(&*prompt.ask).copied().unwrap_or_default();
    let flow = yaml_flow::flow;
    let list = |of: &[Value]| of.iter().map(flow).collect::<Vec<_>>().join(", ");
    let answers = match &prompt.choices {
        Choices::OneOf(of) => format!("one of: {}", list(of)),
        Choices::SomeOf { of, min, max } => format!("{min} to {max} of: {}", list(of)),
        Choices::Ranking { of } => format!("all of these, the most wanted first: {}", list(of)),
    };
    let mut text = vec![format!("{}: {}, {what}", prompt.seat, prompt.ask)];
    let fields: Vec<String> = prompt
        .about
        .iter()
        .map(|(key, value)| format!("{key}: {}", flow(value)))
        .collect();
    if !fields.is_empty() {
        text.push(format!("  {}", fields.join(", ")));
    }
    text.push(format!("  {answers}"));
    let default = flow(&prompt.default);
    text.push(format!(
        "  standing: [{{when: {{ask: {}}}, prefer: [{default}]}}]",
        prompt.ask
    ));
    text.push(format!("  without an answer: {default}"));
    if let Some(refused) = &prompt.refused {
        let (line, why) = (&refused.line, &refused.why);
        text.push(format!("  refused: {line}: {}: {}", why.code, why.words));
    }
    text
}

/// Returns an event as a sentence, or as data if the template for it fails.
fn said(words: &Words, reading: &Reading, view: &TemplateView, event: &Event<Value>) -> String {
    let plain = || yaml_flow::flow(&serde_json::to_value(event).expect("an event is plain data"));
    match event {
        Event::Fact(fact) => {
            let said = words.said(fact, view, &reading.reader);
            said.unwrap_or_else(|_| plain())
        }
        _ => plain(),
    }
}

fn outcome(outcome: Outcome) -> String {
    let name = serde_json::to_value(outcome).expect("a name");
    name.as_str().unwrap_or_default().replace('-', " ")
}

/// A text built line by line: each line is cleaned and wrapped to the width of a report.
struct Text(String);

impl Text {
    fn line(&mut self, text: &str) {
        for line in text.split('\n') {
            let line = clean::line(line);
            let indent = line.len() - line.trim_start().len();
            let comment = line.starts_with('#');
            // A comment must stay on one line, and so must an order that is to be copied.
            if comment || line.contains("standing: [") {
                self.0.push_str(&line);
            } else {
                self.0.push_str(&lines::wrap(
                    &line,
                    WIDTH,
                    indent,
                    if indent > 0 { indent + 2 } else { 0 },
                ));
            }
            self.0.push('\n');
        }
    }

    fn heading(&mut self, title: &str) {
        self.line(&format!("\n{}", title.to_uppercase()));
    }

    fn list(&mut self, title: &str, entries: &[String]) {
        if entries.is_empty() {
            return;
        }
        self.heading(title);
        for entry in entries {
            self.line(&format!("  {}", clean::line(entry)));
        }
    }
}

/// Returns a text as an HTML page.
fn page(title: &str, text: &str) -> String {
    let escape = |text: &str| {
        text.replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;")
    };
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n</head>\n<body>\n\
         <pre style=\"white-space:pre-wrap;overflow-wrap:anywhere\">\n{}</pre>\n</body>\n</html>\n",
        escape(title),
        escape(text)
    )
}
