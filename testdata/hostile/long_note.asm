# It waits for a note of 24 days.
# args: --clock real --time-limit 0.2
# exit: 3
# says: --time-limit

main:   li $a0, 60
        li $a1, 0x7fffffff
        li $a2, 300
        li $a3, -1
        li $v0, 33
        syscall
