	.file	1 "sum.c"
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
	.ent	print
	.type	print, @function
print:
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
 # 6 "sum.c" 1
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
	.end	print
	.size	print, .-print
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	newline
	.type	newline, @function
newline:
	.frame	$fp,8,$31		# vars= 0, regs= 1/0, args= 0, gp= 0
	.mask	0x40000000,-4
	.fmask	0x00000000,0
	addiu	$sp,$sp,-8
	sw	$fp,4($sp)
	move	$fp,$sp
	li	$2,11			# 0xb
	li	$4,10			# 0xa
#APP
 # 13 "sum.c" 1
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
	.end	newline
	.size	newline, .-newline
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
	li	$2,1			# 0x1
	sw	$2,20($fp)
	b	$L4
$L5:
	li	$3,1			# 0x1
	lw	$2,20($fp)
	sll	$2,$3,$2
	mtc1	$2,$f0
	cvt.s.w	$f0,$f0
	lwc1	$f2,$LC0
	div.s	$f0,$f2,$f0
	lwc1	$f2,16($fp)
	add.s	$f0,$f2,$f0
	swc1	$f0,16($fp)
	lw	$2,20($fp)
	addiu	$2,$2,1
	sw	$2,20($fp)
$L4:
	lw	$2,20($fp)
	slt	$2,$2,9
	bne	$2,$0,$L5
	lwc1	$f12,16($fp)
	jal	print
	jal	newline
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
	.word	1069547520
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
