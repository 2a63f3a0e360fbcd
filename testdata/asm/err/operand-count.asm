# Too few and too many operands.
# dialect: both
        add     $t0                     #~ E0301 [add] `add` has too few operands
        add     $t0, $t1, $t2, $t3      #~ E0301 [add] `add` has too many operands
        syscall 5                       #~ E0301 [syscall]
        jr                              #~ E0301 [jr]
        lw      $t0                     #~ E0301 [lw]
x:
