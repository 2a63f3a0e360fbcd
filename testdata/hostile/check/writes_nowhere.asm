# project: sudoku
# args: --case 'already solved'
# says: does not seem to end
# Has a long buffer looked through for a descriptor that does not exist.
main:   li      $a0, 31
        li      $a1, 0x10010000
        li      $a2, 0x3e0000
        li      $v0, 15
        syscall
        b       main
