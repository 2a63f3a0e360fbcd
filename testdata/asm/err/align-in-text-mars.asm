# MARS aligns data only; in our dialect instructions are aligned by themselves.
# dialect: mars
        .text
        .align  1                       #~ E0401 [.align]
