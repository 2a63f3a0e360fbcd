# MARS: the form it cannot expand.
# dialect: mars
        swr     $t0, 40000              #~ E0703 INTERNAL ERROR
