# Prints a word backwards.
        .data
word:   .asciiz "hello"
back:   .space  16
        .text
main:   la      $t0, word
        li      $t1, 0                  # length
count:  add     $t2, $t0, $t1
        lb      $t3, 0($t2)
        beqz    $t3, counted
        addi    $t1, $t1, 1
        j       count
counted:
        la      $t4, back
        add     $t0, $t0, $t1           # one too far: the terminator
copy:   lb      $t3, 0($t0)
        sb      $t3, 0($t4)
        addi    $t0, $t0, -1
        addi    $t4, $t4, 1
        addi    $t1, $t1, -1
        bgez    $t1, copy
        li      $v0, 4
        la      $a0, back
        syscall
        li      $v0, 10
        syscall
