first:  second: nop
