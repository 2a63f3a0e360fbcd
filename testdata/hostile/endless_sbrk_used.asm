# It asks for memory for ever, and uses it.
# args: --max-steps 100000000
# exit: 3
# says: --max-memory

main:   li $a0, 4096
        li $v0, 9
        syscall
        sw $a0, 0($v0)
        j main
