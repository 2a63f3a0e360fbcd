# Distances that are not known yet, or make no sense.
        .data
x:      .word   (z-y)*2                 #~ E0309 [(z-y)*2] `(z-y)*2` cannot be computed
y:      .word   x-y-z                   #~ E0309
        .word   x-gone                  #~ E0203
        .space  z-y                     #~ E0410
z:      .word   5%0                     #~ E0310
        .word   %hi(y)-%hi(x)           #~ E0309
        .text
        li      $t0, after-main         #~ E0309
main:   nop
after:  lw      $t0, x-4                # Not a distance.
