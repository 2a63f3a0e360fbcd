# Some lines are wrong; all questions are answered all the same.
        .data
total:  .word   1, 2
        .text
main:   lw      $t0, totl
#       ^ hover
#                    ^ hover
#                    ^ fix
        addd    $t0, $t0, $t1
#        ^ fix
        add     $t0, t1, $t2
#                    ^ fix
        addi    $t0, $t0, $t1
#                          ^ fix
        li      $t0, total
#                    ^ fix
        add.d   $f1, $f2, $f4
#                ^ fix
loop    nop
# ^ fix
        word    3
#         ^ fix
        ret
#         ^ fix
        jr      main
#               ^ fix
        j       $ra
#               ^ fix
        li      $t0, 1_000
#                     ^ fix
        li      $t0, #5
#        ^ fix
        lw      $t0, totl
        sw      $t0, $t1
#                    ^ fix
        move    $t0, $s8
#                    ^ fix
        .wrod   1
#          ^ fix
        nop     ; done
#               ^ fix
        .data
        .asciiz "open
#                  ^ fix
        add     $t0, $t0, $t0
#         ^ fix
