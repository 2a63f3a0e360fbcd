# A node has a value and a next: eight bytes, not four.
        .text
main:   li      $s1, 0
        li      $s2, 3
build:  li      $a0, 4
        li      $v0, 9
        syscall
        sw      $s2, 0($v0)
        sw      $s1, 4($v0)
        move    $s1, $v0
        addi    $s2, $s2, -1
        bgtz    $s2, build
walk:   beqz    $s1, out
        lw      $a0, 0($s1)
        li      $v0, 1
        syscall
        lw      $s1, 4($s1)
        j       walk
out:    li      $v0, 10
        syscall
