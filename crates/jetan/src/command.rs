//! One module for each command.

pub(crate) mod asm;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod dap;
pub(crate) mod debug;
pub(crate) mod disasm;
pub(crate) mod doctor;
mod elf;
pub(crate) mod explain;
pub(crate) mod grade;
mod load;
pub(crate) mod lsp;
pub(crate) mod man;
pub(crate) mod mars;
pub(crate) mod overview;
pub(crate) mod pack;
pub(crate) mod play;
pub(crate) mod run;
pub(crate) mod similar;
pub(crate) mod solve;
pub(crate) mod studio;
