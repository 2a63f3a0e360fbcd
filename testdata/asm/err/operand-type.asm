# Operands of the wrong kind.
# dialect: both
        add     $t0, $t1, $f2           #~ E0302 [$f2] `$f2` is the wrong kind of operand
        add.s   $f0, $f1, $t2           #~ E0302 [$t2]
        j       5                       #~ E0302 [5]
        beq     $t0, $t1, 0x400000      #~ E0302 [0x400000]
        sll     $t0, $t1, $f2           #~ E0302 [$f2]
        jr      main                    #~ E0302 [main]
main:   lui     $t0, main               #~ E0302 [main]
        move    $t0, 1.5                #~ E0302 [1.5]
        move    $t0, "s"                #~ E0302 ["s"]
        addi    $t0, $t1, 1.5           #~ E0302 [1.5]
