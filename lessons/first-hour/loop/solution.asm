# Reads a number and counts up to it.
        .text
main:   li   $v0, 5
        syscall
        move $s0, $v0          # count up to this
        li   $t0, 1            # the number to print next

again:  bgt  $t0, $s0, done
        move $a0, $t0
        li   $v0, 1
        syscall
        li   $a0, '\n'
        li   $v0, 11           # service 11: print char
        syscall
        addi $t0, $t0, 1
        j    again

done:   li   $v0, 10
        syscall
