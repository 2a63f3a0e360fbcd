# converts int to float, forgets cvt
.data
n: .word 7
.text
main:
  lw $t0, n
  mtc1 $t0, $f12                #~ cvt.s.w is missing
  li $v0, 2
  syscall
  li $v0, 10
  syscall
