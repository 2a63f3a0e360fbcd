# No name here can be opened for reading: empty, a folder, its parent, one that ends early,
# the devices of one system or of another, one that never ends, one that is not there, modes
# that are none.
# exit: 0

        .data
names:  .asciiz ""
        .asciiz "."
        .asciiz ".."
        .asciiz "../../../../../../../.."
        .asciiz "a\0b"
        .asciiz "NUL"
        .asciiz "con"
        .asciiz "Com1"
        .asciiz "nul.txt"
        .asciiz "C:nul"
        .asciiz "\n"
last:   .asciiz "STDOUT"
long:   .space 300000
        .text
main:   la $s0, names
        la $s1, long
each:   move $a0, $s0
        li $a1, 0
        li $v0, 13
        syscall
        bgez $v0, wrong
skip:   lb $t0, 0($s0)
        addiu $s0, $s0, 1
        bnez $t0, skip
        blt $s0, $s1, each
        la $t0, long                    # a name of 299,999 bytes
        addiu $t1, $t0, 299999
        li $t2, 'x'
fill:   sb $t2, 0($t0)
        addiu $t0, $t0, 1
        bne $t0, $t1, fill
        la $a0, long
        li $a1, 1
        li $v0, 13
        syscall
        bgez $v0, wrong
        la $a0, last
        li $a1, -1                      # no mode
        li $v0, 13
        syscall
        bgez $v0, wrong
        li $v0, 10
        syscall
wrong:  li $a0, 9
        li $v0, 17
        syscall
