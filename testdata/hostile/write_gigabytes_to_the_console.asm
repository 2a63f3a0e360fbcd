# It prints four megabytes at once, over and over.
# args: --max-steps 100000000
# exit: 3
# says: --max-output

main:   li $a0, 1
        li $a1, 0x10010000
        li $a2, 0x3f0000
        li $v0, 15
        syscall
        j main
