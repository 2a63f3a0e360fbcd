# `.include` takes a name in quotes.
# dialect: both
        .include                        #~ E0415 [.include] `.include` takes a file name
        .include lib.asm                #~ E0415
