# It opens files for ever, by the clock.
# args: --clock real --time-limit 0.2 --max-steps 1000000000000
# exit: 3
# says: --time-limit

        .data
name:   .asciiz "missing"
        .text
main:   la $a0, name
        li $v0, 13
        syscall
        j main
