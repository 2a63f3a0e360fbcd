# MARS has no binary numbers.
# dialect: mars
        li      $t0, 0b101              #~ E0103 [0b101] #~ E0103 [0b101]
