loop:   bgt     $t0, 0x7fffffff, loop
        ble     $t0, 0x7fffffff, loop
        ble     $t0, 5, loop
