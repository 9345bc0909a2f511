//! Runs before the program is compiled: content files become JSON, and the templates are listed.

#[path = "src/content/own_keys.rs"]
mod own_keys;

use serde_json::Value;
use std::{env, error::Error, fmt::Write as _, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/content/own_keys.rs");
    let out = env::var("OUT_DIR")?;
    content_as_json(Path::new(&out))?;
    templates(Path::new(&out))?;
    Ok(())
}

/// Lists the templates: `OUT_DIR/templates.rs` holds the name and the text of each, sorted by name. Those of a game that is left
/// out are left out too: they would be a twenty-fifth of the play page of one game.
fn templates(out: &Path) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=templates");
    let mut names = vec![];
    for entry in fs::read_dir("templates")? {
        let entry = entry?;
        let path = entry.path();
        if path.is_dir() {
            if is_left_out(&entry.file_name().to_string_lossy()) {
                continue;
            }
            for entry in fs::read_dir(path)? {
                names.push(entry?.path());
            }
        } else {
            names.push(path);
        }
    }
    names.sort();
    let mut list = "/// The name and the text of every template.\npub(super) const TEMPLATES: &[(&str, &str)] = &[\n".to_owned();
    for path in names {
        let path = path
            .to_str()
            .ok_or("a template has a name that is not UTF-8")?
            .replace('\\', "/");
        let name = path.trim_start_matches("templates/");
        writeln!(
            list,
            "    ({name:?}, include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {:?}))),",
            format!("/{path}")
        )?;
    }
    list.push_str("];\n");
    fs::write(out.join("templates.rs"), list)?;
    Ok(())
}

/// Checks whether a folder of templates is that of a game, and the program is built without that game.
fn is_left_out(folder: &str) -> bool {
    let name = folder.replace('-', "_");
    let feature = format!("CARGO_FEATURE_{}", name.to_uppercase());
    Path::new("src/rulesets").join(name).is_dir() && env::var_os(feature).is_none()
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
