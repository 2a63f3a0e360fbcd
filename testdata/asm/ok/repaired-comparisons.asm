# Comparisons with the largest number, and `ble` with small ones, do what they say.
x:      bgt     $t0, 0x7fffffff, x
        ble     $t0, 0x7fffffff, x
        ble     $t0, 5, x
        bgt     $t0, 0x7ffffffe, x
#= text 3c017fff 3421ffff 0028082a 1420fffc
#= text 3c017fff 3421ffff 0028082a 1020fff8
#= text 20010005 0028082a 1020fff5
#= text 3c017fff 3421ffff 0101082a 1020fff1
