# A number among instructions is probably an instruction: it is not moved away in silence.
# dialect: both
        .text
main:   nop
        .word   12                      #~ E0401 [.word]
        nop
