# A string is walked with lw instead of lb.
        .data
text:   .asciiz "hello"
        .text
main:   la      $t0, text
        li      $t1, 0
count:  lw      $t2, 0($t0)
        beqz    $t2, done
        addiu   $t1, $t1, 1
        addiu   $t0, $t0, 1
        b       count
done:   move    $a0, $t1
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
