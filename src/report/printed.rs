//! The content as templates see it: the text printed on the board and the cards, known to all.

use super::{ReportError, clean};
use crate::{collect::Collect, content::Library};
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
        let mut files: BTreeMap<_, _> = library.files().map(unread).collect_map();
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

#[cfg(all(test, feature = "time-control"))]
mod tests {
    use super::Printed;
    use crate::rulesets::{Listed, time_control::TimeControl};
    use minijinja::{Environment, context};

    #[test]
    fn the_own_content_of_a_game_stands_beside_that_of_the_program() {
        let mut library = TimeControl::library();
        let problems = library.files().find(|(name, _)| *name == "problems.yaml");
        let own = problems
            .expect("a file")
            .1
            .replace("Steam Forever", "Sails Forever");
        library.overlay("problems.yaml", own).expect("a known file");
        let printed = context! { printed => Printed::value(&library).expect("valid content") };
        let render = |template: &str| {
            let rendered = Environment::new().render_str(template, &printed);
            rendered.expect("a valid template")
        };
        assert_eq!(render("{{ printed|list|join(' ') }}"), "fate problems");
        assert_eq!(render("{{ printed.fate.cards|length }}"), "31");
        let all = render("{{ printed.problems }}");
        assert!(all.contains("Sails Forever") && !all.contains("Steam Forever"));
    }
}
