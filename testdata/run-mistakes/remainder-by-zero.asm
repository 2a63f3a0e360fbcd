# The greatest common divisor, one round too many.
main:   li $a0, 12
        li $a1, 4
next:   rem $t0, $a0, $a1
        move $a0, $a1
        move $a1, $t0
        j next
