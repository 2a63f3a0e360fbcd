//! Keeps the sound library of Linux from writing to standard error.

/// Silences the library's messages in this thread from now on: whatever matters of them
/// comes back as an error as well.
pub(super) fn hush() {
    // Without the handler there are more messages, and that is all.
    let _ = alsa::Output::local_error_handler();
}
