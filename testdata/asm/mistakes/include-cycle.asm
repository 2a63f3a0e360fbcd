        .include "with/cycle.asm"
main:   nop
