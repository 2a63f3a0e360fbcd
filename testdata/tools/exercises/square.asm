# Mars Bot: a square with a side of 50 units, which take 50 * 40 ms.
        .eqv    HEADING 0x10
        .eqv    TRACK   0x20
        .eqv    GOING   0x50
        .text
main:   li   $s0, 0xffff8000
        li   $s1, 90                    # east first
        li   $t0, 1
        sw   $t0, GOING($s0)
side:   sw   $s1, HEADING($s0)
        sw   $t0, TRACK($s0)
        li   $a0, 2000
        li   $v0, 32
        syscall
        sw   $zero, TRACK($s0)          # a line ends before a turn
        addi $s1, $s1, 90
        ble  $s1, 360, side
        sw   $zero, GOING($s0)
        li   $v0, 10
        syscall
