# Reads a line without a size for it in $a1.
        .data
buf:    .space  20
hi:     .asciiz "Hi "
        .text
main:   la      $a0, buf
        li      $v0, 8
        syscall                 #~ $a1 is not set
        la      $a0, hi
        li      $v0, 4
        syscall
        la      $a0, buf
        syscall
        li      $v0, 10
        syscall
