        .include "shared.inc"
#                   ^ definition
#                   ^ hover
        .text
        .globl  main, twice
main:   li      $t0, LIMIT
#                      ^ definition
#                      ^ references
#                      ^ rename MOST
        jal     helper
#               ^ hover
#               ^ definition
#               ^ references
#               ^ rename twice
#               ^ rename assist
#               ^ rename LIMIT
twice:  nop
local:  b       local
#               ^ references
#               ^ rename other_local
        .include "missing.inc"
#                   ^ definition
#                   ^ hover
#-- second.asm
        .include "shared.inc"
        .globl  helper
helper: li      $t1, LIMIT
#                      ^ definition
#                      ^ hover
        bump    ($t1)
#        ^ definition
local:  b       local
#               ^ references
        jr      $ra
#-- shared.inc included
        .eqv    LIMIT   10      # how far to go
        .macro  bump (%r)
        addi    %r, %r, 1
        .end_macro
