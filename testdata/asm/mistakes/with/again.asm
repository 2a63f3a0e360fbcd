        .include "cycle.asm"
