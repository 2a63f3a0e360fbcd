# Grades: the first test takes everything that the later ones are about.
        .text
main:   li      $t0, 92
        bge     $t0, 50, pass
        bge     $t0, 90, best           #~ never: 50 comes first
        li      $a0, 'F'
        j       show
best:   li      $a0, 'A'
        j       show
pass:   li      $a0, 'C'
show:   li      $v0, 11
        syscall
        li      $v0, 10
        syscall
