# `$ra` has no register after it.
# dialect: both
        sd      $ra, ($sp)              #~ E0206 register after
