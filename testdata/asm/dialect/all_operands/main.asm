        addi    $t0, 1
        add     $t0, $t1
        subu    $t0, 70000
        sll     $t0, 2
        mul     $t0, $t1
