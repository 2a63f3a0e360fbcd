f:      begin
        push    $ra
        pop     $ra
        end
