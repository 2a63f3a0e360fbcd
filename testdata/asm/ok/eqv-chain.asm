# A later definition applies to earlier ones when they are used.
# dialect: both
        .eqv    ONE     TWO
        .eqv    TWO     THREE
        .eqv    THREE   7
        li      $t0, ONE
        li      $t0, TWO
#= text 24080007 24080007
