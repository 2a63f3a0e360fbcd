# With self-modifying code, a word that is no instruction is put into the program.
main:   li $t0, -1
        sw $t0, patch
patch:  nop
        li $v0, 10
        syscall
