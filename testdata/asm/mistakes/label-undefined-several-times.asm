main:   jal print
        jal print
        j print
