# Counts by two past ten and compares with equality.
        .text
main:   li      $t0, 1
loop:   beq     $t0, 10, done
        addi    $t0, $t0, 2
        j       loop
done:   li      $v0, 10
        syscall
