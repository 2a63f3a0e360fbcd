        .set noreorder
        .cpload $t9
        .section .text
main:   nop
