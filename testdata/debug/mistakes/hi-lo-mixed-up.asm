# The remainder is wanted; mflo gives the quotient, and dividing by it ends at zero.
        .text
main:   li      $t0, 48
        li      $t1, 18
gcd:    beqz    $t1, done
        div     $t0, $t1
        mflo    $t2
        move    $t0, $t1
        move    $t1, $t2
        b       gcd
done:   li      $t3, 100
        div     $t3, $t1
        mflo    $a0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
