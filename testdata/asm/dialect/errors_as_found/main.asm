        .data
        .word   absent
        .text
        frob
