# MARS: a string that is not closed is accepted and loses its last character.
# dialect: mars
        .data
        .ascii  "abc
        .ascii  "d\\"e"
#= bytes 61 62 64 5c 22 65
