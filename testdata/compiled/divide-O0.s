	.file	1 "divide.c"
	.section .mdebug.abi32
	.previous
	.nan	legacy
	.module	fp=xx
	.module	nooddspreg
	.module	arch=mips32
	.text
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	print_int
	.type	print_int, @function
print_int:
	.frame	$fp,8,$31		# vars= 0, regs= 1/0, args= 0, gp= 0
	.mask	0x40000000,-4
	.fmask	0x00000000,0
	addiu	$sp,$sp,-8
	sw	$fp,4($sp)
	move	$fp,$sp
	sw	$4,8($fp)
	li	$2,1			# 0x1
	lw	$4,8($fp)
#APP
 # 7 "divide.c" 1
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
	.end	print_int
	.size	print_int, .-print_int
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	print_character
	.type	print_character, @function
print_character:
	.frame	$fp,8,$31		# vars= 0, regs= 1/0, args= 0, gp= 0
	.mask	0x40000000,-4
	.fmask	0x00000000,0
	addiu	$sp,$sp,-8
	sw	$fp,4($sp)
	move	$fp,$sp
	sw	$4,8($fp)
	li	$2,11			# 0xb
	lw	$4,8($fp)
#APP
 # 14 "divide.c" 1
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
	.end	print_character
	.size	print_character, .-print_character
	.align	2
	.globl	is_prime
	.set	nomips16
	.set	nomicromips
	.ent	is_prime
	.type	is_prime, @function
is_prime:
	.frame	$fp,16,$31		# vars= 8, regs= 1/0, args= 0, gp= 0
	.mask	0x40000000,-4
	.fmask	0x00000000,0
	addiu	$sp,$sp,-16
	sw	$fp,12($sp)
	move	$fp,$sp
	sw	$4,16($fp)
	lw	$2,16($fp)
	slt	$2,$2,2
	beq	$2,$0,$L4
	move	$2,$0
	b	$L5
$L4:
	li	$2,2			# 0x2
	sw	$2,0($fp)
	b	$L6
$L8:
	lw	$3,16($fp)
	lw	$2,0($fp)
	div	$0,$3,$2
	teq	$2,$0,7
	mfhi	$2
	bne	$2,$0,$L7
	move	$2,$0
	b	$L5
$L7:
	lw	$2,0($fp)
	addiu	$2,$2,1
	sw	$2,0($fp)
$L6:
	lw	$2,0($fp)
	mul	$2,$2,$2
	lw	$3,16($fp)
	slt	$2,$3,$2
	beq	$2,$0,$L8
	li	$2,1			# 0x1
$L5:
	move	$sp,$fp
	lw	$fp,12($sp)
	addiu	$sp,$sp,16
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
	.frame	$fp,32,$31		# vars= 8, regs= 2/0, args= 16, gp= 0
	.mask	0xc0000000,-4
	.fmask	0x00000000,0
	addiu	$sp,$sp,-32
	sw	$31,28($sp)
	sw	$fp,24($sp)
	move	$fp,$sp
	sw	$0,16($fp)
	b	$L10
$L12:
	lw	$4,16($fp)
	jal	is_prime
	beq	$2,$0,$L11
	lw	$4,16($fp)
	jal	print_int
	li	$4,32			# 0x20
	jal	print_character
$L11:
	lw	$2,16($fp)
	addiu	$2,$2,1
	sw	$2,16($fp)
$L10:
	lw	$2,16($fp)
	slt	$2,$2,30
	bne	$2,$0,$L12
	li	$4,10			# 0xa
	jal	print_character
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
