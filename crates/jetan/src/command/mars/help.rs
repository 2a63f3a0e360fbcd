//! The messages of `jetan mars` in its own words.

/// The answer to `h`.
pub(super) const TEXT: &str = "\
Usage: jetan mars [options] file [file...] [pa arg...]

The command line of MARS 4.5. Options may be written in upper or lower case and in any order.

  a          assemble only
  ae<n>      exit code after an assembly error
  ascii      show registers and memory as characters
  b          show values only, without names and addresses
  d          show debugging output (has no effect)
  da, ad     d and a
  db         delayed branching
  dec        show registers and memory in decimal
  dump <segment> <format> <file>
             write memory to a file; the segment is .text, .data or a range m-n, the format
             AsciiText, Binary, BinaryText, HEX, HexText or SegmentWindow
  h          this text, as the only word
  hex        show registers and memory in hexadecimal
  ic         show how many instructions were executed
  mc <name>  memory configuration: Default, CompactDataAtZero or CompactTextAtZero
  me         write messages to standard error
  nc         do not print the copyright notice
  np, ne     no pseudo-instructions
  p          project: assemble every .asm and .s file in the folder of the first file
  pa         all words that follow are arguments of the program
  se<n>      exit code after a runtime error
  sm         start at the global label main
  smc        self-modifying code
  we         warnings are errors
  <n>        stop after n instructions; numbers from 0 to 31 are registers
  <reg>      show this register afterwards, as in t0, $t0, 8 or f12
  <m>-<n>    show memory from m to n afterwards
";

/// The answer to `mc` at the end.
pub(super) const NO_CONFIGURATION: &str = "\
mc needs a memory configuration: Default, CompactDataAtZero or CompactTextAtZero
";
