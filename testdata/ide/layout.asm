# show: classes format
  # a remark
   .eqv SIZE 4 # bytes
.data
x:.word 1,2 ,3,
  4
long_label_here: .asciiz "a  b" # text
.text
main:	li   $t0,SIZE   # load
a: b: add $t0 $t0,$t0
  lw $t0,x + 4 ($sp)
	# indented
                                # a comment that goes on
    /* left   as it is */ nop
  add $t0,   5x
 .macro inc (%r)
addi %r,%r , 1
.end_macro
inc($t0)
inc ( $t0 )
NAME = 5
j   nowhere
