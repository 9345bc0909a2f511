//! The one test binary for all tests from outside.

#![allow(
    clippy::needless_pass_by_value,
    clippy::too_many_lines,
    clippy::case_sensitive_file_extension_comparisons,
    clippy::format_collect,
    reason = "a test says what it needs where it needs it"
)]

/// As for the program: the allocator of musl itself makes the tests several times as slow.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

mod balance;
mod browser;
mod cases;
mod cli;
mod content;
mod desk;
mod engine;
mod fuzz;
mod laws;
mod layers;
mod lists;
mod mail_inbox;
mod mail_server;
mod pictures;
mod playthroughs;
mod readme;
mod tamper;
