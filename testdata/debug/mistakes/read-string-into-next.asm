# Service 8 is told that there is room for 80 characters.
        .data
name:   .space  8
greet:  .asciiz "Hello, "
        .text
main:   la      $a0, name
        li      $a1, 80
        li      $v0, 8
        syscall
        la      $a0, greet
        li      $v0, 4
        syscall
        la      $a0, name
        syscall
        li      $v0, 10
        syscall
