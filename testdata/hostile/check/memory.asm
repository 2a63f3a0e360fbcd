# project: sudoku
# args: --case 'already solved'
# says: uses more memory than it may
# Asks for one page of heap after the other, and writes to each.
main:   li      $a0, 4096
        li      $v0, 9
        syscall
        sw      $v0, 0($v0)
        b       main
