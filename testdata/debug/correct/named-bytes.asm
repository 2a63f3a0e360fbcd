# A text whose characters have names, so that they can be changed one by one, is a text all the same.
        .data
tens:   .byte '0'
ones:   .byte '0'
newline: .byte '\n'
end:    .byte 0
other:  .asciiz "not printed"

        .text
main:   li $t0, '4'
        sb $t0, tens
        li $t0, '2'
        sb $t0, ones
        la $a0, tens
        li $v0, 4
        syscall
        li $v0, 10
        syscall
