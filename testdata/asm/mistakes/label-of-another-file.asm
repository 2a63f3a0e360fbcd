main:   jal helper
