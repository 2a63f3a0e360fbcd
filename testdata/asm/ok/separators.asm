# Blanks, tabs and commas are the same, any number of them.
# dialect: both
        add,$t0,,$t1	,	$t2
        add $t0 $t1 $t2,,
,       lw,$t0 4 ( $sp ),
        .data
        .word 1 2,,3 ,
#= text 012a4020 012a4020 8fa80004
#= data 00000001 00000002 00000003
