# `$ra` has no register after it.
# dialect: both
        sd      $ra, ($sp)              #~ E0206 there is no register `$32` to pair with
