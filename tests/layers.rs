//! The layers: an import only goes down, and no files of a module import each other in a circle; rules and engine stay
//! deterministic; one place knows the YAML crates, and one begins the mails to players.

mod circles;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// Imports that are forbidden although the module is on a lower layer.
const NOT: &[(&str, &str)] = &[("engine", "yaml"), ("engine", "content")];

/// Names that would make the rules depend on the time, the machine or chance.
const UNSTEADY: &[&str] = &[
    "std::time",
    "std::env",
    "std::thread",
    "HashMap",
    "HashSet",
    "SystemTime",
    "Instant",
    "chrono",
    "jiff",
    "f32",
    "f64",
];

const YAML_CRATES: &[&str] = &[
    "serde_yaml",
    "yaml_serde",
    "serde_saphyr",
    "saphyr",
    "granit",
];

/// The crates of the program, and the modules that they are; those of the others are folders and files.
const CRATES: &[(&str, Option<&str>)] = &[
    ("crates/dice/src", Some("dice")),
    ("crates/rules/src", None),
    ("crates/yaml/src", Some("yaml")),
    ("src", None),
];

struct File {
    /// The path of the file below the sources of its crate, with slashes; it begins with the module.
    path: String,
    /// Whether the module is a crate of its own, all of whose imports are below it.
    is_crate: bool,
    /// The text of the file without comments.
    code: String,
}

impl File {
    fn module(&self) -> &str {
        let first = self.path.split('/').next().expect("a path");
        first.strip_suffix(".rs").unwrap_or(first)
    }
}

fn files() -> Vec<File> {
    fn visit(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                visit(&path, found);
            } else if path.extension().is_some_and(|e| e == "rs") {
                found.push(path);
            }
        }
    }
    let of = |&(folder, module): &(&str, Option<&'static str>)| {
        let src = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let mut found = vec![];
        visit(&src, &mut found);
        found.sort();
        let read = move |path: PathBuf| {
            let text = fs::read_to_string(&path).expect("a text");
            let below = path.strip_prefix(&src).expect("below the sources");
            let below = Path::new(module.unwrap_or_default()).join(below);
            File {
                path: below.to_str().expect("a plain name").replace('\\', "/"),
                is_crate: module.is_some(),
                code: without_comments(&text),
            }
        };
        found.into_iter().map(read)
    };
    CRATES.iter().flat_map(of).collect()
}

fn without_comments(text: &str) -> String {
    let code = text.lines().map(|line| match line.find("//") {
        Some(at) if !line[..at].contains('"') => &line[..at],
        _ => line,
    });
    code.collect::<Vec<_>>().join("\n")
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns true if a name stands in the code as a word of its own.
fn names(code: &str, name: &str) -> bool {
    code.match_indices(name).any(|(at, _)| {
        !code[..at].ends_with(is_word) && !code[at + name.len()..].starts_with(is_word)
    })
}

/// Returns the modules named after `crate::`, in paths and in `use crate::{…}`.
fn imports(code: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (at, text) in code.match_indices("crate::") {
        if code[..at].ends_with(|c| is_word(c) || c == '$') {
            continue;
        }
        let rest = &code[at + text.len()..];
        if let Some(group) = rest.strip_prefix('{') {
            let mut depth = 0;
            let mut start = true;
            let mut word = String::new();
            for c in group.chars() {
                match c {
                    '}' if depth == 0 => break,
                    '{' => depth += 1,
                    '}' => depth -= 1,
                    ',' if depth == 0 => start = true,
                    c if depth == 0 && start && is_word(c) => word.push(c),
                    c if !c.is_whitespace() => start = false,
                    _ => {}
                }
                if !(word.is_empty() || start && is_word(c)) {
                    found.insert(std::mem::take(&mut word));
                    start = c == ',' && depth == 0;
                }
            }
            if !word.is_empty() {
                found.insert(word);
            }
        } else {
            found.insert(rest.chars().take_while(|c| is_word(*c)).collect());
        }
    }
    found.retain(|name| name.starts_with(char::is_lowercase));
    found
}

/// Returns every module of the program with its layer, as given in the table at the top of `src/lib.rs`.
fn layers() -> BTreeMap<String, u32> {
    let lib = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs");
    let text = fs::read_to_string(lib).expect("the library");
    let rows = text.lines().filter_map(|line| line.strip_prefix("//! | "));
    let row = |row: &str| {
        let mut cells = row.split('|').map(str::trim);
        let layer = cells.next()?.parse().ok()?;
        let module = cells.next()?.trim_matches(['[', ']', '`']);
        Some((module.to_owned(), layer))
    };
    rows.filter_map(row).collect()
}

#[test]
fn every_module_has_its_layer() {
    let layers = layers();
    assert!(
        layers.len() > 4,
        "the table in src/lib.rs cannot be read: {layers:?}"
    );
    for file in files() {
        let module = file.module();
        let known = ["lib", "main"].contains(&module) || layers.contains_key(module);
        assert!(known, "src/lib.rs gives `{module}` no layer");
    }
    // The modules that everything else builds on.
    for (module, layer) in [
        ("yaml", 0),
        ("dice", 0),
        ("engine", 1),
        ("content", 1),
        ("rulesets", 2),
    ] {
        assert_eq!(layers.get(module), Some(&layer), "{module}");
    }
}

#[test]
fn imports_are_found() {
    let all = |code| imports(code).into_iter().collect::<Vec<_>>().join(" ");
    assert_eq!(all("use crate::engine::{Ask, yaml};"), "engine");
    assert_eq!(
        all("use crate::{content::{Library, mail}, dice, engine::{self, cli as desk}};"),
        "content dice engine"
    );
    assert_eq!(
        all("fn f(x: crate::yaml::Node) { subcrate::mail::x() }"),
        "yaml"
    );
    assert_eq!(
        all("use crate::{\n    dice::Dice,\n    engine,\n};\nuse crate::Error;"),
        "dice engine"
    );
    assert_eq!(without_comments("a // crate::cli\n//! crate::cli"), "a \n");
}

#[test]
fn an_import_only_goes_down() {
    let layers = layers();
    let mut wrong = vec![];
    for file in files() {
        let module = file.module();
        if file.is_crate || ["lib", "main"].contains(&module) {
            continue;
        }
        for import in imports(&file.code) {
            let down = import == module || layers.get(&import) < layers.get(module);
            if !down || NOT.contains(&(module, &import)) {
                wrong.push(format!("{}: crate::{import}", file.path));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "imports that go up, or across:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn rules_are_deterministic() {
    let mut wrong = vec![];
    for file in files() {
        // A drawing is made of fractions of a unit, which rules never see.
        if ["engine", "rulesets"].contains(&file.module()) && !file.path.contains("/pictures/") {
            let found = UNSTEADY.iter().filter(|name| names(&file.code, name));
            wrong.extend(found.map(|name| format!("{}: {name}", file.path)));
        }
    }
    assert!(
        wrong.is_empty(),
        "no clock, hash order, floats or threads here:\n{}",
        wrong.join("\n")
    );
}

/// A mail to a player that begins in another place could omit the address for answers, or its form.
#[test]
fn mails_to_players_begin_in_one_place() {
    let mut wrong = vec![];
    for file in files().iter().filter(|file| file.module() != "mail") {
        let begins = names(&file.code, "letter_to") || file.code.contains("Letter::new(");
        if begins && file.path != "compose/to_player.rs" {
            wrong.push(file.path.clone());
        }
    }
    assert!(
        wrong.is_empty(),
        "only src/compose/to_player.rs begins a mail to a player, and anybody one to the GM: {wrong:?}"
    );
    let known = files();
    let place = known.iter().find(|f| f.path == "compose/to_player.rs");
    assert!(place.is_some_and(|file| names(&file.code, "letter_to")));
}

#[test]
fn one_place_knows_the_time_zones() {
    let mut named = files();
    named.retain(|file| names(&file.code, "jiff"));
    let named: Vec<&str> = named.iter().map(|file| &*file.path).collect();
    assert_eq!(named, ["game_dir/zone.rs"]);
}

#[test]
fn one_place_knows_the_yaml_crates() {
    let mut wrong = vec![];
    for file in files().iter().filter(|file| file.module() != "yaml") {
        let found = YAML_CRATES.iter().filter(|name| names(&file.code, name));
        wrong.extend(found.map(|name| format!("{}: {name}", file.path)));
    }
    assert!(
        wrong.is_empty(),
        "only crates/yaml names a YAML crate:\n{}",
        wrong.join("\n")
    );
}
