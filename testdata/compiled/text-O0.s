	.file	1 "text.c"
	.section .mdebug.abi32
	.previous
	.nan	legacy
	.module	fp=xx
	.module	nooddspreg
	.module	arch=mips32
	.text
	.data
	.align	2
	.type	text, @object
	.size	text, 19
text:
	.ascii	"never odd or even\012\000"
	.local	turned
	.comm	turned,32,4
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
 # 9 "text.c" 1
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
	.ent	length
	.type	length, @function
length:
	.frame	$fp,16,$31		# vars= 8, regs= 1/0, args= 0, gp= 0
	.mask	0x40000000,-4
	.fmask	0x00000000,0
	addiu	$sp,$sp,-16
	sw	$fp,12($sp)
	move	$fp,$sp
	sw	$4,16($fp)
	sw	$0,0($fp)
	b	$L3
$L4:
	lw	$2,0($fp)
	addiu	$2,$2,1
	sw	$2,0($fp)
$L3:
	lw	$2,0($fp)
	lw	$3,16($fp)
	addu	$2,$3,$2
	lb	$2,0($2)
	bne	$2,$0,$L4
	lw	$2,0($fp)
	move	$sp,$fp
	lw	$fp,12($sp)
	addiu	$sp,$sp,16
	jr	$31
	.end	length
	.size	length, .-length
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	turn
	.type	turn, @function
turn:
	.frame	$fp,32,$31		# vars= 8, regs= 2/0, args= 16, gp= 0
	.mask	0xc0000000,-4
	.fmask	0x00000000,0
	addiu	$sp,$sp,-32
	sw	$31,28($sp)
	sw	$fp,24($sp)
	move	$fp,$sp
	sw	$4,32($fp)
	sw	$5,36($fp)
	lw	$4,36($fp)
	jal	length
	addiu	$2,$2,-1
	sw	$2,20($fp)
	sw	$0,16($fp)
	b	$L7
$L8:
	lw	$2,20($fp)
	addiu	$3,$2,-1
	lw	$2,16($fp)
	subu	$2,$3,$2
	move	$3,$2
	lw	$2,36($fp)
	addu	$3,$2,$3
	lw	$2,16($fp)
	lw	$4,32($fp)
	addu	$2,$4,$2
	lb	$3,0($3)
	sb	$3,0($2)
	lw	$2,16($fp)
	addiu	$2,$2,1
	sw	$2,16($fp)
$L7:
	lw	$3,16($fp)
	lw	$2,20($fp)
	slt	$2,$3,$2
	bne	$2,$0,$L8
	lw	$2,20($fp)
	lw	$3,32($fp)
	addu	$2,$3,$2
	li	$3,10			# 0xa
	sb	$3,0($2)
	lw	$2,20($fp)
	addiu	$2,$2,1
	lw	$3,32($fp)
	addu	$2,$3,$2
	sb	$0,0($2)
	.set	noreorder
	nop
	.set	reorder
	move	$sp,$fp
	lw	$31,28($sp)
	lw	$fp,24($sp)
	addiu	$sp,$sp,32
	jr	$31
	.end	turn
	.size	turn, .-turn
	.align	2
	.globl	main
	.set	nomips16
	.set	nomicromips
	.ent	main
	.type	main, @function
main:
	.frame	$fp,24,$31		# vars= 0, regs= 2/0, args= 16, gp= 0
	.mask	0xc0000000,-4
	.fmask	0x00000000,0
	addiu	$sp,$sp,-24
	sw	$31,20($sp)
	sw	$fp,16($sp)
	move	$fp,$sp
	la	$5,text
	la	$4,turned
	jal	turn
	la	$2,turned
	move	$5,$2
	li	$4,4			# 0x4
	jal	call
	la	$4,text
	jal	length
	move	$5,$2
	li	$4,1			# 0x1
	jal	call
	li	$5,10			# 0xa
	li	$4,11			# 0xb
	jal	call
	move	$2,$0
	move	$sp,$fp
	lw	$31,20($sp)
	lw	$fp,16($sp)
	addiu	$sp,$sp,24
	jr	$31
	.end	main
	.size	main, .-main
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
