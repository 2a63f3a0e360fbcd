# Prints a line.
        .data
text:   .asciiz "Hello!\n"

        .text
main:   la   $a0, text         # the address of the text
        li   $v0, 4            # service 4: print string
        syscall

        li   $v0, 10           # service 10: exit
        syscall
