main:   add $t0, $t0, %x
