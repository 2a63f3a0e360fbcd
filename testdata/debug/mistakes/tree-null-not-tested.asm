# The left child is followed without a look whether there is one.
        .data
root:   .word 5, left, right
left:   .word 3, 0, 0
right:  .word 8, 0, 0
        .text
main:   la      $t0, root
        li      $t1, 1                  # what is looked for
find:   lw      $t2, 0($t0)
        beq     $t2, $t1, found
        blt     $t1, $t2, smaller
        lw      $t0, 8($t0)
        b       find
smaller:
        lw      $t0, 4($t0)
        b       find
found:  li      $v0, 10
        syscall
