	.file	1 "compare.c"
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
	.ent	print_float
	.type	print_float, @function
print_float:
	.frame	$fp,8,$31		# vars= 0, regs= 1/0, args= 0, gp= 0
	.mask	0x40000000,-4
	.fmask	0x00000000,0
	addiu	$sp,$sp,-8
	sw	$fp,4($sp)
	move	$fp,$sp
	swc1	$f12,8($fp)
	li	$2,2			# 0x2
	lwc1	$f12,8($fp)
#APP
 # 7 "compare.c" 1
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
	.end	print_float
	.size	print_float, .-print_float
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
 # 14 "compare.c" 1
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
	.globl	factors
	.data
	.align	2
	.type	factors, @object
	.size	factors, 16
factors:
	.word	1065353216
	.word	-1090519040
	.word	1048576000
	.word	1073741824
	.globl	scale
	.align	2
	.type	scale, @object
	.size	scale, 4
scale:
	.word	1069547520
	.text
	.align	2
	.globl	polynomial
	.set	nomips16
	.set	nomicromips
	.ent	polynomial
	.type	polynomial, @function
polynomial:
	.frame	$fp,16,$31		# vars= 8, regs= 1/0, args= 0, gp= 0
	.mask	0x40000000,-4
	.fmask	0x00000000,0
	addiu	$sp,$sp,-16
	sw	$fp,12($sp)
	move	$fp,$sp
	swc1	$f12,16($fp)
	sw	$0,0($fp)
	li	$2,3			# 0x3
	sw	$2,4($fp)
	b	$L4
$L5:
	lwc1	$f2,0($fp)
	lwc1	$f0,16($fp)
	mul.s	$f2,$f2,$f0
	lw	$2,4($fp)
	sll	$3,$2,2
	la	$2,factors
	addu	$2,$3,$2
	lwc1	$f0,0($2)
	add.s	$f0,$f2,$f0
	swc1	$f0,0($fp)
	lw	$2,4($fp)
	addiu	$2,$2,-1
	sw	$2,4($fp)
$L4:
	lw	$2,4($fp)
	bgez	$2,$L5
	lwc1	$f0,0($fp)
	move	$sp,$fp
	lw	$fp,12($sp)
	addiu	$sp,$sp,16
	jr	$31
	.end	polynomial
	.size	polynomial, .-polynomial
	.align	2
	.globl	show
	.set	nomips16
	.set	nomicromips
	.ent	show
	.type	show, @function
show:
	.frame	$fp,32,$31		# vars= 8, regs= 2/0, args= 16, gp= 0
	.mask	0xc0000000,-4
	.fmask	0x00000000,0
	addiu	$sp,$sp,-32
	sw	$31,28($sp)
	sw	$fp,24($sp)
	move	$fp,$sp
	sw	$4,32($fp)
	lw	$2,32($fp)
	mtc1	$2,$f0
	cvt.s.w	$f2,$f0
	lwc1	$f0,$LC0
	mul.s	$f0,$f2,$f0
	mov.s	$f12,$f0
	jal	polynomial
	mov.s	$f2,$f0
	lwc1	$f0,scale
	mul.s	$f0,$f2,$f0
	swc1	$f0,16($fp)
	lwc1	$f2,16($fp)
	lwc1	$f0,$LC1
	c.lt.s	$fcc0,$f2,$f0
	bc1f	$fcc0,$L8
	li	$4,60			# 0x3c
	jal	print_character
$L8:
	lwc1	$f12,16($fp)
	jal	print_float
	lwc1	$f2,16($fp)
	lwc1	$f0,$LC2
	c.le.s	$fcc1,$f0,$f2
	bc1f	$fcc1,$L15
	li	$2,43			# 0x2b
	b	$L12
$L15:
	li	$2,45			# 0x2d
$L12:
	move	$4,$2
	jal	print_character
	.set	noreorder
	nop
	.set	reorder
	move	$sp,$fp
	lw	$31,28($sp)
	lw	$fp,24($sp)
	addiu	$sp,$sp,32
	jr	$31
	.end	show
	.size	show, .-show
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
	b	$L17
$L18:
	lw	$4,16($fp)
	jal	show
	lw	$2,16($fp)
	addiu	$2,$2,1
	sw	$2,16($fp)
$L17:
	lw	$2,16($fp)
	slt	$2,$2,3
	bne	$2,$0,$L18
	li	$4,10			# 0xa
	jal	print_character
	lwc1	$f0,$LC3
	mov.s	$f12,$f0
	jal	polynomial
	lwc1	$f2,$LC4
	c.le.s	$fcc0,$f2,$f0
	bc1t	$fcc0,$L19
	trunc.w.s $f0,$f0
	mfc1	$2,$f0
	b	$L20
$L19:
	sub.s	$f0,$f0,$f2
	li	$3,-2147483648			# 0xffffffff80000000
	trunc.w.s $f0,$f0
	mfc1	$2,$f0
	or	$2,$2,$3
$L20:
	mtc1	$2,$f0
	cvt.d.w	$f0,$f0
	bgez	$2,$L21
	ldc1	$f2,$LC5
	add.d	$f0,$f0,$f2
$L21:
	cvt.s.d	$f0,$f0
	mov.s	$f12,$f0
	jal	print_float
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
	.rdata
	.align	2
$LC0:
	.word	1056964608
	.align	2
$LC1:
	.word	1065353216
	.align	2
$LC2:
	.word	1073741824
	.align	2
$LC3:
	.word	1091567616
	.align	2
$LC4:
	.word	1325400064
	.align	3
$LC5:
	.word	0
	.word	1106247680
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
