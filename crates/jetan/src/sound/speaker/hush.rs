//! Keeps the sound library of Linux from writing to standard error.

/// What the library has to say in this thread is not shown from now on: whatever matters of it
/// comes back as an error as well.
pub(super) fn hush() {
    let _ = alsa::Output::local_error_handler();
}
