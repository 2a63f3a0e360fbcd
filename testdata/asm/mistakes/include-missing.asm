        .include "macros.asm"
main:   nop
