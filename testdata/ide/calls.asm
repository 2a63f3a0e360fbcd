# show: hints
        .data
nums:   .word   1, 2
        .text
        .globl  main
main:   lw      $t0, nums
        jal     twice
#               ^ calls
        li      $v0, 10
        syscall
#       ^ calls
twice:  jal     add2
        jal     add2
        jr      $ra
alone:  move    $t0, $t1
        b       main
        .macro  skip
        li      $t0, 100000
        .end_macro
        skip
#-- add.asm
        .globl  add2
add2:   add     $v0, $a0, $a1
# ^ calls
        jr      $ra
