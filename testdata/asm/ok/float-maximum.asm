# The largest float as it is printed is a float.
        .data
        .float  3.4028235E38, -3.4028235E38
#= data 7f7fffff ff7fffff
