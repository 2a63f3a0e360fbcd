# project: sudoku
# args: --case 'already solved'
# says: FAILED
# Writes to one page of memory after the other.
main:   lui     $t0, 0x1004
again:  sw      $t0, 0($t0)
        addiu   $t0, $t0, 4096
        b       again
