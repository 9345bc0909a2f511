//! Content: boards, cards and tables as YAML files, embedded in the program and overlaid by a game.
//!
//! Every file says where it comes from (`source`) and how sure that is (`status`), for the whole file
//! or for single entries. A GM who owns the box may replace a file by exact data, file by file.

mod provenance;
mod range;

pub use provenance::{Provenance, Status, schema};

use crate::yaml::{Budget, Document, Problem, Problems, Source};
use provenance::{OWN_KEYS, collect, strip};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::{collections::BTreeMap, sync::OnceLock};

/// A content file that does not fit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("content file {file}: {words}")]
pub struct Unfit {
    /// The file.
    pub file: String,
    /// What does not fit.
    pub words: String,
    /// The stable code of the mistake, where it has one.
    pub code: Option<&'static str>,
    /// Where in the file: a path such as `tiles/3/spokes`.
    pub at: Option<String>,
    /// What else does not fit in the same file.
    pub also: Vec<Unfit>,
    /// The same with its place in the text, once somebody has looked it up.
    pub problems: Option<Box<Problems>>,
}

impl Unfit {
    /// A complaint about a file.
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

    /// Several complaints about one file as one; nothing if there are none.
    pub fn all(complaints: Vec<Self>) -> Option<Self> {
        let mut complaints = complaints.into_iter();
        let mut first = complaints.next()?;
        first.also.extend(complaints);
        Some(first)
    }

    /// The same, with its stable code and where it is in the file.
    #[must_use]
    pub fn at(mut self, code: &'static str, path: impl Into<String>) -> Self {
        self.code = Some(code);
        self.at = Some(path.into());
        self
    }
}

/// A content file that comes with the program.
#[derive(Clone, Copy, Debug)]
pub struct Embedded {
    /// Its name: `board.yaml`.
    pub name: &'static str,
    /// Its text, as people read it.
    pub yaml: &'static str,
    /// The same for the program, made when it was built.
    pub json: &'static str,
}

/// The content files of the ruleset in a folder of `src/rulesets`.
macro_rules! embedded {
    ($folder:literal: $($name:literal),+) => {
        &[$($crate::content::Embedded {
            name: $name,
            yaml: include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"), "/src/rulesets/", $folder, "/content/", $name
            )),
            json: include_str!(concat!(env!("OUT_DIR"), "/", $folder, "/", $name, ".json")),
        },)+]
    };
}
pub(crate) use embedded;

#[derive(Clone, Debug)]
struct File {
    text: String,
    /// The same for the program, if the file came with it.
    json: Option<&'static str>,
    /// What it says, once it has been read.
    read: OnceLock<Value>,
}

impl File {
    /// A game's own.
    fn own(text: String) -> Self {
        Self {
            text,
            json: None,
            read: OnceLock::new(),
        }
    }

    fn overlaid(&self) -> bool {
        self.json.is_none()
    }

    /// What it says. The files that come with the program are known to be good, and are read as JSON; a test
    /// compares the two.
    fn value(&self, name: &str) -> Result<&Value, Unfit> {
        if let Some(value) = self.read.get() {
            return Ok(value);
        }
        let value = match self.json {
            Some(json) => {
                serde_json::from_str(json).map_err(|why| Unfit::new(name, why.to_string()))?
            }
            None => strict(name, &self.text)?,
        };
        Ok(self.read.get_or_init(|| value))
    }
}

/// Reads a file as one reads what strangers have written.
fn strict(name: &str, text: &str) -> Result<Value, Unfit> {
    let problems = match Document::read(name, text.as_bytes(), Budget::Large) {
        Ok(document) => return Ok(document.to_json()),
        Err(problems) => problems,
    };
    let source = Source::lossy(name, text.as_bytes());
    let words: Vec<String> = problems.iter().map(|p| p.one_line(&source)).collect();
    Err(Unfit {
        problems: Some(Box::new(Problems::new(source, problems))),
        ..Unfit::new(name, words.join("; "))
    })
}

/// The content files of one ruleset, as a game uses them.
#[derive(Clone, Debug)]
pub struct Library {
    files: BTreeMap<String, File>,
}

impl Library {
    /// The files that come with the program.
    pub fn embedded(files: &[Embedded]) -> Self {
        let files = files.iter().map(|file| {
            let own = File::own(file.yaml.to_owned());
            let json = Some(file.json);
            (file.name.to_owned(), File { json, ..own })
        });
        Self {
            files: files.collect(),
        }
    }

    /// Replaces a file by a game's own.
    ///
    /// # Errors
    /// [`Unfit`] if the ruleset has no file of that name.
    pub fn overlay(&mut self, name: &str, text: String) -> Result<(), Unfit> {
        let known: Vec<&str> = self.files.keys().map(String::as_str).collect();
        let words = format!("this ruleset has no such file; it has {}", known.join(", "));
        let file = self
            .files
            .get_mut(name)
            .ok_or_else(|| Unfit::new(name, words))?;
        *file = File::own(text);
        Ok(())
    }

    /// The game's own files, likewise.
    pub fn overlaid(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files
            .iter()
            .filter(|(_, file)| file.overlaid())
            .map(|(name, file)| (name.as_str(), file.text.as_str()))
    }

    /// The files in the order of their names, with their text.
    pub fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files
            .iter()
            .map(|(name, file)| (name.as_str(), file.text.as_str()))
    }

    /// Reads one file, leaving out what it says about its own provenance.
    ///
    /// # Errors
    /// [`Unfit`] if it is not there, or not of this shape.
    pub fn read<T: DeserializeOwned>(&self, name: &str) -> Result<T, Unfit> {
        let file = self
            .files
            .get(name)
            .ok_or_else(|| Unfit::new(name, "it is missing"))?;
        let mut value = file.value(name)?.clone();
        strip(&mut value);
        if file.overlaid() {
            range::checked(name, &value)?;
        }
        T::deserialize(value).map_err(|e| Unfit {
            problems: misread::<T>(name, &file.text).map(Box::new),
            ..Unfit::new(name, e.to_string())
        })
    }

    /// Looks up the place of what does not fit, so that it can be shown in its file.
    #[must_use]
    pub fn place(&self, mut unfit: Unfit) -> Unfit {
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

    /// Where everything comes from: a line a file, and a line an entry that differs from its file.
    ///
    /// # Errors
    /// [`Unfit`] if a file does not say it.
    pub fn provenance(&self) -> Result<Vec<Provenance>, Unfit> {
        let mut all = vec![];
        for (name, file) in &self.files {
            let value = file.value(name)?;
            let before = all.len();
            collect(name, file.overlaid(), "", value, &mut all)?;
            if all.get(before).is_none_or(|p| !p.entry.is_empty()) {
                return Err(Unfit::new(
                    name,
                    "it does not say at its top where it comes from (`source` and `status`)",
                ));
            }
        }
        Ok(all)
    }
}

/// What is wrong with the shape of a file, with its places; nothing where the strict reader finds nothing.
fn misread<T: DeserializeOwned>(name: &str, text: &str) -> Option<Problems> {
    let document = Document::read(name, text.as_bytes(), Budget::Large).ok()?;
    let mut problems = document.decode_all::<T>().err()?;
    // What a file says about its provenance is no mistake, wherever it stands.
    let own = OWN_KEYS.map(|key| format!("`{key}`"));
    problems.retain(|p| !(p.code == "E0201" && own.iter().any(|key| p.message.contains(key))));
    (!problems.is_empty()).then(|| document.problems(problems))
}

/// The place of an entry below another, as [`Unfit::at`] has it.
fn below(path: &str, key: &str) -> String {
    match path {
        "" => key.to_owned(),
        path => format!("{path}/{key}"),
    }
}
