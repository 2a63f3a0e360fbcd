# All of them at once.
        sd      $ra, ($sp)              #~ E0206
        ld      $31, 4($sp)             #~ E0206
        mfc1.d  $ra, $f2                #~ E0206
