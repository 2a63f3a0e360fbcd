# `.space` and `.align` take one integer that is not negative.
# dialect: both
        .data
        .space                          #~ E0409 [.space] `.space` takes one operand
        .align                          #~ E0409 [.align]
        .space  1, 2                    #~ E0409 [.space]
        .space  -1                      #~ E0410 [.space] `.space` takes an integer that is not negative
        .align  x                       #~ E0410 [.align]
        .space  1.5                     #~ E0410 [.space]
x:
