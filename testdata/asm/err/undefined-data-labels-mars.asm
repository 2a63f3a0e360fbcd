# MARS: those in data come first, all of them, and then no instruction is looked at.
# dialect: mars
        j       nowhere
        .data
        .word   absent, 1               #~ E0203 [absent]
        .half   other                   #~ E0203 [other]
