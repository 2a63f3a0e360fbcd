main:   j $ra
        jr main
