//! `jetan` alone: what can be done today.

use crate::console::Console;
use crate::exit::{Exit, Failure};

const TEXT: &str = "\
Jetan is a workbench for MIPS assembly projects, compatible with MARS 4.5.

  jetan run FILE…         assemble and run a program; errors say what probably went wrong
  jetan asm FILE…         check sources; listings, symbol tables, dumps, JSON
  jetan disasm FILE       turn machine words back into instructions
  jetan explain WHAT      the manual page of an error code, instruction or service
  jetan solve GAME FILE…  solve tetrisito, sudoku, connect-four or 2048, in batches
  jetan mars FILE…        MARS's own command line, word for word
  jetan completions SHELL, jetan man

The five projects come next: Tetrisito, Four in a Row, Sudoku, 2048 and Connect Four.
Their engines are here already: `jetan solve tetrisito --help` has examples.

`jetan help` lists every command, `jetan help run` the flags of one.
";

/// Prints the overview.
pub(crate) fn run(console: &Console) -> Result<Exit, Failure> {
    console.result(TEXT)?;
    Ok(Exit::Success)
}
