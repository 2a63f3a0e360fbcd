        .eqv    SIZE    16
        .macro  show (%what, %times)
inner:  move    $a0, %
#                     | complete
        b       in
#                 | complete
        .end_macro
        .data
buffer: .space  SI
#                 | complete
bytes:  .word   b
#                | complete
        .wo
#          | complete
        .text
        .globl  m
#                | complete
main:   sy
#         | complete
        add     $t
#                 | complete
        add     $t0, $t1, $s
#                           | complete
        lw      $t0, b
#                     | complete
        lw      $t0, 4(
#                      | complete
        li      $v0, 
#                    | complete
        li      $v0, 3
#                     | complete
        li      $t0, S
#                     | complete
        b       ma
#                 | complete
        mfc0    $t0, 
#                    | complete
        add.d   $f1
#                  | complete
        show    ($a
#                  | complete
        sh
#         | complete
lo
# | complete
        .include "par"
#                   | complete
        add     $t0, "b"  # b
#                     | complete
#                           | complete
