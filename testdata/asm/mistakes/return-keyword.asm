main:   ret
        return
