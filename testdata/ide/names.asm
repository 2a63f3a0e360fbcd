# show: symbols folds
# Adds the numbers of a list.
# The last one is zero.
        .eqv    WORD    4       # bytes
        .eqv    NEXT    addiu $a0, $a0, WORD

        .macro  repeat (%register, %body)
again:  beqz    %register, done
#  ^ hover
#  ^ references
#  ^ rename once_more
#                 ^ hover
#                 ^ definition
#                 ^ rename %r
#                 ^ rename r
        addi    %register, %register, -1
        b       again
done:
        .end_macro

        .macro  define (%name)
%name:  nop
inside: b       inside
#                ^ rename within
#                ^ rename %name
        .end_macro

        .data
list:   .word   1, 2, 3, 0, sum
# ^ hover
# ^ references
# ^ rename main
# ^ rename add
# ^ rename $t0
# ^ rename 2nd
# ^ rename values
#                           ^ definition

        .text
        .globl  main
#                ^ definition
main:   la      $a0, list
        jal     sum
#               ^ hover
#               ^ references
#               ^ rename total
        move    $t0, $v0
#                     ^ same
        repeat  ($t0, x)
#         ^ hover
#         ^ definition
#         ^ rename loop
        define  (here)
        j       here
#                ^ hover
#                ^ definition
#                ^ rename there
        j       again_M0
#                ^ hover
#                ^ rename x
        li      $v0, 10
        syscall

# sum: $v0 is the sum of the words from $a0 on.
#
# A zero ends them.
sum:    li      $v0, 0
#                 ^ same
sum_next:
        lw      $t0, 0($a0)
        beqz    $t0, sum_known
        add     $v0, $v0, $t0
        NEXT
#        ^ hover
#        ^ definition
        b       sum_next
sum_known:
        jr      $ra
#        ^ definition
