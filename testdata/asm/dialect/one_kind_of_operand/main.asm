        slt     $t0, $t1, 5
        sll     $t0, $t1, $t2
        and     $t0, $t1, -1
        move    $t0, 100
        slti    $t0, $t1, 40000
        sltiu   $t0, $t1, -40000
