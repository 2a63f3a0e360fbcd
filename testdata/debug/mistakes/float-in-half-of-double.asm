# $f2 holds a double, and $f3 is its other half.
        .data
x:      .double 1.5
y:      .float  2.5
        .text
main:   l.d     $f2, x
        l.s     $f3, y
        add.d   $f12, $f2, $f2
        li      $v0, 3
        syscall
        li      $v0, 10
        syscall
