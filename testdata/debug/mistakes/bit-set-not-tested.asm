# is 6 even? uses ori instead of andi
.data
e: .asciiz "even"
o: .asciiz "odd"
.text
main:
  li $t0, 6
  ori $t1, $t0, 1               #~ andi is meant
  beqz $t1, even
  la $a0, o
  j p
even:
  la $a0, e
p:
  li $v0, 4
  syscall
  li $v0, 10
  syscall
