//! Functions whose code is the same are kept once, where the linker can do that.

use std::{
    env,
    io::Write as _,
    path::PathBuf,
    process::{Command, Stdio},
};

const FOLD: &str = "-Wl,--icf=all";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let released = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    if released && linker_folds() == Some(true) {
        println!("cargo::rustc-link-arg-bins={FOLD}");
    }
}

/// Whether the linker that will be used takes the option, by trying it on the smallest program there is.
fn linker_folds() -> Option<bool> {
    let out = PathBuf::from(env::var_os("OUT_DIR")?).join("folds");
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
        .arg(format!("-Clink-arg={FOLD}"))
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
