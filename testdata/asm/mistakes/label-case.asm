main:   j Loop
loop:   nop
