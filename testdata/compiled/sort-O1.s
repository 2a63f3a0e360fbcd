	.file	1 "sort.c"
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
	la	$8,numbers+4
	li	$7,1			# 0x1
	la	$10,numbers
	li	$9,8			# 0x8
	b	$L5
$L3:
	sll	$3,$3,2
	addu	$3,$10,$3
	sw	$6,0($3)
	addiu	$7,$7,1
	addiu	$8,$8,4
	beq	$7,$9,$L12
$L5:
	lw	$6,0($8)
	move	$3,$7
	blez	$7,$L3
	move	$2,$8
$L2:
	lw	$4,-4($2)
	slt	$5,$6,$4
	beq	$5,$0,$L3
	sw	$4,0($2)
	addiu	$3,$3,-1
	addiu	$2,$2,-4
	bne	$3,$0,$L2
	b	$L3
$L12:
	la	$5,numbers
	move	$3,$0
	li	$8,10			# 0xa
	li	$7,32			# 0x20
	li	$6,8			# 0x8
$L7:
	li	$2,1			# 0x1
	lw	$4,0($5)
#APP
 # 9 "sort.c" 1
	syscall
 # 0 "" 2
#NO_APP
	slt	$4,$3,7
	li	$2,11			# 0xb
	move	$9,$7
	movz	$9,$8,$4
	move	$4,$9
#APP
 # 9 "sort.c" 1
	syscall
 # 0 "" 2
#NO_APP
	addiu	$3,$3,1
	addiu	$5,$5,4
	bne	$3,$6,$L7
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
