# With `we`, warnings stop the assembly.
# dialect: both
# options: we
        .foo                            #~ W0901
        nop
