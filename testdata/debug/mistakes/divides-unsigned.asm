# -10 divided by 2.
        .text
main:   li      $t0, -10
        li      $t1, 2
        divu    $t0, $t1                #~ div is meant
        mflo    $a0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
