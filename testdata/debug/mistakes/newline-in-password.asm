# Compares what is typed with a password.
        .data
buf:    .space  20
pass:   .asciiz "secret"
yes:    .asciiz "yes\n"
no:     .asciiz "no\n"
        .text
main:   la      $a0, buf
        li      $a1, 20
        li      $v0, 8
        syscall
        la      $t0, buf
        la      $t1, pass
next:   lb      $t2, 0($t0)
        lb      $t3, 0($t1)
        bne     $t2, $t3, wrong         #~ the newline that was typed is compared with the end
        beqz    $t2, right
        addi    $t0, $t0, 1
        addi    $t1, $t1, 1
        j       next
right:  la      $a0, yes
        j       show
wrong:  la      $a0, no
show:   li      $v0, 4
        syscall
        li      $v0, 10
        syscall
