# A number out of a line of text: the newline is not a digit.
        .data
buf:    .space  16
        .text
main:   la      $a0, buf
        li      $a1, 16
        li      $v0, 8
        syscall
        la      $t0, buf
        li      $t1, 0
next:   lb      $t2, 0($t0)
        beqz    $t2, end
        addi    $t2, $t2, -48             #~ of the newline too
        mul     $t1, $t1, 10
        add     $t1, $t1, $t2
        addi    $t0, $t0, 1
        j       next
end:    move    $a0, $t1
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
