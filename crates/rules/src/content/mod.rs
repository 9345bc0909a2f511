//! Content: boards, cards and tables as YAML files, embedded in the program and overlaid by a game's own files.
//!
//! Every file states its origin (`source`) and how certain it is (`status`), for the whole file or for single
//! entries. A GM who owns the box may replace content by exact data, file by file.

mod own_keys;
mod provenance;
mod range;

pub use provenance::{Provenance, Status, schema};

use crate::{
    collect::Collect,
    yaml::{Budget, Document, Problem, Problems, Source},
};
use own_keys::{OWN_KEYS, strip};
use provenance::collect;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::{borrow::Cow, collections::BTreeMap};

/// A diagnostic for a content file that is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("content file {file}: {words}")]
pub struct InvalidContent {
    /// The name of the file.
    pub file: String,
    /// A description of what is invalid.
    pub words: String,
    /// The stable code of the error, if it has one.
    pub code: Option<&'static str>,
    /// The place in the file: a path such as `tiles/3/spokes`.
    pub at: Option<String>,
    /// Further errors in the same file.
    pub also: Vec<InvalidContent>,
    /// This error and those in `also`, with their places in the text; `None` until [`Library::place`] looks them up.
    pub problems: Option<Box<Problems>>,
}

impl InvalidContent {
    /// Makes a diagnostic for a file, without a code or a place.
    pub fn new(file: &str, words: impl Into<String>) -> Self {
        Self {
            file: file.to_owned(),
            words: words.into(),
            code: None,
            at: None,
            also: vec![],
            problems: None,
        }
    }

    /// Merges several diagnostics of one file into one. Returns `None` if there are none.
    pub fn all(complaints: Vec<Self>) -> Option<Self> {
        let mut complaints = complaints.into_iter();
        let mut first = complaints.next()?;
        first.also.extend(complaints);
        Some(first)
    }

    /// Adds the stable code of the error and its place in the file.
    #[must_use]
    pub fn at(mut self, code: &'static str, path: impl Into<String>) -> Self {
        self.code = Some(code);
        self.at = Some(path.into());
        self
    }
}

/// A content file that is embedded in the program.
#[derive(Clone, Copy, Debug)]
pub struct Embedded {
    /// Its name, such as `board.yaml`.
    pub name: &'static str,
    /// Its YAML text.
    pub yaml: &'static str,
    /// Its content as JSON, without its statements about its own provenance, made when the program was built.
    pub json: &'static str,
}

#[derive(Clone, Debug)]
struct File {
    text: Cow<'static, str>,
    /// The content as JSON if the file is embedded; `None` for a game's own file.
    json: Option<&'static str>,
}

impl File {
    fn overlaid(&self) -> bool {
        self.json.is_none()
    }
}

/// Parses a file strictly.
fn strict(name: &str, text: &str) -> Result<Value, InvalidContent> {
    let problems = match Document::read(name, text.as_bytes(), Budget::Large) {
        Ok(document) => return Ok(document.to_json()),
        Err(problems) => problems,
    };
    let source = Source::lossy(name, text.as_bytes());
    let words: Vec<String> = problems.iter().map(|p| p.one_line(&source)).collect();
    Err(InvalidContent {
        problems: Some(Box::new(Problems::new(source, problems))),
        ..InvalidContent::new(name, words.join("; "))
    })
}

/// The content files of one ruleset, as a game uses them.
#[derive(Clone, Debug)]
pub struct Library {
    files: BTreeMap<String, File>,
}

impl Library {
    /// Makes a library of the embedded files.
    pub fn embedded(files: &[Embedded]) -> Self {
        let files = files.iter().map(|file| {
            let (text, json) = (file.yaml.into(), Some(file.json));
            (file.name.to_owned(), File { text, json })
        });
        Self {
            files: files.collect_map(),
        }
    }

    /// Replaces a file by the game's own one.
    ///
    /// # Errors
    /// [`InvalidContent`] if the ruleset has no file of that name.
    pub fn overlay(&mut self, name: &str, text: String) -> Result<(), InvalidContent> {
        let known: Vec<&str> = self.files.keys().map(String::as_str).collect();
        let words = format!("this ruleset has no such file; it has {}", known.join(", "));
        let file = self
            .files
            .get_mut(name)
            .ok_or_else(|| InvalidContent::new(name, words))?;
        let text = text.into();
        *file = File { text, json: None };
        Ok(())
    }

    /// Returns the game's own files in the order of their names, with their text.
    pub fn overlaid(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files
            .iter()
            .filter(|(_, file)| file.overlaid())
            .map(|(name, file)| (name.as_str(), &*file.text))
    }

    /// Returns all files in the order of their names, with their text.
    pub fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files
            .iter()
            .map(|(name, file)| (name.as_str(), &*file.text))
    }

    /// Reads one file, without its statements about its own provenance.
    ///
    /// # Errors
    /// [`InvalidContent`] if the file is missing, can not be parsed or does not have the shape of `T`, or if a game's own
    /// file has a number out of range.
    pub fn read<T: DeserializeOwned>(&self, name: &str) -> Result<T, InvalidContent> {
        let file = self
            .files
            .get(name)
            .ok_or_else(|| InvalidContent::new(name, "it is missing"))?;
        // Embedded files are known to be valid; a test compares their JSON with the YAML.
        if let Some(json) = file.json {
            return serde_json::from_str(json)
                .map_err(|why| InvalidContent::new(name, why.to_string()));
        }
        let mut value = strict(name, &file.text)?;
        strip(&mut value);
        range::checked(name, &value)?;
        T::deserialize(&value).map_err(|e| InvalidContent {
            problems: misread::<T>(name, &file.text).map(Box::new),
            ..InvalidContent::new(name, e.to_string())
        })
    }

    /// Looks up the place of a diagnostic, so that it can be shown in its file.
    #[must_use]
    pub fn place(&self, mut unfit: InvalidContent) -> InvalidContent {
        let text = self.files.get(&unfit.file).map(|file| &file.text);
        if let (None, Some(code), Some(path), Some(text)) =
            (&unfit.problems, unfit.code, &unfit.at, text)
            && let Ok(document) = Document::read(&unfit.file, text.as_bytes(), Budget::Large)
        {
            let problem = |code, words: &str, path: &str| {
                Problem::error(code, words).at(document.nearest_span(path))
            };
            let also = unfit
                .also
                .iter()
                .filter_map(|also| Some(problem(also.code?, &also.words, also.at.as_deref()?)));
            let first = problem(code, &unfit.words, path);
            let problems = std::iter::once(first).chain(also).collect();
            unfit.problems = Some(Box::new(document.problems(problems)));
        }
        unfit
    }

    /// Returns the origin of all content: one entry for each file, and one for each part with a `status` of its
    /// own.
    ///
    /// # Errors
    /// [`InvalidContent`] if a file does not state its origin at its top, or if a `status` is invalid.
    pub fn provenance(&self) -> Result<Vec<Provenance>, InvalidContent> {
        let mut all = vec![];
        for (name, file) in &self.files {
            let value = strict(name, &file.text)?;
            let before = all.len();
            collect(name, file.overlaid(), "", &value, &mut all)?;
            if all.get(before).is_none_or(|p| !p.entry.is_empty()) {
                return Err(InvalidContent::new(
                    name,
                    "it does not say at its top where it comes from (`source` and `status`)",
                ));
            }
        }
        Ok(all)
    }
}

/// Returns the errors in the shape of a file with their places; `None` if the strict reader finds none.
fn misread<T: DeserializeOwned>(name: &str, text: &str) -> Option<Problems> {
    let document = Document::read(name, text.as_bytes(), Budget::Large).ok()?;
    let mut problems = document.decode_all::<T>().err()?;
    // The keys about provenance are no errors, wherever they stand.
    let own = OWN_KEYS.map(|key| format!("`{key}`"));
    problems.retain(|p| !(p.code == "E0201" && own.iter().any(|key| p.message.contains(key))));
    (!problems.is_empty()).then(|| document.problems(problems))
}

/// Returns the path of an entry below another, in the form of [`InvalidContent::at`].
fn below(path: &str, key: &str) -> String {
    match path {
        "" => key.to_owned(),
        path => format!("{path}/{key}"),
    }
}
