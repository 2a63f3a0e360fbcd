# It runs its data.
# exit: 2
# says: R0104

        .data
code:   .word 0x2402000a, 0x0000000c
        .text
main:   la $t0, code
        jr $t0
