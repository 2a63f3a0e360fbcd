# Stores the result into the string.
        .data
msg:    .asciiz "sum"
sum:    .word   0
        .text
main:   li      $t0, 1
        li      $t1, 2
        add     $t2, $t0, $t1
        sw      $t2, msg                #~ `sum` is meant
        la      $a0, msg
        li      $v0, 4
        syscall
        lw      $a0, sum
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
