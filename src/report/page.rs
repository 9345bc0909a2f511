//! One reader's texts of one sitting (report, order form and subject line) from one context.

use super::{
    Format, Reading, Receipt, ReportError, Sentences, Words,
    clean::{self, Shown},
    context::{Public, context, data},
    lines,
    paper::Paper,
    plain, sentences,
};
use clean::Context;
use minijinja::Value;
use serde_json::Value as Json;

/// The template that includes the templates of all wanted texts.
const ALL: &str = "papers.j2";

/// The mark that [`ALL`] writes behind each text.
const END: char = '\u{1d}';

/// A reading prepared for its templates, once for all of its texts.
#[derive(Debug)]
pub struct Page<'a> {
    pub(super) words: &'a Words,
    reading: &'a Reading,
    pub(super) context: Context,
    /// The texts that all readers share, if they have been rendered already.
    shared: Option<&'a Public<'a>>,
}

impl<'a> Page<'a> {
    /// Creates the page of a reading.
    pub fn new(words: &'a Words, reading: &'a Reading) -> Self {
        Self {
            words,
            reading,
            context: context(words, reading, None),
            shared: None,
        }
    }

    /// Creates the page of a reading that takes the texts shared by all readers from `public`.
    pub fn sharing(words: &'a Words, reading: &'a Reading, public: &'a Public<'a>) -> Self {
        Self {
            words,
            reading,
            context: context(words, reading, Some(public)),
            shared: Some(public),
        }
    }

    /// Returns the wanted texts, in their order; their common parts are rendered once.
    ///
    /// # Errors
    /// Returns [`ReportError`] if a template is missing or fails, or if an order form is wanted for a reader without a
    /// seat.
    pub(crate) fn papers(&self, wanted: &[Paper<'_>]) -> Result<Vec<String>, ReportError> {
        let mut context = self.story()?;
        let mut names = vec![];
        for paper in wanted {
            if let Paper::Form { schema } | Paper::ShortForm { schema } = *paper {
                if self.reading.reader.seat.is_none() {
                    return Err(ReportError::NoSeat);
                }
                context.insert("schema".to_owned(), clean::value(&schema.into()));
            }
            let name = paper.template(self.words.ruleset);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let texts = self.filled(context, &names)?;
        let finished = |paper: &Paper<'_>| {
            let name = paper.template(self.words.ruleset);
            let mut texts = names.iter().zip(&texts);
            let text = texts.find_map(|(of, text)| (*of == name).then_some(text))?;
            Some(paper.finished(text))
        };
        Ok(wanted.iter().filter_map(finished).collect())
    }

    /// Returns the wanted texts, with a plain text in place of each whose template fails, and the errors of those
    /// templates.
    pub(crate) fn papers_or_plain(&self, wanted: &[Paper<'_>]) -> (Vec<String>, Vec<ReportError>) {
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

    /// Renders several templates with one context.
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

    /// Returns the report.
    ///
    /// ```
    /// use chronojudge::{
    ///     engine::{SeatId, Viewer},
    ///     game_dir::{self, Disk},
    ///     report::{Format, Game, Page, Reader, Reading, Words},
    /// };
    /// use std::path::Path;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let game = game_dir::Game::open(Path::new("games/gem-1992"), Disk::new())?;
    /// let position = game_dir::verify(&game)?.expect("a game that has begun");
    /// let zytal = Viewer::Seat(SeatId::new("zytal")?);
    /// let view = game.view(position.turn, &zytal)?.expect("a view after each sitting");
    ///
    /// let about = Game {
    ///     id: game.name.to_string(),
    ///     title: game.file.title.clone(),
    ///     ruleset: game.known.title.to_owned(),
    ///     edition: game.known.edition.to_owned(),
    /// };
    /// let reader = Reader::seat("zytal", None);
    /// let reading = Reading::new(about, reader, position.sat_in, position.sitting, view);
    /// let words = Words::builtin(&*game.rules, &game.library)?;
    /// let text = Page::new(&words, &reading).report(Format::Text)?;
    /// assert!(text.contains("GEM 1992 [gem-1992]"));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Returns [`ReportError`] if a template is missing or fails.
    pub fn report(&self, format: Format) -> Result<String, ReportError> {
        self.paper(Paper::Report(format))
    }

    /// Returns the order file for the next orders of the reading's seat, valid as delivered.
    ///
    /// `schema` is the path of the order file's JSON Schema on the player's side.
    ///
    /// # Errors
    /// Returns [`ReportError`] if the reader is not a seat, or if a template is missing or fails.
    pub fn form(&self, schema: &str) -> Result<String, ReportError> {
        self.paper(Paper::Form { schema })
    }

    /// Returns the subject and the text of the answer to a mail that this page's reader sent, and the template's error,
    /// if any. If the template fails, the text is a plain one.
    pub fn receipt(&self, receipt: &Receipt) -> (String, String, Option<ReportError>) {
        let context = self.with("receipt", &data(receipt));
        let subject = format!("{} {} {}", receipt.tag, receipt.about, receipt.verdict);
        let subject = clean::line(&subject);
        // Lines are not wrapped: an order file is shown unchanged, and carets must stay below their columns.
        match self.words.fill("receipt.txt.j2", &context) {
            Ok(text) => (subject, lines::trim_ends(&text), None),
            Err(error) => (subject, plain::receipt(receipt, self.reading), Some(error)),
        }
    }

    /// Returns the subject line of the mail that carries the report.
    ///
    /// # Errors
    /// Returns [`ReportError`] if the template is missing or fails.
    pub fn subject(&self) -> Result<String, ReportError> {
        self.paper(Paper::Subject)
    }

    /// Returns the page's context, with the rendered events as `told`.
    pub(super) fn story(&self) -> Result<Context, ReportError> {
        let shared = self.shared.map(|public| &public.sentences);
        let own = Sentences::new(self.words, self.reading, &self.context, shared)?;
        let past = Sentences::past(self.words, self.reading, &self.context)?;
        let told = own.told(self.reading, shared, past);
        let mut context = self.context.clone();
        context.insert("told".to_owned(), told);
        context.insert("applied".to_owned(), sentences::applied(self.reading));
        Ok(context)
    }

    /// Returns the page's context with one more value.
    fn with(&self, name: &str, value: &Json) -> Value {
        let mut context = self.context.clone();
        context.insert(name.to_owned(), clean::value(value));
        Shown::context(context)
    }
}
