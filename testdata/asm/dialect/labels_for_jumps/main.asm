        j       $ra
        jal     $t9
        jal     $t8, $t9
