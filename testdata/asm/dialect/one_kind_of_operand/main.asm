        slt     $t0, $t1, 5
        sll     $t0, $t1, $t2
        and     $t0, $t1, -1
        move    $t0, 100
