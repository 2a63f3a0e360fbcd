# prints max of 1.5 and 2.5; condition never set
.data
x: .float 1.5
y: .float 2.5
.text
main: l.s $f1, x
  l.s $f2, y
  bc1t less                     #~ c.lt.s is missing before it
  mov.s $f12, $f1
  j p
less: mov.s $f12, $f2
p: li $v0, 2
  syscall
  li $v0, 10
  syscall
