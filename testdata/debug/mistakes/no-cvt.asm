# The average of 7 and 8.
        .data
two:    .float  2.0
        .text
main:   li      $t0, 7
        li      $t1, 8
        add     $t0, $t0, $t1
        mtc1    $t0, $f0
        l.s     $f1, two
        div.s   $f12, $f0, $f1
        li      $v0, 2
        syscall
        li      $v0, 10
        syscall
