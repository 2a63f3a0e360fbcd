main:   lui $t0, 0x12345
