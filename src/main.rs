//! The command line of chronojudge.

use std::process::ExitCode;

/// The allocator of musl itself makes the program four times as slow.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // In a browser, in the play page, there is nothing but a player's view.
    if cfg!(target_os = "wasi") {
        return chronojudge::cli::page::main();
    }
    chronojudge::cli::main()
}
