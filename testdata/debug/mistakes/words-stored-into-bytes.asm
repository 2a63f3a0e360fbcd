# Characters are stored with sw into a buffer of bytes.
        .data
from:   .asciiz "abcdefg"
to:     .space  8
after:  .asciiz "!\n"
        .text
main:   la      $t0, from
        la      $t1, to
copy:   lb      $t2, 0($t0)
        sw      $t2, 0($t1)
        addi    $t0, $t0, 1
        addi    $t1, $t1, 1
        bnez    $t2, copy
        la      $a0, to
        li      $v0, 4
        syscall
        la      $a0, after
        syscall
        li      $v0, 10
        syscall
