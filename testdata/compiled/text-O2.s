	.file	1 "text.c"
	.section .mdebug.abi32
	.previous
	.nan	legacy
	.module	fp=xx
	.module	nooddspreg
	.module	arch=mips32
	.text
	.section	.text.startup,"ax",@progbits
	.align	2
	.globl	main
	.set	nomips16
	.set	nomicromips
	.ent	main
	.type	main, @function
main:
	.frame	$sp,0,$31		# vars= 0, regs= 0/0, args= 0, gp= 0
	.mask	0x00000000,0
	.fmask	0x00000000,0
	la	$6,text
	lb	$2,0($6)
	beq	$2,$0,$L8
	la	$2,text+1
	move	$3,$0
$L3:
	lb	$4,0($2)
	move	$7,$3
	addiu	$2,$2,1
	addiu	$3,$3,1
	bne	$4,$0,$L3
	la	$8,turned
	beq	$7,$0,$L2
	addu	$2,$6,$7
	move	$4,$8
	la	$6,text
$L5:
	lbu	$5,-1($2)
	addiu	$2,$2,-1
	sb	$5,0($4)
	addiu	$4,$4,1
	bne	$2,$6,$L5
$L2:
	addu	$7,$8,$7
	li	$2,10			# 0xa
	addu	$8,$8,$3
	sb	$2,0($7)
	la	$4,turned
	li	$2,4			# 0x4
	sb	$0,0($8)
#APP
 # 9 "text.c" 1
	syscall
 # 0 "" 2
#NO_APP
	lb	$2,0($6)
	beq	$2,$0,$L9
	la	$2,text
$L7:
	lb	$3,1($2)
	move	$4,$2
	addiu	$2,$2,1
	bne	$3,$0,$L7
	subu	$4,$4,$6
	addiu	$4,$4,1
$L6:
	li	$2,1			# 0x1
#APP
 # 9 "text.c" 1
	syscall
 # 0 "" 2
#NO_APP
	li	$2,11			# 0xb
	li	$4,10			# 0xa
#APP
 # 9 "text.c" 1
	syscall
 # 0 "" 2
#NO_APP
	move	$2,$0
	jr	$31
$L8:
	move	$3,$0
	li	$7,-1			# 0xffffffffffffffff
	la	$8,turned
	b	$L2
$L9:
	move	$4,$0
	b	$L6
	.end	main
	.size	main, .-main
	.local	turned
	.comm	turned,32,4
	.data
	.align	2
	.type	text, @object
	.size	text, 19
text:
	.ascii	"never odd or even\012\000"
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
