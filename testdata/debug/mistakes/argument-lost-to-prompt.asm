# The prompt overwrites the argument in $a0.
        .data
text:   .asciiz "n! = "
        .text
main:   li      $a0, 4
        jal     fact
        li      $v0, 10
        syscall
fact:   move    $t0, $a0
        la      $a0, text
        li      $v0, 4
        syscall
        li      $t1, 1
loop:   mul     $t1, $t1, $a0
        addi    $a0, $a0, -1
        bgtz    $a0, loop
        move    $a0, $t1
        li      $v0, 1
        syscall
        jr      $ra
