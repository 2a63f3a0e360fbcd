# The buffer is smaller than the length that is given.
        .data
buf:    .space  8
count:  .word   5
        .text
main:   la      $a0, buf
        li      $a1, 64
        li      $v0, 8
        syscall
        lw      $a0, count
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
