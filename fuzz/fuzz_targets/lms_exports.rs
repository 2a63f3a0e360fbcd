//! Any bytes as an archive, of one submission and of a class, and archives of any entries: no
//! panic, nothing beyond the bounds, and only names that every system knows as such.

#![no_main]

#[path = "../zip_bytes.rs"]
mod zip_bytes;

use jetan_grade::submission::{
    FILE_BYTES_MAX, FILES_MAX, SUBMISSION_BYTES_MAX, Submission, archive, is_plain,
};
use libfuzzer_sys::fuzz_target;

fn check(submission: &Submission) {
    assert!(submission.files.len() <= FILES_MAX);
    assert!(submission.bytes() <= SUBMISSION_BYTES_MAX);
    for (name, bytes) in &submission.files {
        assert!(bytes.len() <= FILE_BYTES_MAX);
        assert!(name.split('/').all(is_plain), "{name:?}");
    }
    let sources = submission.sources();
    assert!(sources.iter().all(|name| submission.files.contains_key(*name)));
    let is_shown = |text: &String| !text.contains(|c: char| c.is_control());
    assert!(submission.refused.iter().all(is_shown), "{:?}", submission.refused);
}

fn read(bytes: &[u8]) {
    if let Ok(submission) = archive::read(bytes) {
        check(&submission);
    }
    let Ok(class) = archive::read_class(bytes) else { return };
    for (name, member) in &class {
        assert!(is_plain(name.as_str()), "{name:?}");
        check(&member.read());
    }
}

fuzz_target!(|bytes: &[u8]| {
    read(bytes);
    if !bytes.starts_with(b"PK") {
        read(&zip_bytes::of_decisions(bytes));
    }
});
