        sd      $ra, ($sp)
