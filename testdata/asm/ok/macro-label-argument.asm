# A label as an argument, defined by the macro for its caller.
# dialect: both
        .macro  function (%name)
%name:
        addi    $sp, $sp, -4
        .end_macro
        function (main)
        j       main
#= text 23bdfffc 08100000
#= symbol main 0x00400000
