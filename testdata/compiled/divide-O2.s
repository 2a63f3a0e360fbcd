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
	bne	$2,$0,$L7
	slt	$2,$4,4
	bne	$2,$0,$L6
	andi	$2,$4,0x1
	beq	$2,$0,$L1
	li	$3,2			# 0x2
	b	$L3
$L4:
	div	$0,$4,$3
	teq	$3,$0,7
	mfhi	$5
	beq	$5,$0,$L7
$L3:
	addiu	$3,$3,1
	mul	$5,$3,$3
	slt	$5,$4,$5
	beq	$5,$0,$L4
	jr	$31
$L7:
	move	$2,$0
$L1:
	jr	$31
$L6:
	li	$2,1			# 0x1
	jr	$31
	.end	is_prime
	.size	is_prime, .-is_prime
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
	move	$5,$0
	li	$6,30			# 0x1e
$L21:
	slt	$2,$5,2
	bne	$2,$0,$L31
	slt	$2,$5,4
	bne	$2,$0,$L32
	andi	$2,$5,0x1
	beq	$2,$0,$L16
	li	$2,2			# 0x2
	b	$L17
$L18:
	div	$0,$5,$2
	teq	$2,$0,7
	mfhi	$3
	beq	$3,$0,$L16
$L17:
	addiu	$2,$2,1
	mul	$3,$2,$2
	slt	$3,$5,$3
	beq	$3,$0,$L18
	li	$2,1			# 0x1
	move	$4,$5
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
$L16:
	addiu	$5,$5,1
	bne	$5,$6,$L21
	li	$2,11			# 0xb
	li	$4,10			# 0xa
#APP
 # 14 "divide.c" 1
	syscall
 # 0 "" 2
#NO_APP
	move	$2,$0
	jr	$31
$L32:
	li	$2,1			# 0x1
	move	$4,$5
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
$L31:
	addiu	$5,$5,1
	b	$L21
	.end	main
	.size	main, .-main
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
