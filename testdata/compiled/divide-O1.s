	.file	1 "divide.c"
	.section .mdebug.abi32
	.previous
	.nan	legacy
	.module	fp=xx
	.module	nooddspreg
	.module	arch=mips32
	.text
	.align	2
	.globl	is_prime
	.set	nomips16
	.set	nomicromips
	.ent	is_prime
	.type	is_prime, @function
is_prime:
	.frame	$sp,0,$31		# vars= 0, regs= 0/0, args= 0, gp= 0
	.mask	0x00000000,0
	.fmask	0x00000000,0
	slt	$2,$4,2
	bne	$2,$0,$L5
	slt	$2,$4,4
	bne	$2,$0,$L6
	andi	$2,$4,0x1
	beq	$2,$0,$L1
	li	$3,2			# 0x2
$L3:
	addiu	$3,$3,1
	mul	$5,$3,$3
	slt	$5,$4,$5
	bne	$5,$0,$L8
	div	$0,$4,$3
	teq	$3,$0,7
	mfhi	$5
	bne	$5,$0,$L3
	move	$2,$5
$L1:
	jr	$31
$L8:
	jr	$31
$L5:
	move	$2,$0
	jr	$31
$L6:
	li	$2,1			# 0x1
	jr	$31
	.end	is_prime
	.size	is_prime, .-is_prime
	.align	2
	.globl	main
	.set	nomips16
	.set	nomicromips
	.ent	main
	.type	main, @function
main:
	.frame	$sp,32,$31		# vars= 0, regs= 3/0, args= 16, gp= 0
	.mask	0x80030000,-4
	.fmask	0x00000000,0
	addiu	$sp,$sp,-32
	sw	$31,28($sp)
	sw	$17,24($sp)
	sw	$16,20($sp)
	move	$16,$0
	li	$17,30			# 0x1e
	b	$L11
$L10:
	addiu	$16,$16,1
	beq	$16,$17,$L14
$L11:
	move	$4,$16
	jal	is_prime
	beq	$2,$0,$L10
	li	$2,1			# 0x1
	move	$4,$16
#APP
 # 7 "divide.c" 1
	syscall
 # 0 "" 2
#NO_APP
	li	$2,11			# 0xb
	li	$4,32			# 0x20
#APP
 # 14 "divide.c" 1
	syscall
 # 0 "" 2
#NO_APP
	b	$L10
$L14:
	li	$2,11			# 0xb
	li	$4,10			# 0xa
#APP
 # 14 "divide.c" 1
	syscall
 # 0 "" 2
#NO_APP
	move	$2,$0
	lw	$31,28($sp)
	lw	$17,24($sp)
	lw	$16,20($sp)
	addiu	$sp,$sp,32
	jr	$31
	.end	main
	.size	main, .-main
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
