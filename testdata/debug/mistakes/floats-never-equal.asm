# Counts from 0 to 1 in tenths.
        .data
zero:   .float  0.0
step:   .float  0.1
one:    .float  1.0
        .text
main:   l.s     $f0, zero
        l.s     $f1, step
        l.s     $f2, one
loop:   c.eq.s  $f0, $f2                #~ 0.1 ten times is not exactly 1
        bc1t    done
        add.s   $f0, $f0, $f1
        j       loop
done:   mov.s   $f12, $f0
        li      $v0, 2
        syscall
        li      $v0, 10
        syscall
