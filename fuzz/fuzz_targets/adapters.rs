//! Any text as an adapter: no panic, and a reason that is not empty if it is none.

#![no_main]

use jetan_check::adapter::Adapter;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Err(error) = Adapter::parse(text) {
        assert!(!error.to_string().is_empty());
    }
});
