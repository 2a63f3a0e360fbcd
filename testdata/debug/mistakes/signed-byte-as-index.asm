# Counts how often each byte occurs.
        .data
other:  .space  512
counts: .space  1024
text:   .byte   65, 66, 200, 0
        .text
main:   la      $t0, text
loop:   lb      $t1, 0($t0)             #~ 200 becomes -56: lbu is meant
        beqz    $t1, done
        sll     $t2, $t1, 2
        lw      $t3, counts($t2)
        addi    $t3, $t3, 1
        sw      $t3, counts($t2)
        addi    $t0, $t0, 1
        j       loop
done:   lw      $a0, counts+800
        li      $v0, 1
        syscall
        lw      $a0, other
        syscall
        li      $v0, 10
        syscall
