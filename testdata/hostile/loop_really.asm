# It never ends, by the clock.
# args: --clock real --time-limit 0.2 --max-steps 1000000000000
# exit: 3
# says: --time-limit

main:   j main
