//! The two dialects: MARS 4.5 to the letter, and ours, which does what the user wanted.
//!
//! Every difference between them is one switch of [`Dialect`], and every switch is one row of the
//! table at the end of this file. `docs/mars-differences.md` is checked against that table.

pub use jetan_isa::switches::Switch;

impl Default for Dialect {
    fn default() -> Dialect {
        Dialect::JETAN
    }
}

jetan_isa::switches! {
    /// The behaviour to follow where MARS surprises its users; `true` is always MARS's.
    Dialect:

    exponent_in_names, "S2",
        "A sign after a name that ends in `e` is glued to it: `base+4` is a lexical error.",
        "Only a token that starts like a number can have a signed exponent.";
    loose_strings, "S3",
        "A quote after `\\\\` does not end a string; an unclosed one loses its last character.",
        "Escapes are read from left to right; an unclosed string goes to the end of its line, with \
         a warning.";
    piecemeal_characters, "-",
        "A malformed character literal is cut into pieces, with an error each.",
        "It is one error.";
    silent_data_lines, "S4",
        "Instructions and other stray lines in `.data` are dropped without a word.",
        "The first gives a warning; data in `.text` without a label gives one error in all.";
    repeated_lexical_errors, "S5",
        "The list of lexical errors is printed twice.",
        "Each error is reported once.";
    textual_substitution, "S6",
        "A macro parameter replaces the first text that looks like it, even inside a longer name.",
        "Parameters and labels are replaced where they stand.";
    macro_errors_cascade, "-",
        "A bad `.macro`, `.end_macro` or parameter leads to more errors in the lines that follow.",
        "The lines are taken as they were meant, and the mistake is one error.";
    missing_colon_cascades, "-",
        "A label without its colon is an unknown instruction or a value, and is not defined.",
        "It is one error, and its uses are none.";
    include_once, "S7",
        "A file can be included only once.",
        "A file is included every time; only a cycle is an error.";
    include_drops_label, "S8",
        "A label on an `.include` line is lost.",
        "The label is defined at the first included line.";
    eqv_without_value_ignored, "S8",
        "`.eqv NAME` without a value is ignored, and with a comment it is an error.",
        "It is ignored with a warning.";
    eqv_cuts_character, "-",
        "A character literal that ends an `.eqv` text is cut to the length of its decimal value.",
        "The text is taken as written.";
    segment_leaks, "S9",
        "The choice of user or kernel segments carries over into the next file.",
        "Every file starts in user text and user data.";
    signed_alignment, "S15",
        "Aligning an address from 0x80000000 up overshoots.",
        "Addresses are unsigned.";
    early_label_values, "S17",
        "`.word x` takes the address of a known label before alignment moves the label.",
        "Labels in data are resolved when all addresses are final.";
    unchecked_branches, "S18",
        "A branch that does not reach its target, or goes to data, is cut to 16 bits in silence.",
        "It is cut with a warning.";
    comparison_overflow, "S19",
        "`bgt` and `ble` with 0x7fffffff overflow, and `ble` with a small number can trap.",
        "The comparison is done as written.";
    base_destroyed, "S20",
        "`ulw`, `ulh`, `ulhu` and `ld` into their own base register lose it after the first half.",
        "The base is kept until both halves are loaded.";
    division_by_literal_zero, "S21",
        "`div`, `divu`, `rem` and `remu` by the constant 0 leave stale results.",
        "They break like the register form.";
    no_label_minus, "S22",
        "`label-4` has no form, only `label+-4`.",
        "`label-n` is accepted wherever `label+n` is.";
    single_token_arguments, "S23",
        "A macro argument is a single token: `m -5` and `m 4($sp)` do not match.",
        "Signed numbers, `label+n` and `n(reg)` are one argument.";
    failed_include_ends, "S25",
        "Assembling ends at the first `.include` that fails.",
        "It goes on with the next line.";
    bad_file_ends, "S25",
        "No file is read after one with lexical errors, and nothing is assembled.",
        "All files are read, and assembled as far as they were understood.";
    malformed_words_cascade, "S25",
        "A lexical error in what a macro makes is followed by others about the same line.",
        "It is one error.";
    errors_end_pass, "S25",
        "With errors in the first pass there is no second, which would find undefined labels.",
        "The second pass still looks for undefined labels.";
    first_undefined_ends, "S25",
        "The second pass ends at the first statement that is wrong.",
        "All of its errors are reported.";
    errors_as_found, "-",
        "Errors are listed as they are found, lexical ones with their line, up to 200.",
        "They are listed in the order of the source, up to 1000.";
    first_form_blamed, "-",
        "Operands that fit no form of an instruction are measured against its first form.",
        "They are measured against the form that they fit for longest.";
    next_register_is_label, "-",
        "The register after `$31` is an undefined label.",
        "It is an error that names the register.";
    every_use_reported, "-",
        "Every use of an undefined label in data is an error of its own.",
        "The uses of an undefined label are one error, which shows the first five.";
    repeated_value_errors, "-",
        "A bad value is reported as often as it is repeated, and a string without a place for \
         every byte.",
        "Each is reported once, and so is the first of a list of values without a place.";
    one_label_per_line, "S26",
        "A line can have only one label.",
        "A line can have any number of labels.";
    mnemonics_reserved, "S26",
        "A label named like an instruction cannot be used in `.word` or `.globl`.",
        "A mnemonic is accepted wherever a label is expected.";
    branch_to_mnemonic_lost, "-",
        "`b` to a label named like an instruction is garbage that goes to the next instruction.",
        "It goes to the label.";
    signed_data_ranges, "S28",
        "`.byte 255` and `.half 65535` give a warning.",
        "Values up to the unsigned maximum are accepted in silence.";
    silent_wide_numbers, "-",
        "A decimal number beyond 32 bits loses its upper bits without a word.",
        "It loses them with a warning, and is an error in an expression.";
    strict_float_maximum, "S29",
        "`.float 3.4028235E38`, the largest float as printed, is rejected.",
        "A value that rounds to a finite float is accepted.";
    silent_infinity, "-",
        "`.double 1e400` is stored as infinity without a word.",
        "It is stored with a warning.";
    odd_double_registers, "S30",
        "An odd register in a double-precision instruction is a run-time error.",
        "It is an assembly error.";
    wide_condition_flags, "S32",
        "Condition flags 8 to 31 are accepted and do something else.",
        "They are errors.";
    narrow_characters, "S35",
        "Characters of strings are cut to 8 bits, and `\\012` is a null and two digits.",
        "Strings are stored as UTF-8, or as the bytes they have in a Windows-1252 source; in MARS \
         the bytes of such a source that are not valid UTF-8 are lost. `\\012` is one byte in a \
         source that a C compiler has written, and gives a warning elsewhere.";
    short_segments, "S37",
        "Compact segments lack their last word, for code and for data.",
        "They have it.";
    broken_swr, "S38",
        "`swr $t0, 40000` is an internal error.",
        "It expands like `swl`.";
    repeated_globl, "S39",
        "A label listed twice in `.globl` is called undefined.",
        "The repetition is ignored.";
    misplaced_positions, "S42",
        "With includes or macros, late errors name the wrong file, line or no call chain.",
        "Every error has the file and line of the offending source line.";
    plain_syntax, "-",
        "No `NAME = value`, no `//` or `/* */` comments, no `0b1010`, no `.rdata` or `.asciz`; \
         `.set`, `.ent`, `.end`, `.frame` and `.mask` give a warning.",
        "All of these are accepted, the last five without effect.";
    byte_order_mark, "-",
        "A byte order mark at the start of a file is a lexical error.",
        "It is skipped.";
    all_operands, "-",
        "`addi $t0, 1` lacks an operand; only `and`, `or`, `xor` and theirs take two.",
        "A source that is left out is the destination: `addi $t0, $t0, 1`.";
    one_kind_of_operand, "S27",
        "`slt` takes no constant, `sll` no register, `and` and `slti` no number beyond 16 bits, \
         `move` no number.",
        "They take both, and warn where one was probably meant as the other.";
    no_float_constants, "-",
        "`li.s` and `li.d` do not exist.",
        "They load a number with a fraction, `Infinity` or `NaN`; a number that is too large is an \
         error.";
    labels_for_jumps, "-",
        "`j` and `jal` take a label only.",
        "They take a register as well: `j $ra` is `jr $ra`, `jal $t9` is `jalr $t9`.";
    no_frame_instructions, "-",
        "`push`, `pop`, `begin` and `end` of mipsy do not exist.",
        "They are pseudo-instructions, unless a macro has the name.";
    no_expressions, "-",
        "A number is written as one: `N*4`, `'A'-1` and `label+8-4` are errors, and `.` is a name.",
        "Numbers can be computed from others and from the distance of two labels, with `%hi` and \
         `%lo` of addresses, and `.` for the address of the line; a result beyond 32 bits is an \
         error.";
    no_compiler_directives, "-",
        "Directives of C compilers, such as `.section`, `.comm` and `.string`, are ignored with a \
         warning.",
        "They do what they say; those for linkers and debuggers are ignored in silence. A section \
         whose name and flags say nothing is data, with a warning.";
    odd_stack, "-",
        "The stack begins at 0x7fffeffc, which is not a multiple of 8.",
        "In a program with a source that a C compiler has written it begins at 0x7fffeff8, because \
         doubles are kept on it.";
    no_local_labels, "-",
        "`1:` is not a label, and `1b` and `1f` are not addresses.",
        "They are the label `1:` before and after the line, in instructions and in data.";
    no_compiler_forms, "-",
        "A flag is a number and not `$fcc0`, there is no `bal`, and `teq` and its like take no \
         code.",
        "`$fcc0` is flag 0, `bal` is `bgezal $zero`, and the code in `teq $t0, $zero, 7` is \
         ignored.";
    no_data_in_text, "-",
        "Data in `.text` is an error.",
        "Behind a label it is stored in the data segment, and the label with it.";
}
