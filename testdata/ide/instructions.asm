        .eqv    PRINT_INT       1
        .eqv    STEP            4

        .macro  print (%value)
        move    $a0, %value
        li      $v0, PRINT_INT
        syscall
        .end_macro

        .data
count:  .word   7
text:   .asciiz "two\n"
#  ^ hover
#         ^ hover
#               ^ hover
half:   .float  0.5
#               ^ hover

        .text
main:   addi    $t0, $t1, -100
#        ^ hover
#                 ^ hover
#                          ^ hover
        lw      $t2, count
#       ^ hover
#                     ^ hover
        addiu   $t0, $t0, STEP
#       ^ hover
#                          ^ hover
        blt     $t0, $t2, main
#       ^ hover
        print   ($t0)
#       ^ hover
        li      $v0, 4
#       ^ hover
#                    ^ hover
        la      $a0, text
        syscall
#       ^ hover
        li      $v0, 'a'
#                    ^ hover
        jr      $ra
        mtc0    $t0, $12
#               ^ hover
#                      ^ hover
        add.d   $f2, $f4, $f6
#                ^ hover
        ori     $v0, $zero, PRINT_INT
#                             ^ hover
        syscall                         # nothing to say here
#       ^ hover
#                                            ^ hover
