main:   sycall
