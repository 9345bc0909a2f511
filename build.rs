//! What the linker can do to keep a release small, where it can do it.

use std::{
    env,
    io::Write as _,
    path::PathBuf,
    process::{Command, Stdio},
};

/// Functions whose code is the same are kept once; places that hold addresses are listed in few bytes; and who
/// aborts on a panic looks for no way back.
const SMALL: [&str; 3] = [
    "-Wl,--icf=all",
    "-Wl,-z,pack-relative-relocs",
    "-Wl,--no-eh-frame-hdr",
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let released = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    for option in SMALL {
        if released && linker_takes(option) == Some(true) {
            println!("cargo::rustc-link-arg-bins={option}");
        }
    }
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
