	.file	1 "compare.c"
	.section .mdebug.abi32
	.previous
	.nan	legacy
	.module	fp=xx
	.module	nooddspreg
	.module	arch=mips32
	.text
	.align	2
	.globl	polynomial
	.set	nomips16
	.set	nomicromips
	.ent	polynomial
	.type	polynomial, @function
polynomial:
	.frame	$sp,0,$31		# vars= 0, regs= 0/0, args= 0, gp= 0
	.mask	0x00000000,0
	.fmask	0x00000000,0
	la	$2,factors
	la	$3,factors-16
	mtc1	$0,$f0
$L2:
	mul.s	$f0,$f12,$f0
	lwc1	$f2,12($2)
	add.s	$f0,$f0,$f2
	addiu	$2,$2,-4
	bne	$2,$3,$L2
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
	.frame	$sp,24,$31		# vars= 0, regs= 1/0, args= 16, gp= 0
	.mask	0x80000000,-4
	.fmask	0x00000000,0
	addiu	$sp,$sp,-24
	sw	$31,20($sp)
	mtc1	$4,$f0
	cvt.s.w	$f0,$f0
	lwc1	$f12,$LC0
	mul.s	$f12,$f0,$f12
	jal	polynomial
	lwc1	$f12,scale
	mul.s	$f12,$f0,$f12
	lwc1	$f0,$LC1
	c.lt.s	$fcc0,$f12,$f0
	bc1t	$fcc0,$L13
$L5:
	li	$2,2			# 0x2
#APP
 # 7 "compare.c" 1
	syscall
 # 0 "" 2
#NO_APP
	lwc1	$f0,$LC2
	c.le.s	$fcc4,$f0,$f12
	li	$2,11			# 0xb
	li	$3,43			# 0x2b
	li	$4,45			# 0x2d
	movt	$4,$3,$fcc4
#APP
 # 14 "compare.c" 1
	syscall
 # 0 "" 2
#NO_APP
	lw	$31,20($sp)
	addiu	$sp,$sp,24
	jr	$31
$L13:
	li	$2,11			# 0xb
	li	$4,60			# 0x3c
#APP
 # 14 "compare.c" 1
	syscall
 # 0 "" 2
#NO_APP
	b	$L5
	.end	show
	.size	show, .-show
	.align	2
	.globl	main
	.set	nomips16
	.set	nomicromips
	.ent	main
	.type	main, @function
main:
	.frame	$sp,24,$31		# vars= 0, regs= 1/0, args= 16, gp= 0
	.mask	0x80000000,-4
	.fmask	0x00000000,0
	addiu	$sp,$sp,-24
	sw	$31,20($sp)
	move	$4,$0
	jal	show
	li	$4,1			# 0x1
	jal	show
	li	$4,2			# 0x2
	jal	show
	li	$2,11			# 0xb
	li	$4,10			# 0xa
#APP
 # 14 "compare.c" 1
	syscall
 # 0 "" 2
#NO_APP
	lwc1	$f12,$LC3
	jal	polynomial
	lwc1	$f2,$LC4
	c.le.s	$fcc0,$f2,$f0
	bc1t	$fcc0,$L15
	trunc.w.s $f0,$f0
	mfc1	$2,$f0
$L16:
	mtc1	$2,$f0
	cvt.d.w	$f12,$f0
	bltz	$2,$L19
$L17:
	li	$2,2			# 0x2
	cvt.s.d	$f12,$f12
#APP
 # 7 "compare.c" 1
	syscall
 # 0 "" 2
#NO_APP
	li	$2,11			# 0xb
	li	$4,10			# 0xa
#APP
 # 14 "compare.c" 1
	syscall
 # 0 "" 2
#NO_APP
	move	$2,$0
	lw	$31,20($sp)
	addiu	$sp,$sp,24
	jr	$31
$L15:
	sub.s	$f0,$f0,$f2
	trunc.w.s $f0,$f0
	mfc1	$2,$f0
	li	$3,-2147483648			# 0xffffffff80000000
	or	$2,$2,$3
	b	$L16
$L19:
	ldc1	$f0,$LC5
	add.d	$f12,$f12,$f0
	b	$L17
	.end	main
	.size	main, .-main
	.globl	scale
	.data
	.align	2
	.type	scale, @object
	.size	scale, 4
scale:
	.word	1069547520
	.globl	factors
	.align	2
	.type	factors, @object
	.size	factors, 16
factors:
	.word	1065353216
	.word	-1090519040
	.word	1048576000
	.word	1073741824
	.section	.rodata.cst4,"aM",@progbits,4
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
	.section	.rodata.cst8,"aM",@progbits,8
	.align	3
$LC5:
	.word	0
	.word	1106247680
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
