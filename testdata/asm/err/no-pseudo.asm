# With `np`, a form that becomes several instructions is not permitted.
# dialect: both
# options: np
        li      $t0, 5                  #~ E0304 [li] pseudo-instructions are switched off
        addi    $t0, $t0, 5
        addi    $t0, $t0, 50000         #~ E0304 [addi]
        b       x                       #~ E0304 [b]
x:      move    $t0, $f0                #~ E0304 [move] #~ E0302 [$f0]
