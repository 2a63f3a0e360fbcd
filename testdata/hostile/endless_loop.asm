# It never ends.
# exit: 3
# says: --max-steps

main:   j main
