# MARS rejects the largest float as it is printed.
# dialect: mars
        .data
        .float  3.4028235E38            #~ E0404 "3.4028235E38" is an out-of-range value
