//! The command line of chronojudge.

use std::process::ExitCode;

fn main() -> ExitCode {
    chronojudge::cli::main()
}
