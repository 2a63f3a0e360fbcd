# The average of three numbers as a float: the division comes before the conversion.
        .data
a:      .word   1, 2, 4
three:  .float  3.0
        .text
main:   la      $t0, a
        lw      $t1, 0($t0)
        lw      $t2, 4($t0)
        lw      $t3, 8($t0)
        add     $t1, $t1, $t2
        add     $t1, $t1, $t3
        li      $t4, 3
        div     $t1, $t4                 #~ of whole numbers
        mflo    $t1
        mtc1    $t1, $f12
        cvt.s.w $f12, $f12
        li      $v0, 2
        syscall
        li      $v0, 10
        syscall
