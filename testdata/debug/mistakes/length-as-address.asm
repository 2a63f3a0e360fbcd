# Prints what a procedure returns as a string, which is its length.
        .data
text:   .asciiz "hello"
        .text
main:   la      $a0, text
        jal     length
        move    $a0, $v0
        li      $v0, 4
        syscall
        li      $v0, 10
        syscall
length: li      $v0, 0
more:   lb      $t0, 0($a0)
        beqz    $t0, known
        addi    $v0, $v0, 1
        addi    $a0, $a0, 1
        j       more
known:  jr      $ra
