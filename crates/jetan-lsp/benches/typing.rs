//! How long an editor waits, in CPU time.
fn main() {}
