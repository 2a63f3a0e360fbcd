# Moves a float to $a0 without converting it.
        .data
x:      .float  2.5
        .text
main:   l.s     $f0, x
        add.s   $f0, $f0, $f0
        mfc1    $a0, $f0                #~ bits
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
