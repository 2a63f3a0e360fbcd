# MARS has no `=`.
# dialect: mars
N = 5                                   #~ E0101 [=] #~ E0101 [=]
