# A jump stays in its region of 256 MiB.
# dialect: both
        j       kernel                  #~ E0306 256 MiB
        .ktext
kernel: jal     main                    #~ E0306
        .text
main:
