# A double is loaded as a float and printed as a double.
        .data
pi:     .double 3.14159
        .text
main:   l.s     $f12, pi
        li      $v0, 3
        syscall
        li      $v0, 10
        syscall
