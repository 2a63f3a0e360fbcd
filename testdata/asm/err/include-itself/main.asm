# A file that includes itself.
        nop
        .include "main.asm"             #~ E0602 ["main.asm"] `main.asm` includes itself
