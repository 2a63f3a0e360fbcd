//! `jetan` alone: what can be done, for whoever has just installed it.

/// The commands, by what people want to do.
pub const TEXT: &str = "\
Jetan is a workbench for MIPS assembly projects, compatible with MARS 4.5.

Your program:

  jetan run my.asm        assemble and run it; errors say what probably went wrong, screens open
  jetan run --check my.asm
                          the same, and look for mistakes that a run does not notice
  jetan run --coverage my.asm
                          the same, and list the lines that were never executed
  jetan studio [FOLDER]   the studio in your browser: write, run, see, step back
  jetan debug my.asm      step, stop and look inside a run, backwards too
  jetan dap               the debug adapter that editors start
  jetan asm my.asm        check it without running; listings, symbol tables, dumps, JSON
  jetan explain WHAT      the manual page of an error code, instruction, service or topic
  jetan check PROJECT my.asm
                          your version of one of the five projects against the native engine
  jetan lsp               the language server for your own editor; docs/editors.md has the settings
  jetan mars my.asm       MARS's own command line, word for word
  jetan disasm FILE       turn machine words back into instructions

The games:

  jetan play GAME         tetrisito, four-in-a-row, sudoku, 2048 or connect-four; a menu without
                          GAME
  jetan solve GAME FILE…  solve tetrisito, sudoku, connect-four or 2048, in batches

A class:

  jetan grade RUBRIC FOLDER
                          the submissions by a rubric; `jetan grade new` begins one
  jetan similar FOLDER    which submissions share code
  jetan pack list         the course packs: a course's own services, screens and sounds

The five projects, from the folder of the repository; each can be played with `jetan play`:

  Tetrisito      jetan run programs/tetrisito/c.asm < programs/tetrisito/cases/c-any-order.in
                 jetan solve tetrisito programs/tetrisito/cases/c-any-order.in
                 jetan check tetrisito programs/tetrisito/c.asm
  Four in a Row  jetan run programs/four-in-a-row/main.asm
                 jetan check four-in-a-row programs/four-in-a-row/main.asm
  Sudoku         jetan run programs/sudoku/9x9.asm < programs/sudoku/cases/9x9-easy.in
                 jetan solve sudoku programs/sudoku/cases/9x9-easy.in
                 jetan check sudoku programs/sudoku/9x9.asm
  2048           jetan run programs/2048/main.asm
                 jetan solve 2048 --autoplay 10
                 jetan check 2048 programs/2048/main.asm
  Connect Four   jetan run programs/connect-four/
                 echo 44444 | jetan solve connect-four --analyze
                 jetan check connect-four programs/connect-four/

`jetan help` lists every command, `jetan help run` the flags of one; `jetan completions SHELL` and
`jetan man` are for your shell and your manual; `jetan doctor` says what this machine lacks.
";
