# Numbers that are not what they seem: a tenth twice, and the smallest single.
        .data
tenth:  .float 0.1
double: .double 0.1
tiny:   .word 1
        .text
main:   l.s  $f0, tenth
        l.d  $f2, double
        lwc1 $f4, tiny
        li   $v0, 10
        syscall
