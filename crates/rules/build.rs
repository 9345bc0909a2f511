//! Runs before the crate is compiled: content files become JSON.

#[path = "src/content/own_keys.rs"]
mod own_keys;

use serde_json::Value;
use std::{env, error::Error, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/content/own_keys.rs");
    let out = env::var("OUT_DIR")?;
    content_as_json(Path::new(&out))
}

/// The content files that come with the program are YAML, for people; the program reads them as JSON without their
/// provenance, in a twentieth of the time: `OUT_DIR/RULESET/FILE.yaml.json`.
fn content_as_json(out: &Path) -> Result<(), Box<dyn Error>> {
    for ruleset in fs::read_dir("src/rulesets")? {
        let ruleset = ruleset?;
        let content = ruleset.path().join("content");
        if !content.is_dir() {
            continue;
        }
        println!("cargo::rerun-if-changed={}", content.display());
        let made = out.join(ruleset.file_name());
        fs::create_dir_all(&made)?;
        for file in fs::read_dir(&content)? {
            let file = file?;
            let mut value: Value = serde_yaml::from_str(&fs::read_to_string(file.path())?)?;
            own_keys::strip(&mut value);
            let mut name = file.file_name();
            name.push(".json");
            fs::write(made.join(name), value.to_string())?;
        }
    }
    Ok(())
}
