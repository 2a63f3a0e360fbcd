main:   addiu $t0, $t1, 70000
        andi $t0, $t1, 0x12345
        slti $t0, $t1, 40000
