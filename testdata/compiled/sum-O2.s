	.file	1 "sum.c"
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
	lwc1	$f2,$LC0
	mtc1	$0,$f12
	li	$3,1			# 0x1
	li	$5,1			# 0x1
	li	$4,9			# 0x9
$L2:
	sll	$2,$5,$3
	mtc1	$2,$f0
	addiu	$3,$3,1
	cvt.s.w	$f0,$f0
	div.s	$f0,$f2,$f0
	add.s	$f12,$f12,$f0
	bne	$3,$4,$L2
	li	$2,2			# 0x2
#APP
 # 6 "sum.c" 1
	syscall
 # 0 "" 2
#NO_APP
	li	$2,11			# 0xb
	li	$4,10			# 0xa
#APP
 # 13 "sum.c" 1
	syscall
 # 0 "" 2
#NO_APP
	move	$2,$0
	jr	$31
	.end	main
	.size	main, .-main
	.section	.rodata.cst4,"aM",@progbits,4
	.align	2
$LC0:
	.word	1069547520
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
