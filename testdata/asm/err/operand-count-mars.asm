# MARS quotes the first form's example.
# dialect: mars
        add     $t0                     #~ E0301 "add": Too few or incorrectly formatted operands. Expected: add $t1,$t2,$t3
        lw      $t0, 4+x($sp)           #~ E0301 "lw": Too many
x:      Lw      $t0, 4, $t1, $t2, $t3, $t4      #~ E0301 "Lw": Too many or incorrectly formatted operands. Expected: lw $t1,-100($t2)
