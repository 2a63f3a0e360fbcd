# A load into its own base register keeps the base until it is done with it.
        ulw     $t0, ($t0)
        ulw     $t0, 8($t0)
        ld      $t0, ($t0)
        ulw     $t0, ($t1)
#= text 89010003 99010000 00014021
#= text 3c010000 00280821 8821000b 99010008 00014021
#= text 8d090004 8d080000
#= text 89280003 99280000
