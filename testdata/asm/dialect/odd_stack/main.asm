        .file   1 "sum.c"
        .text
main:   sdc1    $f20, -8($sp)
