# Looks for the place of 5 and stores there; not found is -1.
        .data
count:  .word   3
arr:    .word   1, 2, 3
        .text
main:   li      $t0, -1
        sll     $t1, $t0, 2
        li      $t2, 9
        sw      $t2, arr($t1)           #~ index -1 is the word before `arr`
        lw      $a0, count
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
