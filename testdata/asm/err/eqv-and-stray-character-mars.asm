# MARS scans a line again after each replacement and repeats its error: once, and twice more.
# dialect: mars
        .eqv    LONG_NAME       x
        add     LONG_NAME, ;            #~ E0101 [;] #~ E0101 [;] #~ E0101 [;]
