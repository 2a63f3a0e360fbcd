main:   addi $t0, $zero, -5
# <- label
#       ^ function.builtin
#            ^ variable.builtin
#                        ^ number
        beq  $t0, $t1, main
#       ^ keyword
#                      ^ variable
        move $t0, $t1
#       ^ function.macro
        .macro print (%x)
#       ^ keyword.directive
#              ^ function
#                     ^ variable.parameter
        .end_macro
        .eqv SIZE 4
#            ^ constant
        print (SIZE)
#       ^ function.call
        .ascii "text"
#              ^ string
