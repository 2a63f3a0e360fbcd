# Connect Four in one file, with a state of its own (rows of words, the top row first), numbers read
# by service 5, and a picture that is painted anew after every piece: squares with a shadow on white,
# and a stripe on top in the colour of whose turn it is.
#
# Bitmap Display:
#   Unit width in pixels: 16
#   Unit height in pixels: 16
#   Display width in pixels: 512
#   Display height in pixels: 512
#   Base Address for Display: 0x10010000 (static data)

        .data
canvas: .word   0 : 1024                        # 32 x 32 units
cells:  .word   0 : 42                          # 6 rows of 7, the top row first
colours:
        .word   0x00d0d0d0, 0x003060c0, 0x00c06030
shadows:
        .word   0x00d0d0d0, 0x00183060, 0x00603018
hello:  .asciiz "Welcome! Player 1 or player 2 first? "
turn:   .asciiz "Your turn, player "
which:  .asciiz ". Column: "
no:     .asciiz "Impossible.\n"
wins:   .asciiz "\nCongratulations, player "
full:   .asciiz "\nIt's a tie\n"

        .text
main:   la      $a0, hello
        jal     ask
        beq     $v0, 1, start
        beq     $v0, 2, start
        la      $a0, no
        li      $v0, 4
        syscall
        b       main
start:  move    $s0, $v0                        # the player
        li      $s1, 0                          # pieces
move_on:
        jal     paint
        la      $a0, turn
        li      $v0, 4
        syscall
        move    $a0, $s0
        li      $v0, 1
        syscall
column: la      $a0, which
        jal     ask
        sltiu   $t0, $v0, 7
        beqz    $t0, refuse
        move    $s2, $v0                        # column
        li      $s3, 5                          # row, from the top
drop:   mul     $t0, $s3, 7
        addu    $t0, $t0, $s2
        sll     $t0, $t0, 2
        lw      $t1, cells($t0)
        beqz    $t1, place
        addiu   $s3, $s3, -1
        bgez    $s3, drop
refuse: la      $a0, no
        li      $v0, 4
        syscall
        b       column
place:  sw      $s0, cells($t0)
        addiu   $s1, $s1, 1
        li      $a0, 1
        li      $a1, 0
        jal     count
        bge     $v0, 4, winner
        li      $a0, 0
        li      $a1, 1
        jal     count
        bge     $v0, 4, winner
        li      $a0, 1
        li      $a1, 1
        jal     count
        bge     $v0, 4, winner
        li      $a0, 1
        li      $a1, -1
        jal     count
        bge     $v0, 4, winner
        beq     $s1, 42, tie
        xori    $s0, $s0, 3
        b       move_on
winner: jal     paint
        la      $a0, wins
        li      $v0, 4
        syscall
        move    $a0, $s0
        li      $v0, 1
        syscall
        b       end
tie:    jal     paint
        la      $a0, full
        li      $v0, 4
        syscall
end:    li      $v0, 10
        syscall

# ask: prints $a0, $v0 = a number.
ask:    li      $v0, 4
        syscall
        li      $v0, 5
        syscall
        jr      $ra

# count: $v0 = pieces in line through row $s3, column $s2 in direction ($a0, $a1) and against it.
count:  li      $v0, 1
        li      $t9, 2                          # both ways
way:    move    $t0, $s2
        move    $t1, $s3
along:  addu    $t0, $t0, $a0
        addu    $t1, $t1, $a1
        sltiu   $t2, $t0, 7
        beqz    $t2, stop
        sltiu   $t2, $t1, 6
        beqz    $t2, stop
        mul     $t2, $t1, 7
        addu    $t2, $t2, $t0
        sll     $t2, $t2, 2
        lw      $t2, cells($t2)
        bne     $t2, $s0, stop
        addiu   $v0, $v0, 1
        b       along
stop:   negu    $a0, $a0
        negu    $a1, $a1
        addiu   $t9, $t9, -1
        bnez    $t9, way
        jr      $ra

# paint: the whole picture.
paint:  li      $t0, 0                          # unit
        li      $t1, 0x00ffffff
white:  sw      $t1, canvas($t0)
        addiu   $t0, $t0, 4
        bne     $t0, 4096, white
        sll     $t0, $s0, 2
        lw      $t1, colours($t0)
        li      $t0, 0
stripe: sw      $t1, canvas($t0)
        addiu   $t0, $t0, 4
        bne     $t0, 128, stripe
        li      $t0, 0                          # cell
cell:   li      $t1, 7
        divu    $t0, $t1
        mflo    $t2                             # row
        mfhi    $t3                             # column
        sll     $t2, $t2, 2
        addiu   $t2, $t2, 4
        sll     $t2, $t2, 5
        sll     $t3, $t3, 2
        addu    $t2, $t2, $t3
        addiu   $t2, $t2, 2
        sll     $t2, $t2, 2                     # offset of its first unit
        sll     $t4, $t0, 2
        lw      $t4, cells($t4)
        sll     $t4, $t4, 2
        lw      $t5, colours($t4)
        lw      $t6, shadows($t4)
        sw      $t5, canvas+0($t2)
        sw      $t5, canvas+4($t2)
        sw      $t5, canvas+8($t2)
        sw      $t5, canvas+128($t2)
        sw      $t5, canvas+132($t2)
        sw      $t5, canvas+136($t2)
        sw      $t6, canvas+256($t2)
        sw      $t6, canvas+260($t2)
        sw      $t6, canvas+264($t2)
        addiu   $t0, $t0, 1
        bne     $t0, 42, cell
        jr      $ra
