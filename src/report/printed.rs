//! The content as templates see it: the text printed on the board and the cards, known to all.

use super::{ReportError, clean};
use crate::content::Library;
use minijinja::value::{Enumerator, Object, Value};
use std::{
    collections::BTreeMap,
    sync::{Arc, OnceLock},
};

/// The content files, by name without extension. The program's own files are read when a template asks for them; most
/// templates ask for one.
#[derive(Debug)]
pub(super) struct Printed {
    library: Library,
    /// The full name of each file, and its contents if it was read.
    files: BTreeMap<String, (String, OnceLock<Value>)>,
}

impl Printed {
    /// Creates the value for templates.
    ///
    /// # Errors
    /// Returns [`ReportError`] if one of the game's own files cannot be read.
    pub(super) fn value(library: &Library) -> Result<Value, ReportError> {
        let key = |name: &str| name.strip_suffix(".yaml").unwrap_or(name).to_owned();
        let unread = |(name, _): (&str, &str)| (key(name), (name.to_owned(), OnceLock::new()));
        let mut files: BTreeMap<_, _> = library.files().map(unread).collect();
        for (name, _) in library.overlaid() {
            let contents = clean::value(&library.read(name)?);
            files.insert(key(name), (name.to_owned(), contents.into()));
        }
        Ok(Value::from_object(Self {
            library: library.clone(),
            files,
        }))
    }
}

impl Object for Printed {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let (name, read) = self.files.get(key.as_str()?)?;
        let contents = read.get_or_init(|| {
            let read = self.library.read(name);
            clean::value(&read.expect("a file of the program is valid"))
        });
        Some(contents.clone())
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        let names = self.files.keys();
        Enumerator::Values(names.map(|name| Value::from(&**name)).collect())
    }
}
