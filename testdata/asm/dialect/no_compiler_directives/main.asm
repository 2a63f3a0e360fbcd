        .section .rodata.str1.4,"aMS",@progbits,1
        .balign 4
text:   .string "ab"
        .section .note.GNU-stack,"",@progbits
        .word   99
        .bss
        .comm   buffer,8,4
        .text
        .align  2
        .type   main, @function
main:   la      $t0, buffer
        .size   main, .-main
