# Squares a number.
        .text
main:   li      $v0, 5
        syscall
        mult    $v0, $v0                #~ 70000 times 70000 does not fit LO
        mflo    $a0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
