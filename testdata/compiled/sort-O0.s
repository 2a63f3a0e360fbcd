	.file	1 "sort.c"
	.section .mdebug.abi32
	.previous
	.nan	legacy
	.module	fp=xx
	.module	nooddspreg
	.module	arch=mips32
	.text
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
	.text
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	call
	.type	call, @function
call:
	.frame	$fp,8,$31		# vars= 0, regs= 1/0, args= 0, gp= 0
	.mask	0x40000000,-4
	.fmask	0x00000000,0
	addiu	$sp,$sp,-8
	sw	$fp,4($sp)
	move	$fp,$sp
	sw	$4,8($fp)
	sw	$5,12($fp)
	lw	$2,8($fp)
	lw	$4,12($fp)
#APP
 # 9 "sort.c" 1
	syscall
 # 0 "" 2
#NO_APP
	.set	noreorder
	nop
	.set	reorder
	move	$sp,$fp
	lw	$fp,4($sp)
	addiu	$sp,$sp,8
	jr	$31
	.end	call
	.size	call, .-call
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	sort
	.type	sort, @function
sort:
	.frame	$fp,24,$31		# vars= 16, regs= 1/0, args= 0, gp= 0
	.mask	0x40000000,-4
	.fmask	0x00000000,0
	addiu	$sp,$sp,-24
	sw	$fp,20($sp)
	move	$fp,$sp
	sw	$4,24($fp)
	sw	$5,28($fp)
	li	$2,1			# 0x1
	sw	$2,0($fp)
	b	$L3
$L7:
	lw	$2,0($fp)
	sll	$2,$2,2
	lw	$3,24($fp)
	addu	$2,$3,$2
	lw	$2,0($2)
	sw	$2,8($fp)
	lw	$2,0($fp)
	sw	$2,4($fp)
	b	$L4
$L6:
	lw	$3,4($fp)
	li	$2,1073676288			# 0x3fff0000
	ori	$2,$2,0xffff
	addu	$2,$3,$2
	sll	$2,$2,2
	lw	$3,24($fp)
	addu	$3,$3,$2
	lw	$2,4($fp)
	sll	$2,$2,2
	lw	$4,24($fp)
	addu	$2,$4,$2
	lw	$3,0($3)
	sw	$3,0($2)
	lw	$2,4($fp)
	addiu	$2,$2,-1
	sw	$2,4($fp)
$L4:
	lw	$2,4($fp)
	blez	$2,$L5
	lw	$3,4($fp)
	li	$2,1073676288			# 0x3fff0000
	ori	$2,$2,0xffff
	addu	$2,$3,$2
	sll	$2,$2,2
	lw	$3,24($fp)
	addu	$2,$3,$2
	lw	$2,0($2)
	lw	$3,8($fp)
	slt	$2,$3,$2
	bne	$2,$0,$L6
$L5:
	lw	$2,4($fp)
	sll	$2,$2,2
	lw	$3,24($fp)
	addu	$2,$3,$2
	lw	$3,8($fp)
	sw	$3,0($2)
	lw	$2,0($fp)
	addiu	$2,$2,1
	sw	$2,0($fp)
$L3:
	lw	$3,0($fp)
	lw	$2,28($fp)
	slt	$2,$3,$2
	bne	$2,$0,$L7
	.set	noreorder
	nop
	.set	reorder
	.set	noreorder
	nop
	.set	reorder
	move	$sp,$fp
	lw	$fp,20($sp)
	addiu	$sp,$sp,24
	jr	$31
	.end	sort
	.size	sort, .-sort
	.align	2
	.globl	main
	.set	nomips16
	.set	nomicromips
	.ent	main
	.type	main, @function
main:
	.frame	$fp,32,$31		# vars= 8, regs= 2/0, args= 16, gp= 0
	.mask	0xc0000000,-4
	.fmask	0x00000000,0
	addiu	$sp,$sp,-32
	sw	$31,28($sp)
	sw	$fp,24($sp)
	move	$fp,$sp
	li	$5,8			# 0x8
	la	$4,numbers
	jal	sort
	sw	$0,16($fp)
	b	$L9
$L12:
	lw	$2,16($fp)
	sll	$3,$2,2
	la	$2,numbers
	addu	$2,$3,$2
	lw	$2,0($2)
	move	$5,$2
	li	$4,1			# 0x1
	jal	call
	lw	$2,16($fp)
	slt	$2,$2,7
	beq	$2,$0,$L10
	li	$2,32			# 0x20
	b	$L11
$L10:
	li	$2,10			# 0xa
$L11:
	move	$5,$2
	li	$4,11			# 0xb
	jal	call
	lw	$2,16($fp)
	addiu	$2,$2,1
	sw	$2,16($fp)
$L9:
	lw	$2,16($fp)
	slt	$2,$2,8
	bne	$2,$0,$L12
	move	$2,$0
	move	$sp,$fp
	lw	$31,28($sp)
	lw	$fp,24($sp)
	addiu	$sp,$sp,32
	jr	$31
	.end	main
	.size	main, .-main
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
