# sllv by the row width instead of mul.
        .data
grid:   .space  64
        .text
main:   li      $t0, 3
        li      $t1, 4
        sllv    $t2, $t0, $t1
        sll     $t2, $t2, 2
        li      $t3, 9
        sw      $t3, grid($t2)
        li      $v0, 10
        syscall
