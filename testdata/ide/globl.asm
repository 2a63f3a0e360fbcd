# A label of another file that is not for all: the change is made there.
main:   j       only_there
#                 ^ fix
        li      $t0, LIMT
#                     ^ fix
#-- second.asm
        nop
only_there:
        nop
