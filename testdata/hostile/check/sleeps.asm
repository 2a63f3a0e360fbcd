# project: sudoku
# args: --case 'already solved'
# says: no end
# Sleeps again and again, which takes no instructions to speak of.
main:   li      $a0, 1
        li      $v0, 32
        syscall
        b       main
