//! One reader's papers of one sitting: report, order form and subject line, from one context.

use super::{
    Format, Reading, Receipt, ReportError, Sentences, Words,
    clean::{self, Shown},
    context::{Public, context, data},
    lines,
    paper::Paper,
    plain,
};
use clean::Context;
use minijinja::Value;
use serde_json::Value as Json;

/// The template of all papers.
const ALL: &str = "papers.j2";

/// What it puts behind each.
const END: char = '\u{1d}';

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

    /// Several papers, in the order in which they are wanted: what they have in common is worked out once.
    ///
    /// # Errors
    /// [`ReportError`] if a template is not there or fails, or if an order form is wanted for no seat.
    pub fn papers(&self, wanted: &[Paper<'_>]) -> Result<Vec<String>, ReportError> {
        let mut context = self.story()?;
        let mut names = vec![];
        for paper in wanted {
            if let Paper::Form { schema } = *paper {
                if self.reading.reader.seat.is_none() {
                    return Err(ReportError::NoSeat);
                }
                context.insert("schema".to_owned(), clean::value(&schema.into()));
            }
            names.push(paper.template(self.words.ruleset));
        }
        let texts = self.filled(context, &names)?;
        let papers = wanted.iter().zip(&texts);
        Ok(papers.map(|(paper, text)| paper.finished(text)).collect())
    }

    /// The same papers, with a plain one in the place of each whose template fails; and what is wrong with those
    /// templates.
    pub fn papers_or_plain(&self, wanted: &[Paper<'_>]) -> (Vec<String>, Vec<ReportError>) {
        if let Ok(papers) = self.papers(wanted) {
            return (papers, vec![]);
        }
        let mut wrong = vec![];
        let one = |paper: &Paper<'_>| {
            self.paper(*paper).unwrap_or_else(|error| {
                wrong.push(error);
                plain::paper(self.words, self.reading, *paper)
            })
        };
        (wanted.iter().map(one).collect(), wrong)
    }

    /// Fills several templates with one context.
    pub(super) fn filled(
        &self,
        mut context: Context,
        names: &[String],
    ) -> Result<Vec<String>, ReportError> {
        let papers = names.iter().map(|name| Value::from(&**name));
        context.insert("papers".to_owned(), papers.collect());
        let text = self.words.fill(ALL, &Shown::context(context))?;
        let texts: Vec<String> = text.split_terminator(END).map(str::to_owned).collect();
        if texts.len() != names.len() {
            return Err(ReportError::marked(ALL));
        }
        Ok(texts)
    }

    fn paper(&self, paper: Paper<'_>) -> Result<String, ReportError> {
        Ok(self.papers(&[paper])?.swap_remove(0))
    }

    /// The report.
    ///
    /// # Errors
    /// [`ReportError`] if a template is not there or fails.
    pub fn report(&self, format: Format) -> Result<String, ReportError> {
        self.paper(Paper::Report(format))
    }

    /// The order file for the next orders of the reading's seat, valid as delivered.
    ///
    /// `schema` is the path of the order file's JSON Schema as the player will find it.
    ///
    /// # Errors
    /// [`ReportError`] if the reader is no seat, or a template is not there or fails.
    pub fn form(&self, schema: &str) -> Result<String, ReportError> {
        self.paper(Paper::Form { schema })
    }

    /// The answer to a mail that this page's reader sent: its subject and its text, which is a plain one if the
    /// template fails; and what is wrong with that template.
    pub fn receipt(&self, receipt: &Receipt) -> (String, String, Option<ReportError>) {
        let context = self.with("receipt", &data(receipt));
        let subject = format!("{} {} {}", receipt.tag, receipt.about, receipt.verdict);
        let subject = clean::line(&subject);
        // Not made to fit the width: an order file is shown as it stands, and carets stay where they point.
        match self.words.fill("receipt.txt.j2", &context) {
            Ok(text) => (subject, lines::trim_ends(&text), None),
            Err(error) => (subject, plain::receipt(receipt, self.reading), Some(error)),
        }
    }

    /// The subject line of the mail that carries the report.
    ///
    /// # Errors
    /// [`ReportError`] if the template is not there or fails.
    pub fn subject(&self) -> Result<String, ReportError> {
        self.paper(Paper::Subject)
    }

    /// The page's context, with what happened in words.
    pub(super) fn story(&self) -> Result<Context, ReportError> {
        let shared = self.shared.map(|public| &public.sentences);
        let own = Sentences::new(self.words, self.reading, &self.context, shared)?;
        let told = own.told(self.reading, shared);
        let mut context = self.context.clone();
        context.insert("told".to_owned(), told);
        Ok(context)
    }

    /// The page's context and one thing more.
    fn with(&self, name: &str, value: &Json) -> Value {
        let mut context = self.context.clone();
        context.insert(name.to_owned(), clean::value(value));
        Shown::context(context)
    }
}
