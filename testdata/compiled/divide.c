/* Primes by division: a compiler writes a trap with a code after every division. */

static void print_int(int value)
{
    register int number asm("$2") = 1;
    register int shown asm("$4") = value;
    asm volatile("syscall" : : "r"(number), "r"(shown) : "memory");
}

static void print_character(int value)
{
    register int number asm("$2") = 11;
    register int shown asm("$4") = value;
    asm volatile("syscall" : : "r"(number), "r"(shown) : "memory");
}

int is_prime(int number)
{
    if (number < 2)
        return 0;
    for (int divisor = 2; divisor * divisor <= number; divisor++)
        if (number % divisor == 0)
            return 0;
    return 1;
}

int main(void)
{
    for (int number = 0; number < 30; number++) {
        if (is_prime(number)) {
            print_int(number);
            print_character(' ');
        }
    }
    print_character('\n');
    return 0;
}
