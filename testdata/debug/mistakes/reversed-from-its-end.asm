# Reverses a text.
        .data
in:     .asciiz "hello"
out:    .space  16
        .text
main:   la      $t0, in
        li      $t1, 0
len:    add     $t2, $t0, $t1
        lb      $t3, 0($t2)
        beqz    $t3, rev
        addi    $t1, $t1, 1
        j       len
rev:    la      $t4, out
        add     $t2, $t0, $t1
copy:   lb      $t3, 0($t2)             #? the first one is the end of the text
        sb      $t3, 0($t4)
        addi    $t4, $t4, 1
        beq     $t2, $t0, show
        addi    $t2, $t2, -1
        j       copy
show:   la      $a0, out
        li      $v0, 4
        syscall
        li      $v0, 10
        syscall
