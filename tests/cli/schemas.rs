//! The JSON Schemas in the repository, and the files that people write against them.

use super::{
    bench::{Bench, GAME},
    script,
};
use chronojudge::schemas;
use serde_json::Value;
use std::{
    fs,
    path::{Path, PathBuf},
};

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns a validator of one of the schemas, for draft 7 as editors use it.
pub fn validator(name: &str) -> jsonschema::Validator {
    let schema: Value = serde_json::from_str(&schemas::all()[name]).unwrap();
    assert_eq!(schema["$schema"], "http://json-schema.org/draft-07/schema#");
    jsonschema::draft7::new(&schema).unwrap()
}

/// Returns the violations of a schema in a file.
pub fn objections(validator: &jsonschema::Validator, text: &str) -> Vec<String> {
    let value: Value = serde_yaml::from_str(text).unwrap();
    let word = |e: jsonschema::ValidationError<'_>| format!("{}: {e}", e.instance_path());
    validator.iter_errors(&value).map(word).collect()
}

#[test]
fn the_schemas_in_the_repository_are_those_of_the_program() {
    let bench = Bench::empty();
    bench.ok(&["schema", "--dir", "made"]);
    let made = files(&bench.dir().join("made"));
    assert_eq!(made.len(), schemas::all().len());
    let kept = files(&repository().join("schemas"));
    assert!(
        made == kept,
        "schemas/ is not what the program writes: run `cargo run -- schema --dir schemas`"
    );
}

fn files(folder: &Path) -> Vec<(String, String)> {
    let mut all: Vec<_> = fs::read_dir(folder)
        .unwrap_or_else(|e| panic!("{}: {e}", folder.display()))
        .map(|entry| {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            (name, fs::read_to_string(entry.path()).unwrap())
        })
        .collect();
    all.sort();
    all
}

#[test]
fn each_schema_is_valid_and_allows_no_unknown_keys() {
    for name in schemas::all().keys() {
        let validator = validator(name);
        assert!(
            !objections(&validator, "lunch: noon\n").is_empty(),
            "{name}"
        );
    }
}

#[test]
fn the_content_fits_its_schemas() {
    for known in chronojudge::rulesets::ALL {
        let library = (known.library)();
        let mut seen = 0;
        for (file, text) in library.files() {
            let name = format!(
                "content-{}-{}.schema.json",
                known.id,
                file.trim_end_matches(".yaml")
            );
            assert_eq!(objections(&validator(&name), text), [""; 0], "{file}");
            seen += 1;
        }
        assert!(seen > 0, "{} has no content", known.id);
    }
}

/// Returns the files of a game directory that people write, and their schemas.
fn by_hand(root: &Path) -> Vec<(PathBuf, String)> {
    let plain = ["game", "players", "mail"].map(|name| {
        let schema = format!("{name}.schema.json");
        (root.join(format!("{name}.yaml")), schema)
    });
    let mut all = Vec::from(plain);
    let game: Value =
        serde_yaml::from_str(&fs::read_to_string(root.join("game.yaml")).unwrap()).unwrap();
    let orders = format!("orders-{}.schema.json", game["ruleset"].as_str().unwrap());
    gather(&root.join("orders"), &orders, &mut all);
    gather(&root.join("standing"), "standing.schema.json", &mut all);
    all.retain(|(path, _)| path.exists());
    all
}

fn gather(folder: &Path, schema: &str, all: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.path().is_dir() {
            gather(&entry.path(), schema, all);
        } else if entry.path().extension().is_some_and(|e| e == "yaml") {
            all.push((entry.path(), schema.to_owned()));
        }
    }
}

fn all_fit(root: &Path) -> usize {
    let files = by_hand(root);
    for (path, schema) in &files {
        let text = fs::read_to_string(path).unwrap();
        assert_eq!(
            objections(&validator(schema), &text),
            [""; 0],
            "{}",
            path.display()
        );
    }
    files.len()
}

#[test]
fn the_files_of_a_game_fit_their_schemas() {
    let bench = Bench::copy(script::played());
    let standing = "standing:\n- when: {ask: oppose, against: roo}\n  prefer: [stand-aside]\n";
    bench.write("gem/standing/zytal.yaml", standing);
    bench.ok(&["status", GAME]);
    // Three files of the game, every order file with those it replaced, and the standing one.
    assert!(all_fit(&bench.root()) > 20);
}

#[test]
fn the_example_games_fit_their_schemas() {
    let mut games = 0;
    for entry in fs::read_dir(repository().join("games"))
        .into_iter()
        .flatten()
        .flatten()
    {
        if entry.path().join("game.yaml").exists() {
            assert!(all_fit(&entry.path()) >= 3, "{}", entry.path().display());
            games += 1;
        }
    }
    if games == 0 {
        println!("skipped: there are no example games in games/");
    }
}
