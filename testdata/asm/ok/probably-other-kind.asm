# A number that is also the number of a register, and a register that is written as a number.
        move    $t0, 4                  #~ W0910 [4]
        sll     $t0, $t1, $2            #~ W0910 [$2]
        move    $t0, 100
        sll     $t0, $t1, $v0
