# Never ends, and never reads anything.
main:   b       main
