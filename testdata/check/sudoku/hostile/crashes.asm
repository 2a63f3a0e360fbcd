# Loads from an address that is not its own.
main:   lw      $t0, 1($zero)
