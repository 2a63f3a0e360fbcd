# Another 2048: slide calls itself, the keyboard is read a byte at a time, the end of the game is
# shown before its text, and the program waits in loops.
#
# jetan: pack comp2611-2048

        .text
        .globl  main
main:   jal     input_game_target_score
        li      $v0, 200
        syscall
        la      $t0, winning_score
        lw      $a0, 0($t0)
        li      $v0, 204
        syscall
        jal     generate_a_new_game_map_randomly
turn:   jal     update_game_score
        jal     show
        jal     pause
        jal     get_keyboard_input
        move    $a0, $v0
        jal     process_slide_operation
        beqz    $v0, turn
        jal     update_game_score
        jal     show
        jal     pause
        jal     check_win
        bnez    $v0, win
        jal     generate_a_random_tile
        jal     check_lose
        beqz    $v0, turn
        jal     show
        li      $a0, -1
        la      $a3, sorry
        b       tell
win:    li      $a0, -2
        la      $a3, great
tell:   li      $a1, 0
        li      $a2, 0
        li      $v0, 207
        syscall
        li      $v0, 10
        syscall

input_game_target_score:
        la      $a0, question
        li      $v0, 4
        syscall
        li      $v0, 5
        syscall
        slti    $t0, $v0, 64
        bnez    $t0, input_game_target_score
        sgt     $t0, $v0, 2048
        bnez    $t0, input_game_target_score
        sw      $v0, winning_score
        jr      $ra

generate_a_new_game_map_randomly:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)
        jal     clear_map
        jal     generate_a_random_tile
        jal     generate_a_random_tile
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

get_keyboard_input:
        lb      $t0, 0xffff0000
        beqz    $t0, get_keyboard_input
        lbu     $v0, 0xffff0004
        jr      $ra

show:   la      $a0, puzzle_map
        li      $v0, 201
        syscall
        jr      $ra

pause:  li      $t0, 20000
idle:   addiu   $t0, $t0, -1
        bnez    $t0, idle
        jr      $ra

update_game_score:
        la      $t0, puzzle_map
        li      $t1, 16
        li      $a0, 0
each:   lw      $t2, 0($t0)
        ble     $t2, $a0, smaller
        move    $a0, $t2
smaller:
        addiu   $t0, $t0, 4
        addiu   $t1, $t1, -1
        bnez    $t1, each
        li      $v0, 203
        syscall
        jr      $ra

# $v0: whether anything has moved.
process_slide_operation:
        addiu   $sp, $sp, -20
        sw      $ra, 16($sp)
        sw      $s0, 12($sp)
        sw      $s1, 8($sp)
        sw      $s2, 4($sp)
        sw      $s3, 0($sp)
        la      $s0, puzzle_map
        li      $s1, 4
        li      $s2, 16
        beq     $a0, 'd', lines
        li      $s1, 16
        li      $s2, 4
        beq     $a0, 's', lines
        addiu   $s0, $s0, 60
        li      $s1, -4
        li      $s2, -16
        beq     $a0, 'a', lines
        li      $s1, -16
        li      $s2, -4
        beq     $a0, 'w', lines
        li      $v0, 0
        b       processed
lines:  la      $a0, puzzle_map
        la      $a1, puzzle_map_prev
        jal     copy
        li      $s3, 4
one:    move    $a0, $s0
        add     $a1, $a0, $s1
        add     $a2, $a1, $s1
        add     $a3, $a2, $s1
        jal     slide
        add     $s0, $s0, $s2
        addiu   $s3, $s3, -1
        bnez    $s3, one
        la      $a0, puzzle_map
        la      $a1, puzzle_map_prev
        li      $t0, 16
        li      $v0, 0
same:   lw      $t1, 0($a0)
        lw      $t2, 0($a1)
        xor     $t1, $t1, $t2
        or      $v0, $v0, $t1
        addiu   $a0, $a0, 4
        addiu   $a1, $a1, 4
        addiu   $t0, $t0, -1
        bnez    $t0, same
        sltu    $v0, $zero, $v0
processed:
        lw      $s3, 0($sp)
        lw      $s2, 4($sp)
        lw      $s1, 8($sp)
        lw      $s0, 12($sp)
        lw      $ra, 16($sp)
        addiu   $sp, $sp, 20
        jr      $ra

copy:   li      $t0, 16
word:   lw      $t1, 0($a0)
        sw      $t1, 0($a1)
        addiu   $a0, $a0, 4
        addiu   $a1, $a1, 4
        addiu   $t0, $t0, -1
        bnez    $t0, word
        jr      $ra

clear_map:
        la      $t0, puzzle_map
        li      $t1, 4
row:    sw      $zero, 0($t0)
        sw      $zero, 4($t0)
        sw      $zero, 8($t0)
        sw      $zero, 12($t0)
        addiu   $t0, $t0, 16
        addiu   $t1, $t1, -1
        bgtz    $t1, row
        jr      $ra

# The cell comes first, by chance; from there the next empty cell is found by stepping on by 5,
# which passes through all 16.
generate_a_random_tile:
        addiu   $sp, $sp, -8
        sw      $s0, 0($sp)
        sw      $s1, 4($sp)
        li      $s1, 16
        li      $a0, 1
        li      $a1, 16
        li      $v0, 42
        syscall
        move    $s0, $a0
probe:  sll     $t0, $s0, 2
        lw      $t1, puzzle_map($t0)
        beqz    $t1, here
        addiu   $s0, $s0, 5
        andi    $s0, $s0, 15
        addiu   $s1, $s1, -1
        bnez    $s1, probe
        b       placed
here:   li      $a0, 2
        li      $v0, 41
        syscall
        andi    $a0, $a0, 0x100
        srl     $a0, $a0, 7
        addiu   $a0, $a0, 2
        sw      $a0, puzzle_map($t0)
placed: lw      $s1, 4($sp)
        lw      $s0, 0($sp)
        addiu   $sp, $sp, 8
        jr      $ra

# slide: the addresses are put into an array, and settle does the work.
slide:  addiu   $sp, $sp, -4
        sw      $ra, 0($sp)
        la      $t0, cells
        sw      $a0, 0($t0)
        sw      $a1, 4($t0)
        sw      $a2, 8($t0)
        sw      $a3, 12($t0)
        li      $a0, 3
        li      $a1, 2
        jal     settle
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# settle: brings the next tile, from place $a1 downwards, to place $a0, and calls itself until no
# tile is left.
settle: bltz    $a1, settled
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)
        sll     $t0, $a0, 2
        lw      $t0, cells($t0)
        lw      $t1, 0($t0)                     # the tile at the place to fill
        sll     $t2, $a1, 2
        lw      $t2, cells($t2)
        lw      $t3, 0($t2)                     # the tile that comes
        beqz    $t3, next
        beqz    $t1, fill
        addiu   $a0, $a0, -1
        beq     $t1, $t3, melt
        beq     $a0, $a1, next                  # it is where it belongs
        b       settle_again
melt:   sll     $t1, $t1, 1
        sw      $t1, 0($t0)
        sw      $zero, 0($t2)
        b       next
fill:   sw      $t3, 0($t0)
        sw      $zero, 0($t2)
next:   addiu   $a1, $a1, -1
settle_again:
        jal     settle
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
settled:
        jr      $ra

check_win:
        la      $t0, puzzle_map
        li      $t1, 0
        lw      $t2, winning_score
        li      $v0, 0
found:  lw      $t3, 0($t0)
        slt     $t3, $t3, $t2
        beqz    $t3, yes
        addiu   $t0, $t0, 4
        addiu   $t1, $t1, 1
        blt     $t1, 16, found
        jr      $ra
yes:    li      $v0, 1
        jr      $ra

# check_lose: tries to find a cell with an empty or equal neighbour, from the last to the first.
check_lose:
        li      $t0, 15
        li      $v0, 0
cell:   sll     $t1, $t0, 2
        lw      $t2, puzzle_map($t1)
        beqz    $t2, lost
        andi    $t3, $t0, 3
        beqz    $t3, upper
        addiu   $t4, $t1, -4
        lw      $t4, puzzle_map($t4)
        beq     $t4, $t2, lost
upper:  blt     $t0, 4, on
        addiu   $t4, $t1, -16
        lw      $t4, puzzle_map($t4)
        beq     $t4, $t2, lost
on:     addiu   $t0, $t0, -1
        bgez    $t0, cell
        li      $v0, 1
lost:   jr      $ra

        .data
winning_score:
        .word   0
cells:  .word   0:4
puzzle_map:
        .word   0:16
question:
        .asciiz "What is your goal? "
        .align  2
puzzle_map_prev:
        .word   0:16
great:  .asciiz "2048 and more"
sorry:  .asciiz "No room"
