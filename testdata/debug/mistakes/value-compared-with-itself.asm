# sorts but compares the same element
.data
a: .word 5,3,8,1
.text
main:
  la $s0, a
  li $s1, 3
outer:
  li $t0, 0
  move $t1, $s0
inner:
  lw $t2, 0($t1)
  lw $t3, 0($t1)                #~ the neighbour is 4 bytes further
  ble $t2, $t3, noswap
  sw $t3, 0($t1)
  sw $t2, 4($t1)
noswap:
  addi $t1, $t1, 4
  addi $t0, $t0, 1
  blt $t0, $s1, inner
  addi $s1, $s1, -1
  bgtz $s1, outer
  li $t0, 0
pr:
  sll $t1, $t0, 2
  lw $a0, a($t1)
  li $v0, 1
  syscall
  addi $t0, $t0, 1
  blt $t0, 4, pr
  li $v0, 10
  syscall
