//! The byte of a program's output that is a cell of the picture read from it.

/// The most bytes that are tried.
const TRIES_MAX: usize = 200;

/// The last byte `shown` that the reader takes for the cell: with `other` in its place the output
/// is read as `is_meant` has it. None if adapters leave it out.
pub(crate) fn of_cell(
    output: &[u8],
    (shown, other): (u8, u8),
    is_meant: impl Fn(&[u8]) -> bool,
) -> Option<usize> {
    // One copy in which a byte is exchanged and put back: a copy for each of 200 tries would be up
    // to 200 MiB.
    let mut tried = output.to_vec();
    // From the end: verdicts rest on the last picture, and earlier ones may hold the same byte.
    let candidates = (0..output.len()).rev().filter(|&idx| output[idx] == shown);
    candidates.take(TRIES_MAX).find(|&idx| {
        tried[idx] = other;
        let is_it = is_meant(&tried);
        tried[idx] = shown;
        is_it
    })
}
