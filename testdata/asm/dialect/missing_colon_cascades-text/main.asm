main
loop    addi    $t0, $t0, 1
        b       loop
        j       main
