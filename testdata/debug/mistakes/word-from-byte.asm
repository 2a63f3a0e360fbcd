# Prints 1 if the flag is set.
.data
flag: .byte 1
c: .byte 'x'
d: .byte 'y'
e: .byte 'z'
.text
main: lw $t0, flag              #~ lb is meant
  beq $t0, 1, yes
  li $a0, 0
  j p
yes: li $a0, 1
p: li $v0, 1
  syscall
  li $v0, 10
  syscall
