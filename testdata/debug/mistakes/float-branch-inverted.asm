# Is 2.5 below 3.0?
        .data
a:      .float  2.5
b:      .float  3.0
yes:    .asciiz "yes"
no:     .asciiz "no"
        .text
main:   l.s     $f0, a
        l.s     $f1, b
        c.lt.s  $f0, $f1
        la      $a0, no
        bc1t    show                    #~ bc1f is meant
        la      $a0, yes
show:   li      $v0, 4
        syscall
        li      $v0, 10
        syscall
