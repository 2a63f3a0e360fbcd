//! The functions of the JavaScript around the module.

#![expect(unsafe_code, reason = "JavaScript makes functions of modules")]

// SAFETY: they take and give numbers only, and do not call back into this module. That a module is
// sound is the business of whoever writes it, as with memory that is made executable.
#[link(wasm_import_module = "jetan")]
unsafe extern "C" {
    /// Makes an instance of a module, given by address and length in bytes, which puts so many
    /// functions into the table; gives the index of the first, or 0 if that was refused.
    pub(super) safe fn translate(address: usize, bytes: usize, functions: u32) -> u32;
    /// So many functions of the table from an index on are not needed any more.
    pub(super) safe fn forget(first: u32, functions: u32);
}
