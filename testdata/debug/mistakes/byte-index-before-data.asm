# Counts bytes; the counters are the first thing in the data.
        .data
hist:   .space  1024
data:   .byte   200, 65, 200, 0
        .text
main:   la      $t0, data
h:      lb      $t1, 0($t0)             #~ 200 is -56 here
        beqz    $t1, show
        sll     $t1, $t1, 2
        lw      $t2, hist($t1)
        addi    $t2, $t2, 1
        sw      $t2, hist($t1)
        addi    $t0, $t0, 1
        j       h
show:   lw      $a0, hist+800
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
