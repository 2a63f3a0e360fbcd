# The average of an empty list.
        .data
count:  .word   0
total:  .word   0
        .text
main:   lw      $t0, total
        lw      $t1, count
        div     $t0, $t1
        mflo    $a0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
