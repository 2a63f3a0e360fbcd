# Is it a palindrome?
        .data
buf:    .space  32
yes:    .asciiz "yes"
no:     .asciiz "no"
        .text
main:   la      $a0, buf
        li      $a1, 32
        li      $v0, 8
        syscall
        la      $t0, buf
        move    $t1, $t0
end:    lb      $t2, 0($t1)
        beqz    $t2, back
        addi    $t1, $t1, 1
        j       end
back:   addi    $t1, $t1, -1
test:   bge     $t0, $t1, good
        lb      $t2, 0($t0)
        lb      $t3, 0($t1)
        bne     $t2, $t3, bad           #~ compares 'a' with the newline
        addi    $t0, $t0, 1
        addi    $t1, $t1, -1
        j       test
good:   la      $a0, yes
        j       show
bad:    la      $a0, no
show:   li      $v0, 4
        syscall
        li      $v0, 10
        syscall
