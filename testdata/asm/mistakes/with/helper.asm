helper: jr $ra
