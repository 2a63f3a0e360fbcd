        .include "one.asm"
        .include "two.asm"
        frob    $t0
