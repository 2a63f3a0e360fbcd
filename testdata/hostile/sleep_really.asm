# It sleeps for 24 days.
# args: --clock real --time-limit 0.2
# exit: 3
# says: --time-limit

main:   li $a0, 0x7fffffff
        li $v0, 32
        syscall
