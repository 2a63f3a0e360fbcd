# The limit is compared as an address.
        .data
limit:  .word 5
        .text
main:   la      $t1, limit
        li      $t0, 0
again:  addiu   $t0, $t0, 1
        blt     $t0, $t1, again
        move    $a0, $t0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
