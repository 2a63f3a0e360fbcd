helper: jr      $ra
