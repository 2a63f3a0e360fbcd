	.file	1 "sort.c"
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
	la	$9,numbers+4
	li	$10,1			# 0x1
	la	$7,numbers
	li	$11,8			# 0x8
$L5:
	lw	$6,0($9)
	la	$8,numbers
	move	$2,$9
	b	$L2
$L4:
	sw	$3,0($2)
	addiu	$2,$4,-4
	beq	$7,$2,$L9
$L2:
	lw	$3,-4($2)
	move	$4,$2
	slt	$5,$6,$3
	bne	$5,$0,$L4
	addiu	$10,$10,1
	sw	$6,0($4)
	addiu	$9,$9,4
	bne	$10,$11,$L5
$L14:
	la	$3,numbers+28
	la	$5,numbers+32
$L8:
	lw	$4,0($8)
	li	$2,1			# 0x1
#APP
 # 9 "sort.c" 1
	syscall
 # 0 "" 2
#NO_APP
	li	$2,11			# 0xb
	li	$4,32			# 0x20
	beq	$3,$8,$L13
#APP
 # 9 "sort.c" 1
	syscall
 # 0 "" 2
#NO_APP
	addiu	$8,$8,4
	bne	$5,$8,$L8
	move	$2,$0
	jr	$31
$L9:
	move	$4,$7
	addiu	$10,$10,1
	sw	$6,0($4)
	addiu	$9,$9,4
	bne	$10,$11,$L5
	b	$L14
$L13:
	li	$4,10			# 0xa
#APP
 # 9 "sort.c" 1
	syscall
 # 0 "" 2
#NO_APP
	move	$2,$0
	jr	$31
	.end	main
	.size	main, .-main
	.data
	.align	2
	.type	numbers, @object
	.size	numbers, 32
numbers:
	.word	42
	.word	-7
	.word	1999
	.word	0
	.word	5
	.word	-128
	.word	77
	.word	3
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
