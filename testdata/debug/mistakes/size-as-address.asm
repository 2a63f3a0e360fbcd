# The size is an .eqv, and lw goes to it.
        .eqv    SIZE 40
        .data
array:  .space  SIZE
        .text
main:   la      $t0, SIZE
        lw      $t1, SIZE($zero)
        add     $a0, $t0, $t1
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
