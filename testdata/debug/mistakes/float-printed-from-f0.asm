# print_float prints $f12.
        .data
half:   .float 0.5
        .text
main:   l.s     $f0, half
        add.s   $f0, $f0, $f0
        li      $v0, 2
        syscall
        li      $v0, 10
        syscall
