//! The switches between MARS's surprises and what users want.
//!
//! Each difference is one switch, as in the assembler's dialect; `true` is always MARS's way.

pub use jetan_isa::switches::Switch;

jetan_isa::switches! {
    /// The behaviour to follow where MARS surprises its users; `true` is always MARS's.
    Behaviour:

    failed_open_leaks, "S10",
        "A failed open keeps its descriptor and blocks the name until that is closed.",
        "The descriptor is free again.";
    signed_lanes, "S15",
        "`lwl`, `lwr`, `swl` and `swr` go wrong for addresses from 0x80000000 up.",
        "They work everywhere.";
    whole_word_patches, "S16",
        "A store into text replaces the whole instruction, and loads and stores made this way take \
         their offset without sign.",
        "Bytes are merged, and offsets have a sign.";
    line_characters, "S31",
        "Reading a character takes a whole line; an empty one is an error.",
        "One character is taken, and one line end directly after it.";
    bad_pc_unhandled, "S34",
        "An invalid program counter never reaches the exception handler.",
        "It enters the handler as an address error.";
    sticky_cause, "S34",
        "Bits 10 and 11 of Cause, which the lab devices set, stay through every exception.",
        "All interrupt bits, and the BD bit, are those of the last exception.";
    latin_output, "S35",
        "Bytes from 0x80 up are printed as the UTF-8 encoding of Latin-1 characters, and input is \
         decoded as UTF-8.",
        "Bytes go through unchanged.";
    link_before_read, "S36",
        "`jalr` with one register for both jumps to the next instruction.",
        "The target is read before the link is written.";
    short_segments, "S37",
        "The last bytes of the stack and of the address space cannot be used, and compact \
         segments lack their last word.",
        "They can, and have it.";
    small_heap, "S40",
        "The heap ends with the 4 MiB data segment, and its limit is compared as a signed number.",
        "The heap may grow up to the stack, within the memory budget.";
    lost_slot_exceptions, "S41",
        "An exception in a delay slot never reaches its handler.",
        "It does, with the address of the branch in EPC and the BD bit set.";
    reads_past_buffer, "8.2",
        "Writing to a file reads the byte after the buffer too, so that a buffer must not end \
         where memory does.",
        "Only the buffer is read.";
    overwritten_keys, "S44",
        "A key that is typed before the program has read the one before takes its place.",
        "It waits for its turn.";
    separate_raw_input, "S45",
        "Reading from descriptor 0 misses what a line-reading service took ahead.",
        "All services share one input position.";
    main_cannot_return, "-",
        "`jr $ra` from where the program began jumps to address 0, which is an error.",
        "It ends the run with exit code 0 and a note.";
}
