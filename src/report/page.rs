//! One reader's papers of one sitting: report, order form and subject line, from one context.

use super::{
    Format, Reading, Receipt, ReportError, Verdict, WIDTH, Words, clean, filters, yaml_words,
};
use minijinja::value::{Serde, Value, merge_maps};
use serde_json::{Value as Json, json};

/// A reading made ready for its templates, once for all of its papers.
#[derive(Debug)]
pub struct Page<'a> {
    words: &'a Words,
    context: Value,
    has_seat: bool,
}

impl<'a> Page<'a> {
    /// The page of a reading.
    ///
    /// # Errors
    /// [`ReportError`] if the words of what happened are not there or fail.
    pub fn new(words: &'a Words, reading: &Reading) -> Result<Self, ReportError> {
        let mut context = plain(reading);
        context["sent_lines"] = sent_lines(reading);
        clean::value(&mut context);
        context["verdict"] = plain(&Verdict::of(reading));
        context["folder"] = words.ruleset.into();
        let context = Value::from(Serde(context));
        let text = words.fill("told.j2", &context)?;
        let told = Value::from(Serde(json!({ "told": told(&text, reading) })));
        Ok(Self {
            words,
            context: merge_maps([told, context]),
            has_seat: reading.reader.seat.is_some(),
        })
    }

    /// The report.
    ///
    /// # Errors
    /// [`ReportError`] if a template is not there or fails.
    pub fn report(&self, format: Format) -> Result<String, ReportError> {
        let name = format!("report.{}.j2", format.ending());
        let text = self.words.fill(&name, &self.context)?;
        Ok(match format {
            Format::Text => filters::tidy(&text, WIDTH),
            Format::Html => text,
        })
    }

    /// The order file for the next orders of the reading's seat, valid as delivered.
    ///
    /// `schema` is the path of the order file's JSON Schema as the player will find it.
    ///
    /// # Errors
    /// [`ReportError`] if the reader is no seat, or a template is not there or fails.
    pub fn form(&self, schema: &str) -> Result<String, ReportError> {
        if !self.has_seat {
            return Err(ReportError::NoSeat);
        }
        let schema = Value::from(Serde(json!({ "schema": clean::line(schema) })));
        let context = merge_maps([schema, self.context.clone()]);
        let name = format!("{}/form.yaml.j2", self.words.ruleset);
        Ok(filters::trim_lines(&self.words.fill(&name, &context)?))
    }

    /// The answer to a mail that this page's reader sent: its subject and its text.
    ///
    /// # Errors
    /// [`ReportError`] if the template is not there or fails.
    pub fn receipt(&self, receipt: &Receipt) -> Result<(String, String), ReportError> {
        let mut context = json!({ "receipt": plain(receipt) });
        clean::value(&mut context);
        let context = merge_maps([Value::from(Serde(context)), self.context.clone()]);
        // Not made to fit the width: an order file is shown as it stands, and carets stay where they point.
        let text = self.words.fill("receipt.txt.j2", &context)?;
        let subject = format!("{} {} {}", receipt.tag, receipt.about, receipt.verdict);
        Ok((clean::line(&subject), filters::trim_ends(&text)))
    }

    /// The subject line of the mail that carries the report.
    ///
    /// # Errors
    /// [`ReportError`] if the template is not there or fails.
    pub fn subject(&self) -> Result<String, ReportError> {
        let text = self.words.fill("subject.txt.j2", &self.context)?;
        Ok(text.split_whitespace().collect::<Vec<_>>().join(" "))
    }
}

/// One event in words.
#[derive(serde::Serialize)]
struct ToldEvent<'a> {
    /// The step of the rules that it belongs to; empty if it goes on with the one before.
    heading: &'a str,
    /// A sentence without its full stop; empty if the heading says it all.
    words: &'a str,
    new: bool,
    private: bool,
}

/// What `told.j2` says of the events: text and HTML share it, for half the report is this.
fn told<'a>(text: &'a str, reading: &Reading) -> Vec<ToldEvent<'a>> {
    text.split_terminator('\u{1e}')
        .filter_map(|record| {
            let mut parts = record.split('\u{1f}');
            let event = reading
                .events
                .get(parts.next()?.trim().parse::<usize>().ok()?)?;
            Some(ToldEvent {
                heading: parts.next()?,
                words: parts.next()?,
                new: event.new,
                private: event.private,
            })
        })
        .collect()
}

/// The lists of the order file in force as lines of YAML: a template's maps forget their order.
fn sent_lines(reading: &Reading) -> Json {
    let sent = reading.sent.as_ref().and_then(Json::as_object);
    sent.into_iter()
        .flatten()
        .filter_map(|(key, value)| {
            let lines = value.as_array()?.iter().map(yaml_words::flow);
            Some((key.clone(), lines.collect::<Json>()))
        })
        .collect()
}

fn plain<T: serde::Serialize>(value: &T) -> Json {
    serde_json::to_value(value).expect("a reading is plain data with text keys")
}
