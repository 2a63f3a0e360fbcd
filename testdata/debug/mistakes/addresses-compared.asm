# Are the two numbers equal?
        .data
a:      .word   5
b:      .word   5
same:   .asciiz "same"
diff:   .asciiz "different"
        .text
main:   la      $t0, a
        la      $t1, b
        beq     $t0, $t1, equal         #~ compares the addresses, not the numbers
        la      $a0, diff
        j       show
equal:  la      $a0, same
show:   li      $v0, 4
        syscall
        li      $v0, 10
        syscall
