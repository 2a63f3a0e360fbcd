main:   sw $t0, 4($sp
