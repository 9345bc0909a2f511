//! Checks that every statement of a rulebook has a case, another proof, or a reason why it has none.

use super::{cases, folder, read};
use serde::Deserialize;
use std::{
    collections::BTreeSet,
    env,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

/// One statement of a rulebook, in words of our own.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Statement {
    /// The section of the rulebook.
    at: String,
    says: String,
    /// The ruling that the statement is about, if it is one of this project and not of the rulebook.
    ruling: Option<String>,
    /// The cases that show the statement.
    #[serde(default)]
    by: Vec<String>,
    /// The tests that show the statement, by the names of their functions.
    #[serde(default)]
    test: Vec<String>,
    /// The lines of the page of component checks that show the statement.
    #[serde(default)]
    check: Vec<u32>,
    /// The reason why nothing shows the statement.
    none: Option<String>,
}

impl Statement {
    /// Returns the proofs of the statement, for the page.
    fn shown(&self, page: &str) -> String {
        let cases = self.by.iter().map(|case| format!("`{case}`"));
        let tests = self.test.iter().map(|test| format!("test `{test}`"));
        let checks = self
            .check
            .iter()
            .map(|number| format!("[component check {number}]({page})"));
        let none = self.none.iter().map(|why| format!("none: {why}"));
        let all: Vec<String> = cases.chain(tests).chain(checks).chain(none).collect();
        all.join(", ")
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn statements(ruleset: &str) -> Vec<Statement> {
    read(&folder().join(ruleset).join("statements.yaml"))
}

/// Returns the page of the component checks of a ruleset.
fn checks_page(ruleset: &str) -> String {
    format!("{ruleset}-content.md")
}

/// Collects the names of all tests under a folder of sources.
fn functions(folder: &Path, names: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path: PathBuf = entry.expect("an entry").path();
        if path.is_dir() {
            functions(&path, names);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = fs::read_to_string(&path).expect("a source");
            let mut lines = text.lines().map(str::trim);
            while let Some(line) = lines.next() {
                if line == "#[test]"
                    && let Some(function) = lines.find_map(|line| line.strip_prefix("fn "))
                    && let Some((name, _)) = function.split_once('(')
                {
                    names.insert(name.to_owned());
                }
            }
        }
    }
}

#[test]
fn every_statement_is_shown_or_has_a_reason() {
    let mut tests = BTreeSet::new();
    for folder in ["crates", "src", "tests"] {
        functions(&root().join(folder), &mut tests);
    }
    let mut wrong = vec![];
    for known in chronojudge::rulesets::ALL {
        let page = fs::read_to_string(root().join("docs").join(checks_page(known.id)));
        let page = page.unwrap_or_default();
        let names: BTreeSet<&String> = cases()
            .iter()
            .filter(|(ruleset, ..)| ruleset == known.id)
            .map(|(_, name, _)| name)
            .collect();
        let mut said = BTreeSet::new();
        for statement in statements(known.id) {
            let at = format!("{} {}: {}", known.id, statement.at, statement.says);
            let shown = statement.by.len() + statement.test.len() + statement.check.len();
            match &statement.none {
                None if shown == 0 => wrong.push(format!("{at}: nothing shows it, and no reason")),
                Some(_) if shown > 0 => wrong.push(format!("{at}: shown, so `none` has to go")),
                Some(why) if why.trim().is_empty() => wrong.push(format!("{at}: an empty reason")),
                _ => {}
            }
            for case in statement.by.iter().filter(|case| !names.contains(*case)) {
                wrong.push(format!("{at}: there is no case {case}"));
            }
            for test in statement.test.iter().filter(|test| !tests.contains(*test)) {
                wrong.push(format!("{at}: there is no test {test}"));
            }
            for number in &statement.check {
                if !page.contains(&format!("\n| {number} |")) {
                    wrong.push(format!("{at}: there is no component check {number}"));
                }
            }
            if !said.insert((statement.at, statement.says)) {
                wrong.push(format!("{at}: it is there twice"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn cases_name_existing_sections() {
    let mut wrong = vec![];
    for known in chronojudge::rulesets::ALL {
        let sections: BTreeSet<String> = statements(known.id).into_iter().map(|s| s.at).collect();
        for (_, name, case) in cases().iter().filter(|(ruleset, ..)| ruleset == known.id) {
            for rule in std::iter::once(&case.rule).chain(&case.also) {
                if !sections.contains(rule) {
                    wrong.push(format!("{name}: statements.yaml has no section {rule}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the page of a ruleset's statements, `docs/<ruleset>-rules.md`.
fn page(ruleset: &str, name: &str) -> String {
    let statements = statements(ruleset);
    let reasons = statements.iter().filter(|s| s.none.is_some()).count();
    let mut page = format!(
        "# {name}: what the rulebook says, and what shows it\n\n\
         Made from `tests/cases/{ruleset}/statements.yaml` by \
         `INSTA_UPDATE=always cargo test --all-features --test it cases::coverage`; do not edit. The \
         statements are in words of this project, by section of the rulebook. A case is a file of \
         [tests/cases/{ruleset}](../tests/cases/{ruleset}); a test fails while a statement has neither a \
         proof nor a reason.\n\n\
         {} statements, {} of them shown, {reasons} with a reason why not.\n\n\
         | section | statement | shown by |\n|---|---|---|\n",
        statements.len(),
        statements.len() - reasons,
    );
    for statement in &statements {
        let shown = statement.shown(&checks_page(ruleset));
        writeln!(page, "| {} | {} | {shown} |", statement.at, statement.says)
            .expect("a String takes everything");
    }
    page
}

#[test]
fn the_pages_of_statements_are_current() {
    let remake = env::var("INSTA_UPDATE").is_ok_and(|update| update == "always");
    for known in chronojudge::rulesets::ALL {
        let path = root().join(format!("docs/{}-rules.md", known.id));
        let page = page(known.id, known.title);
        if remake {
            fs::write(&path, &page).expect("the page is written");
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            kept == page,
            "remake {}: INSTA_UPDATE=always cargo test --all-features --test it cases::coverage",
            path.display()
        );
    }
}

/// The part of a rulings file that is read here.
#[derive(Deserialize)]
struct Rulings {
    rulings: Vec<Ruling>,
}

#[derive(Deserialize)]
struct Ruling {
    id: String,
}

#[test]
fn every_ruling_is_shown_or_has_a_reason() {
    let mut wrong = vec![];
    for known in chronojudge::rulesets::ALL {
        let rulings: Rulings =
            chronojudge::yaml::keep::from_str(known.rulings).expect("the rulings");
        let named = statements(known.id).into_iter().filter_map(|s| s.ruling);
        let of_game = cases().iter().filter(|(ruleset, ..)| ruleset == known.id);
        let shown: BTreeSet<String> = of_game
            .flat_map(|(.., case)| case.rulings.iter().cloned())
            .chain(named)
            .collect();
        let ids = rulings.rulings.into_iter().map(|ruling| ruling.id);
        wrong.extend(
            ids.filter(|id| !shown.contains(id))
                .map(|id| format!("{}: no case and no statement names ruling {id}", known.id)),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn cases_name_existing_rulings() {
    for known in chronojudge::rulesets::ALL {
        let rulings: Rulings =
            chronojudge::yaml::keep::from_str(known.rulings).expect("the rulings");
        let ids: BTreeSet<&str> = rulings.rulings.iter().map(|r| r.id.as_str()).collect();
        assert_eq!(
            ids.len(),
            rulings.rulings.len(),
            "rulings have names of their own"
        );
        for (_, name, case) in cases().iter().filter(|(ruleset, ..)| ruleset == known.id) {
            for ruling in &case.rulings {
                assert!(
                    ids.contains(ruling.as_str()),
                    "{name}: there is no ruling {ruling}"
                );
            }
        }
        for ruling in statements(known.id).into_iter().filter_map(|s| s.ruling) {
            assert!(
                ids.contains(ruling.as_str()),
                "{}: there is no ruling {ruling}",
                known.id
            );
        }
    }
}
