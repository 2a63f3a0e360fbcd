# The slope between two points with the same x.
        .data
x1:     .word   3
x2:     .word   3
y1:     .word   1
y2:     .word   9
        .text
main:   lw      $t0, x2
        lw      $t1, x1
        sub     $s0, $t0, $t1
        lw      $t0, y2
        lw      $t1, y1
        sub     $s1, $t0, $t1
        jal     slope
        li      $v0, 10
        syscall
slope:  div     $v0, $s1, $s0
        jr      $ra
