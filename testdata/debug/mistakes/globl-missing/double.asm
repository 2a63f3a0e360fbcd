        .text
double: add     $v0, $a0, $a0
        jr      $ra
