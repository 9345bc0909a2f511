//! One test binary for everything that is tested from outside.

mod mail_server;
