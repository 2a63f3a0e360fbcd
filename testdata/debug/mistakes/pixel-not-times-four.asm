# The offset of a pixel is not multiplied by four.
        .text
main:   lui     $s0, 0x1001
        li      $t0, 3
        li      $t1, 5
        sll     $t2, $t1, 6
        add     $t2, $t2, $t0
        add     $t2, $t2, $s0
        li      $t3, 0xff0000
        sw      $t3, 0($t2)
        li      $v0, 10
        syscall
