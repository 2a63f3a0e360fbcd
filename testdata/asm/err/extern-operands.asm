# `.extern` takes a label and a size.
# dialect: both
        .extern                         #~ E0411 [.extern] `.extern` takes a label and a size
        .extern a                       #~ E0411
        .extern a, 4, 5                 #~ E0411
        .extern a -4                    #~ E0411
        .extern a, b                    #~ E0412 [.extern]
