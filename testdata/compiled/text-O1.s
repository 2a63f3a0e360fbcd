	.file	1 "text.c"
	.section .mdebug.abi32
	.previous
	.nan	legacy
	.module	fp=xx
	.module	nooddspreg
	.module	arch=mips32
	.text
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
	lb	$2,text
	beq	$2,$0,$L7
	la	$3,text+1
	move	$2,$0
$L3:
	move	$5,$2
	addiu	$2,$2,1
	move	$7,$2
	addiu	$3,$3,1
	lb	$4,-1($3)
	bne	$4,$0,$L3
	blez	$5,$L2
	la	$6,text
	addu	$2,$6,$5
	la	$3,turned
$L4:
	lbu	$4,-1($2)
	sb	$4,0($3)
	addiu	$2,$2,-1
	addiu	$3,$3,1
	bne	$2,$6,$L4
$L2:
	la	$4,turned
	addu	$5,$4,$5
	li	$2,10			# 0xa
	sb	$2,0($5)
	addu	$7,$4,$7
	sb	$0,0($7)
	li	$2,4			# 0x4
#APP
 # 9 "text.c" 1
	syscall
 # 0 "" 2
#NO_APP
	lb	$2,text
	beq	$2,$0,$L8
	la	$5,text
	move	$2,$5
$L6:
	move	$4,$2
	addiu	$2,$2,1
	lb	$3,0($2)
	bne	$3,$0,$L6
	subu	$4,$4,$5
	addiu	$4,$4,1
$L5:
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
$L7:
	move	$7,$0
	li	$5,-1			# 0xffffffffffffffff
	b	$L2
$L8:
	move	$4,$0
	b	$L5
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
