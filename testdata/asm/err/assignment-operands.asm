# `NAME = value` needs both.
N =                                     #~ W0907
5 = 6                                   #~ E0612
add = 6                                 #~ E0612
N = N                                   #~ E0613
