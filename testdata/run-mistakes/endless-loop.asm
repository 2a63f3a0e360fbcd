# The counter is never changed.
main:   li $t0, 10
next:   beqz $t0, done
        j next
done:   li $v0, 10
        syscall
