# A name can stand for a number, a register, an operand, several operands, an instruction.
# dialect: both
        .eqv    LIMIT   20
        .eqv    COUNT   $t2
        .eqv    TOP     4($sp)
        .eqv    PAIR    $t0, $t1
        .eqv    CLEAR   add $t0, $zero, $zero   # the comment does not belong to it
        .eqv    HELLO   "hi"
        addi    COUNT, COUNT, LIMIT
        lw      COUNT, TOP
        add     COUNT, PAIR
        CLEAR
        .data
        .ascii  HELLO
        .word   LIMIT
#= text 214a0014 8faa0004 01095020 00004020
#= bytes 68 69 00 00 14 00 00 00
