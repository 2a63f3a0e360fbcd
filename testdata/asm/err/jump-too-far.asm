# A jump stays in its region of 256 MiB.
# dialect: both
        j       kernel                  #~ E0306 this jump cannot leave its 256 MiB region
        .ktext
kernel: jal     main                    #~ E0306
        .text
main:
