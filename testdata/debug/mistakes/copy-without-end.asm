# The copy stops at the zero and does not store it.
        .data
from:   .asciiz "abc"
to:     .space  4
tail:   .asciiz "xyz"
        .text
main:   la      $t0, from
        la      $t1, to
        li      $t3, 0x78787878
        sw      $t3, to
copy:   lb      $t2, 0($t0)
        beqz    $t2, out
        sb      $t2, 0($t1)
        addi    $t0, $t0, 1
        addi    $t1, $t1, 1
        j       copy
out:    la      $a0, to
        li      $v0, 4
        syscall
        la      $a0, tail
        syscall
        li      $v0, 10
        syscall
