# The larger of two floats, compared by their bits.
        .data
a:      .float  2.5
b:      .float  -7.25
        .text
main:   l.s     $f0, a
        l.s     $f1, b
        mfc1    $t0, $f0                 #~ bits
        mfc1    $t1, $f1
        sltu    $t2, $t0, $t1
        beqz    $t2, first
        mov.s   $f12, $f1
        j       out
first:  mov.s   $f12, $f0
out:    li      $v0, 2
        syscall
        li      $v0, 10
        syscall
