1loop:  nop
        j 1loop
