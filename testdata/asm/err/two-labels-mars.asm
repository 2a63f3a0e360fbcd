# MARS: one label per line.
# dialect: mars
one: two: nop                           #~ E0201 [two] "two" is not a recognized operator
