//! One reader's papers of one sitting: report, order form and subject line, from one context.

use super::{
    Format, Public, Reading, Receipt, ReportError, Sentences, Verdict, WIDTH, Words, clean, lines,
    public::ForAll, shown::Shown, yaml_words,
};
use clean::Context;
use minijinja::Value;
use serde_json::Value as Json;

/// A reading made ready for its templates, once for all of its papers.
#[derive(Debug)]
pub struct Page<'a> {
    pub(super) words: &'a Words,
    reading: &'a Reading,
    pub(super) context: Context,
    /// What all may read, if it has been put into words already.
    shared: Option<&'a Public<'a>>,
}

impl<'a> Page<'a> {
    /// The page of a reading.
    pub fn new(words: &'a Words, reading: &'a Reading) -> Self {
        Self {
            words,
            reading,
            context: context(words, reading, None),
            shared: None,
        }
    }

    /// The same page, which takes the words of what all may read from here.
    pub fn sharing(words: &'a Words, reading: &'a Reading, public: &'a Public<'a>) -> Self {
        Self {
            words,
            reading,
            context: context(words, reading, Some(public)),
            shared: Some(public),
        }
    }

    /// The report in all the formats asked for.
    ///
    /// # Errors
    /// [`ReportError`] if a template is not there or fails.
    pub fn reports<const N: usize>(
        &self,
        formats: [Format; N],
    ) -> Result<[String; N], ReportError> {
        let context = Shown::context(self.story()?);
        let mut reports = [const { String::new() }; N];
        for (report, format) in reports.iter_mut().zip(formats) {
            let name = format!("report.{}.j2", format.ending());
            let text = self.words.fill(&name, &context)?;
            *report = match format {
                Format::Text => lines::tidy(&text, WIDTH),
                Format::Html => lines::folded(&text),
            };
        }
        Ok(reports)
    }

    /// The report.
    ///
    /// # Errors
    /// [`ReportError`] if a template is not there or fails.
    pub fn report(&self, format: Format) -> Result<String, ReportError> {
        self.reports([format]).map(|[report]| report)
    }

    /// The order file for the next orders of the reading's seat, valid as delivered.
    ///
    /// `schema` is the path of the order file's JSON Schema as the player will find it.
    ///
    /// # Errors
    /// [`ReportError`] if the reader is no seat, or a template is not there or fails.
    pub fn form(&self, schema: &str) -> Result<String, ReportError> {
        if self.reading.reader.seat.is_none() {
            return Err(ReportError::NoSeat);
        }
        let context = self.with("schema", &schema.into());
        let name = format!("{}/form.yaml.j2", self.words.ruleset);
        Ok(lines::trim_lines(&self.words.fill(&name, &context)?))
    }

    /// The answer to a mail that this page's reader sent: its subject and its text.
    ///
    /// # Errors
    /// [`ReportError`] if the template is not there or fails.
    pub fn receipt(&self, receipt: &Receipt) -> Result<(String, String), ReportError> {
        let context = self.with("receipt", &plain(receipt));
        // Not made to fit the width: an order file is shown as it stands, and carets stay where they point.
        let text = self.words.fill("receipt.txt.j2", &context)?;
        let subject = format!("{} {} {}", receipt.tag, receipt.about, receipt.verdict);
        Ok((clean::line(&subject), lines::trim_ends(&text)))
    }

    /// The subject line of the mail that carries the report.
    ///
    /// # Errors
    /// [`ReportError`] if the template is not there or fails.
    pub fn subject(&self) -> Result<String, ReportError> {
        let context = Shown::context(self.context.clone());
        let text = self.words.fill("subject.txt.j2", &context)?;
        Ok(text.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// The page's context, with what happened in words.
    pub(super) fn story(&self) -> Result<Context, ReportError> {
        let shared = self.shared.map(|public| &public.sentences);
        let own = Sentences::new(self.words, self.reading, &self.context, shared)?;
        let told = own.told(self.reading, shared);
        let changes = match self.reading.before {
            Some(_) => self.changes()?,
            None => Value::from(()),
        };
        let mut context = self.context.clone();
        context.insert("told".to_owned(), told);
        context.insert("changes".to_owned(), changes);
        Ok(context)
    }

    /// What changed since the reader's last report, a line each.
    fn changes(&self) -> Result<Value, ReportError> {
        let context = Shown::context(self.context.clone());
        let text = self.words.fill("changed.j2", &context)?;
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        Ok(lines.collect())
    }

    /// The page's context and one thing more.
    fn with(&self, name: &str, value: &Json) -> Value {
        let mut context = self.context.clone();
        context.insert(name.to_owned(), clean::value(value));
        Shown::context(context)
    }
}

/// What every template of a reading knows. What is as the public sees it is the public's, and not made again.
pub(super) fn context(words: &Words, reading: &Reading, public: Option<&Public<'_>>) -> Context {
    let mut context = plain(reading);
    context["sent_lines"] = sent_lines(reading);
    context["verdict"] = plain(&Verdict::of(reading));
    context["folder"] = words.ruleset.into();
    let mut context = clean::context(&context);
    let ready = |name: &str| public.map(|public| public.context[name].clone());
    let view = public.map(|public| &*public.reading.view);
    let view = view.zip(ready("view"));
    context.insert("view".to_owned(), clean::like(&reading.view, view));
    // Most of it is as it was: what is one and the same need not be compared to see what changed.
    let now = Some((&*reading.view, context["view"].clone()));
    let before = reading.before.as_ref();
    let before = before.map_or_else(|| Value::from(()), |before| clean::like(before, now));
    context.insert("before".to_owned(), before);
    let events = reading.events.iter().map(|event| {
        let ready = public.and_then(|public| public.event(event));
        ready.unwrap_or_else(|| clean::value(&plain(event)))
    });
    context.insert("events".to_owned(), events.collect());
    let for_all = public.and_then(|public| public.context.get("for_all"));
    let for_all = for_all.map_or_else(|| ForAll::of(&context), Clone::clone);
    context.insert("for_all".to_owned(), for_all);
    let for_public = match public {
        Some(public) => public.context.get("for_public").cloned(),
        None if reading.reader.seat.is_none() => Some(ForAll::public(&context)),
        None => None,
    };
    context.extend(for_public.map(|for_public| ("for_public".to_owned(), for_public)));
    context
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
