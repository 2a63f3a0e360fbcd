        .include "with/broken.asm"
main:   nop
