        data
x:      word 3
        text
main:   nop
