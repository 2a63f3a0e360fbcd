        nop
# MARS: a byte order mark is a lexical error.
# dialect: mars
#~^^^ E0101 #~^^^ E0101
