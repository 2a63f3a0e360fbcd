        sltu    $t0, 5
        slt     $t0, 70000
        seq     $t0, $t1
        sgt     $t0, 3
        add.s   $f0, $f1
        div.d   $f2, $f4
        sll     $t0, $t1
        remu    $t0, 7
