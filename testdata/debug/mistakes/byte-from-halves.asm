# The sum of half words, of which only the low bytes are loaded.
        .data
arr:    .half   300, 500, 700
        .text
main:   la      $t0, arr
        li      $t1, 3
        li      $t2, 0
l:      lbu     $t3, 0($t0)              #~ lh is meant
        add     $t2, $t2, $t3
        addi    $t0, $t0, 2
        addi    $t1, $t1, -1
        bgtz    $t1, l
        move    $a0, $t2
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
