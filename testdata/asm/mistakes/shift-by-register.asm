main:   sll $t0, $t0, $2
