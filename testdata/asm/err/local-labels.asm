# A label that is a number is looked for before its use or behind it, and named as it was asked for.
        b       7b                      #~ E0203 [7b] label `7b` is not defined
7:      b       7b
        b       7f                      #~ E0203 [7f] label `7f` is not defined
