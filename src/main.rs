//! The command line of chronojudge.

use std::process::ExitCode;

/// The allocator of musl itself makes the program four times as slow.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    chronojudge::cli::main()
}
