//! Bounds that the system enforces on a command.

#[path = "emulated.rs"]
mod emulated;

/// The words for a shell that bound what follows them: address space in KiB, and seconds of
/// processor time. One at a time: a shell that refuses both at once goes on without any. None
/// where they would bind the emulator.
pub(crate) fn bounds(address_space: u32, seconds: Option<u32>) -> Option<String> {
    if emulated::is_emulated() {
        return None;
    }
    let time = seconds.map(|seconds| format!("ulimit -t {seconds} && ")).unwrap_or_default();
    Some(format!("ulimit -v {address_space} && {time}"))
}
