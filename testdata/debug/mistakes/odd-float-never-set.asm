# Converts degrees; $f3 was to hold 32.
        .data
five:   .float  5.0
nine:   .float  9.0
        .text
main:   li      $t0, 100
        mtc1    $t0, $f0
        cvt.s.w $f0, $f0
        l.s     $f1, five
        l.s     $f2, nine
        div.s   $f1, $f1, $f2
        sub.s   $f0, $f0, $f3           #~ never loaded
        mul.s   $f12, $f0, $f1
        li      $v0, 2
        syscall
        li      $v0, 10
        syscall
