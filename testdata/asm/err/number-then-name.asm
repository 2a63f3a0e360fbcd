# A label cannot start with a digit.
1st:    nop                             #~ E0103 [1st]
        j       1st                     #~ E0103 [1st]
