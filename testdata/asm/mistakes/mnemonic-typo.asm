main:   adi $t0, $t0, 1
