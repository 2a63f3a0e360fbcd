# MARS: a file can be included only once.
# dialect: mars
        .include "inc.inc"
        .include "inc.inc"              #~ E0604 ["inc.inc"] Recursive include of file inc.inc
