# Values computed from names, as other assemblers do it.
        .eqv    N 4
        .data
x:      .space  N*4
        .text
main:   addi    $t0, $t0, N*4
        li      $t1, N/2
