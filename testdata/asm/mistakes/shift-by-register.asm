main:   sll $t0, $t0, $t1
