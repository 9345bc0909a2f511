//! The command line of chronojudge.
fn main() {}
