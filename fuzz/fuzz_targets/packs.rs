//! Any text as a pack, alone and extending itself: no panic, an answer or reasons, and every
//! reason at a place in the text.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (alone, errors) = jetan_pack::parse("fuzz", text);
    assert!(alone.is_some() || !errors.is_empty(), "neither a pack nor a reason");
    let mut extended = |_: &str, wanted: &str| Some((wanted.to_owned(), text.to_owned()));
    let (again, errors) = jetan_pack::parse_with("fuzz", text, &mut extended);
    assert!(again.is_some() || !errors.is_empty(), "neither a pack nor a reason");
});
