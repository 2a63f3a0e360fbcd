# "42" to 42
.data
s: .asciiz "42"
.text
main: la $t0, s
  li $t1, 0
l: lb $t2, 0($t0)
  beqz $t2, d
  mul $t1, $t1, 10
  add $t1, $t1, $t2             #~ 48 is not subtracted
  addi $t0, $t0, 1
  j l
d: move $a0, $t1
  li $v0, 1
  syscall
  li $v0, 10
  syscall
