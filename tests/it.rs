//! One test binary for everything that is tested from outside.

mod cases;
mod engine;
mod floors;
mod laws;
mod mail_server;
