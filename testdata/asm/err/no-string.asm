# What `.asciiz` does not take.
# dialect: both
        .data
        .asciiz 5                       #~ E0405 [5] `5` is not a string
        .ascii  "a", 'b', "c"           #~ E0405 ['b']
        .asciiz hello                   #~ E0405 [hello]
