        .macro  show (%what, %times)
        .end_macro
        .macro  show (%what)
        .end_macro
        .text
main:   addi    
#       | signature
#               | signature
        addi    $t0, $t1
#                  | signature
#                       | signature
        lw      $t0, 4($sp)
#                    | signature
#                      | signature
#                          | signature
        lw      $t0, here+4($sp)
#                          | signature
        show    ($t0, 
#                | signature
#                     | signature
here:   .word   1
#               | signature
        frob    $t0, $t1
#               | signature
