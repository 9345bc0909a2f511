//! Runs before the program is compiled: the templates are listed.

use std::{env, error::Error, fmt::Write as _, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let out = env::var("OUT_DIR")?;
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
    Path::new("crates/rules/src/rulesets").join(name).is_dir() && env::var_os(feature).is_none()
}
