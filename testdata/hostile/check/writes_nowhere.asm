# project: sudoku
# args: --case 'already solved'
# says: FAILED
# Has very long buffers looked through for a descriptor that does not exist.
main:   li      $a0, 31
        li      $a1, 0x10010000
        li      $a2, 0x2ffffff
        li      $v0, 15
        syscall
        b       main
