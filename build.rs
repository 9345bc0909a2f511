//! What is done before the program is compiled: content files become JSON, and the linker is asked what it can do
//! to keep a release small.

use serde_json::Value;
use std::{
    env,
    error::Error,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// Functions whose code is the same are kept once; places that hold addresses are listed in few bytes; and who
/// aborts on a panic looks for no way back.
const SMALL: [&str; 3] = [
    "-Wl,--icf=all",
    "-Wl,-z,pack-relative-relocs",
    "-Wl,--no-eh-frame-hdr",
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    content_as_json(Path::new(&env::var("OUT_DIR")?))?;
    let released = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    for option in SMALL {
        if released && linker_takes(option) == Some(true) {
            println!("cargo::rustc-link-arg-bins={option}");
        }
    }
    Ok(())
}

/// The content files that come with the program are YAML, for people; the program reads them as JSON, in a
/// twentieth of the time: `OUT_DIR/RULESET/FILE.yaml.json`.
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
            let value: Value = serde_yaml::from_str(&fs::read_to_string(file.path())?)?;
            let mut name = file.file_name();
            name.push(".json");
            fs::write(made.join(name), value.to_string())?;
        }
    }
    Ok(())
}

/// Whether the linker that will be used takes an option, by trying it on the smallest program there is.
fn linker_takes(option: &str) -> Option<bool> {
    let out = PathBuf::from(env::var_os("OUT_DIR")?).join("smallest");
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let mut rustc = Command::new(env::var_os("RUSTC")?);
    rustc
        .args([
            "-",
            "--crate-type",
            "bin",
            "--target",
            &env::var("TARGET").ok()?,
        ])
        .args(flags.split('\x1f').filter(|flag| !flag.is_empty()))
        .arg(format!("-Clink-arg={option}"))
        .arg("-o")
        .arg(out);
    if let Some(linker) = env::var_os("RUSTC_LINKER") {
        rustc.arg(format!("-Clinker={}", linker.to_str()?));
    }
    let mut rustc = rustc
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    rustc.stdin.take()?.write_all(b"fn main() {}\n").ok()?;
    Some(rustc.wait().ok()?.success())
}
