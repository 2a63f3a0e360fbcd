# A node on the heap, and a message in between.
        .data
made:   .asciiz "made\n"
        .text
main:   li      $v0, 9
        li      $a0, 8
        syscall
        la      $a0, made
        li      $v0, 4
        syscall
        sw      $zero, 4($v0)           # $v0 is not the node any more
        li      $v0, 10
        syscall
