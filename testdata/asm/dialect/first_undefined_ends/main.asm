        j       one
        j       two
