# Is there a 7?
        .data
arr:    .word   4, 7, 2
yes:    .asciiz "yes"
no:     .asciiz "no"
        .text
main:   la      $t0, arr
        li      $t1, 3
        li      $t2, 0
loop:   lw      $t3, 0($t0)
        bne     $t1, 7, next            #~ $t3 is meant
        li      $t2, 1
next:   addi    $t0, $t0, 4
        addi    $t1, $t1, -1
        bnez    $t1, loop
        la      $a0, no
        beqz    $t2, show
        la      $a0, yes
show:   li      $v0, 4
        syscall
        li      $v0, 10
        syscall
