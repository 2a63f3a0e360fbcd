# Characters that begin nothing.
        nop ; nop                       #~ E0101 [;] `;` means nothing here
        add     $t0, $t1, @5            #~ E0101 [@5]
        add     $t0, {$t1}, $t2         #~ E0101 [{$t1}]
        li      $t0, 5!                 #~ E0103
        %                               #~ E0101 [%]
