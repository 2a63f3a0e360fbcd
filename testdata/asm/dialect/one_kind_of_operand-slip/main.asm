        move    $t0, 4
        sll     $t0, $t1, $2
