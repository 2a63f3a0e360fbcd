# A double is read from a word that is no multiple of 8.
        .data
count:  .word 3
pi:     .word 0x54442d18, 0x400921fb
        .text
main:   la $t0, pi
        ldc1 $f12, 0($t0)
        li $v0, 3
        syscall
        li $v0, 10
        syscall
