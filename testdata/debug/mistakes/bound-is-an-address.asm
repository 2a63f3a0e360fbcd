# bound is loaded as address
.data
n: .word 5
.text
main: la $t1, n                 #~ lw is meant
  li $t0, 0
  li $t2, 0
l: beq $t0, $t1, d
  add $t2, $t2, $t0
  addi $t0, $t0, 1
  j l
d: move $a0, $t2
  li $v0, 1
  syscall
  li $v0, 10
  syscall
