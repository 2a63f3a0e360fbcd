# Room for five words is asked for as five bytes.
        .text
main:   li      $a0, 5
        li      $v0, 9
        syscall
        move    $s0, $v0
        li      $t0, 0
fill:   sll     $t1, $t0, 2
        addu    $t1, $t1, $s0
        sw      $t0, 0($t1)
        addiu   $t0, $t0, 1
        bne     $t0, 5, fill
        lw      $a0, 16($s0)
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
