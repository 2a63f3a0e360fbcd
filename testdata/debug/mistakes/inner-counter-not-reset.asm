# Prints a square of stars.
        .text
main:   li      $t0, 0
        li      $t1, 0                  #? belongs into the outer loop
outer:
inner:  li      $a0, '*'
        li      $v0, 11
        syscall
        addi    $t1, $t1, 1
        blt     $t1, 3, inner
        li      $a0, '\n'
        syscall
        addi    $t0, $t0, 1
        blt     $t0, 3, outer
        li      $v0, 10
        syscall
