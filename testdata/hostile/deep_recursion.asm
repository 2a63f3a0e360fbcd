# It calls itself until the stack ends.
# args: --max-steps 2000000000
# exit: 2
# says: R0102

main:   lui $t0, 16
deeper: subu $sp, $sp, $t0          # a megabyte per call
        sw $ra, 0($sp)
        jal deeper
