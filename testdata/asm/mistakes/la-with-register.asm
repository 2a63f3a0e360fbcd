main:   la $a0, $t0
