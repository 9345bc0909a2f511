#![no_main]
mod readers;
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| readers::incoming(bytes));
