# The slot of its last branch is not there.
# args: --delayed-branching
# exit: 0
# says: ran past

main:   nop
        j main
