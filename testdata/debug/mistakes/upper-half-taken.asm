# 6*7 = 42, prints 0
.text
main: li $t0, 6
  li $t1, 7
  mult $t0, $t1
  mfhi $a0                      #~ mflo is meant
  li $v0, 1
  syscall
  li $v0, 10
  syscall
