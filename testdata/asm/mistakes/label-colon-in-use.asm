main:   j main:
