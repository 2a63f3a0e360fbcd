# Asks for every number by itself, and draws the solution with lines between the boxes.

        .eqv    SIZE    4
        .eqv    BOX     2
        .eqv    CELLS   16

        .data
ask:    .asciiz "next number (0 = empty): "
bar:    .asciiz "| "
rule:   .asciiz "----+-----\n"
sorry:  .asciiz "There is no solution.\n"

        .text
main:   li      $s0, 0
get:    la      $a0, ask
        li      $v0, 4
        syscall
        li      $v0, 5
        syscall
        sb      $v0, cells($s0)
        addi    $s0, $s0, 1
        bne     $s0, CELLS, get
        jal     fill
        beqz    $v0, none
        li      $s0, 0
show:   rem     $t0, $s0, SIZE
        bne     $t0, BOX, no_bar
        la      $a0, bar
        li      $v0, 4
        syscall
no_bar: bne     $s0, 8, number
        la      $a0, rule
        li      $v0, 4
        syscall
number: lb      $a0, cells($s0)
        li      $v0, 1
        syscall
        li      $a0, ' '
        rem     $t0, $s0, SIZE
        bne     $t0, 3, space
        li      $a0, '\n'
space:  li      $v0, 11
        syscall
        addi    $s0, $s0, 1
        bne     $s0, CELLS, show
        b       end
none:   la      $a0, sorry
        li      $v0, 4
        syscall
end:    li      $v0, 10
        syscall

        .include "parts/iterative.asm"
