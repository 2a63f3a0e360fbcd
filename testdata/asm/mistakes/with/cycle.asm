        nop
        .include "again.asm"
