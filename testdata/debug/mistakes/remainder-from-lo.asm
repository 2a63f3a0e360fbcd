# Is 10 divisible by 3?
        .data
yes:    .asciiz "yes"
no:     .asciiz "no"
        .text
main:   li      $t0, 3
        li      $t1, 10
        div     $t0, $t1                #~ the operands are swapped
        mflo    $t2
        la      $a0, no
        bnez    $t2, show
        la      $a0, yes
show:   li      $v0, 4
        syscall
        li      $v0, 10
        syscall
