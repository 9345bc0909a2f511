//! The templates of one ruleset, overlaid by a game's own templates.

use super::{
    Reader, ReportError, WIDTH, bounds, clean::TemplateView, embedded, filters, pictures,
    printed::Printed, unchanged::MARK,
};
use crate::{collect::Collect, content::Library, engine::DynRuleset};
use minijinja::{AutoEscape, Environment, UndefinedBehavior, syntax::SyntaxConfig, value::Serde};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The step limit of a template: ten times the steps of a long report, about one second.
const FUEL: u64 = 10_000_000;

/// The maximum nesting of includes and macros.
const DEPTH: usize = 100;

/// Names with this prefix always refer to the program's own templates, even if a game overlays them.
const BUILTIN: &str = "builtin/";

/// The templates of one game: the program's templates, overlaid by the game's own.
///
/// To change one section, a game has a file `templates/report.txt.j2` with
/// `{% extends "builtin/report.txt.j2" %}` and the block to change.
pub struct Words {
    pub(super) ruleset: &'static str,
    /// Half a sentence for each kind of ask: the question.
    pub(super) asks: BTreeMap<&'static str, &'static str>,
    environment: Environment<'static>,
    /// True if some templates are the game's own, so that the memory limits apply.
    bounded: bool,
}

impl std::fmt::Debug for Words {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Words")
            .field("ruleset", &self.ruleset)
            .finish_non_exhaustive()
    }
}

/// Returns the sentence of a fact, and its parts, such as the values of a duel: the template writes each on a line of its own.
pub(super) fn in_parts(text: &str) -> (&str, Vec<&str>) {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let sentence = lines.next().unwrap_or_default();
    (sentence, lines.collect())
}

impl Words {
    /// Loads the templates of a ruleset, and its printed content, from which templates quote prices. `overlay` holds
    /// the files of the game's `templates/` by their path below it.
    ///
    /// # Errors
    /// Returns [`ReportError`] if the content cannot be read, or if a template of the overlay has an invalid name or is
    /// not a valid template.
    pub fn new(
        rules: &dyn DynRuleset,
        library: &Library,
        overlay: &BTreeMap<String, String>,
    ) -> Result<Self, ReportError> {
        for name in overlay.keys() {
            if !is_name(name) || name.starts_with(BUILTIN) {
                return Err(ReportError::BadName(name.clone()));
            }
        }
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_fuel(Some(FUEL));
        environment.set_recursion_limit(DEPTH);
        environment.set_auto_escape_callback(|name| {
            let name = name.strip_suffix(".j2").unwrap_or(name);
            let markup = [".html", ".svg"].iter().any(|end| name.ends_with(end));
            if markup {
                AutoEscape::Html
            } else {
                AutoEscape::None
            }
        });
        let syntax = SyntaxConfig::builder()
            .trim_blocks(true)
            .lstrip_blocks(true)
            .build()
            .map_err(|error| ReportError::of("", &error))?;
        environment.set_syntax(syntax);
        let all = overlay.values().map(String::len).sum();
        let own: BTreeMap<String, String> = overlay
            .iter()
            .map(|(name, text)| (name.clone(), bounds::guarded(text, all)))
            .collect_map();
        let bounded = !own.is_empty();
        if bounded {
            bounds::add_to(&mut environment);
        }
        environment.set_loader(move |name| Ok(load(&own, name)));
        filters::add_to(&mut environment);
        pictures::add_to(&mut environment, rules.id());
        environment.add_global("printed", Printed::value(library)?);
        let asks = asks(rules);
        environment.add_global("asks", Serde(asks.clone()));
        environment.add_global("width", WIDTH);
        environment.add_global("mark", MARK.to_string());
        let words = Self {
            ruleset: rules.id(),
            asks,
            environment,
            bounded,
        };
        // An error in an overlay is reported when the game is opened, not when a sitting ends.
        for name in overlay.keys() {
            words
                .environment
                .get_template(name)
                .map_err(|error| ReportError::of(name, &error))?;
        }
        Ok(words)
    }

    /// Loads the templates of a game. If the game's own templates cannot be read, it loads the program's alone and
    /// returns the error with them.
    ///
    /// # Errors
    /// Returns [`ReportError`] if the content cannot be read.
    pub(crate) fn or_builtin(
        rules: &dyn DynRuleset,
        library: &Library,
        overlay: &BTreeMap<String, String>,
    ) -> Result<(Self, Option<ReportError>), ReportError> {
        match Self::new(rules, library, overlay) {
            Ok(words) => Ok((words, None)),
            Err(wrong) => Ok((Self::builtin(rules, library)?, Some(wrong))),
        }
    }

    /// Loads the program's own templates without an overlay: the fallback if an overlay fails.
    ///
    /// # Errors
    /// Returns [`ReportError`] if the content cannot be read.
    pub fn builtin(rules: &dyn DynRuleset, library: &Library) -> Result<Self, ReportError> {
        Self::new(rules, library, &BTreeMap::new())
    }

    /// Parses the templates of the reports in advance, instead of at their first use. An error in one of them is
    /// reported when it is rendered.
    pub(crate) fn make_ready(&self) {
        for (name, _) in embedded::TEMPLATES {
            let of_a_game = name.split_once('/').map(|(folder, _)| folder);
            if of_a_game.is_none_or(|folder| folder == self.ruleset) {
                let _ = self.environment.get_template(name);
            }
        }
    }

    /// Renders a single fact as a sentence; `view` is the game as the reader of the sentence sees it.
    ///
    /// # Errors
    /// Returns [`ReportError`] if a template fails.
    pub fn sentence(&self, fact: &Value, view: &TemplateView) -> Result<String, ReportError> {
        self.said(fact, view, &Reader::public())
    }

    /// Renders a single fact as a sentence for one reader; some sentences address the reader they are about. The parts of a
    /// sentence follow on the same line.
    pub(super) fn said(
        &self,
        fact: &Value,
        view: &TemplateView,
        reader: &Reader,
    ) -> Result<String, ReportError> {
        let context = json!({"folder": self.ruleset, "fact": fact, "reader": reader});
        let text = self.fill("sentence.txt.j2", &view.with(&context))?;
        let (sentence, parts) = in_parts(&text);
        let all = if parts.is_empty() {
            sentence.to_owned()
        } else {
            format!("{sentence}. {}", parts.join("; "))
        };
        Ok(all.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// Renders a template.
    pub(super) fn fill(
        &self,
        name: &str,
        context: &minijinja::Value,
    ) -> Result<String, ReportError> {
        if !is_name(name) {
            return Err(ReportError::BadName(name.to_owned()));
        }
        let template = self.environment.get_template(name).map_err(|error| {
            if error.kind() == minijinja::ErrorKind::TemplateNotFound {
                ReportError::Missing(name.to_owned())
            } else {
                ReportError::of(name, &error)
            }
        })?;
        if !self.bounded {
            let text = template.render(context);
            return text.map_err(|error| ReportError::of(name, &error));
        }
        let mut paper = bounds::Paper::default();
        template
            .render_captured_to(context, &mut paper)
            .map_err(|error| ReportError::of(name, &error))?;
        Ok(paper.text())
    }
}

fn load(overlay: &BTreeMap<String, String>, name: &str) -> Option<String> {
    if !is_name(name) {
        return None;
    }
    match name.strip_prefix(BUILTIN) {
        Some(name) => embedded::find(name).map(str::to_owned),
        None => overlay
            .get(name)
            .cloned()
            .or_else(|| embedded::find(name).map(str::to_owned)),
    }
}

/// Returns true if a name stays below `templates/`. The loader reads no files, but a game's folder has to be portable
/// to every system.
fn is_name(name: &str) -> bool {
    !name.contains(['\\', ':'])
        && name
            .split('/')
            .all(|part| !part.is_empty() && part != "." && part != "..")
}

/// Returns half a sentence for each kind of ask: the question.
fn asks(rules: &dyn DynRuleset) -> BTreeMap<&'static str, &'static str> {
    rules
        .asks()
        .iter()
        .map(|kind| (kind.name, kind.what))
        .collect_map()
}
