//! Any bytes as a program on both engines. What is done with them is compiled and tried by the
//! tests of `jetan-jit` too, so that nothing here has to be built to know that it can be.

#![no_main]

#[path = "../../crates/jetan-jit/tests/lockstep/bytes.rs"]
mod bytes;
#[path = "../../crates/jetan-jit/tests/lockstep/programs.rs"]
mod programs;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, u16, Vec<u8>)| {
    let (flags, slice, bytes) = input;
    bytes::agree(flags, slice, &bytes);
});
