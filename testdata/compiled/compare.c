/* A polynomial, with comparisons of floats, which a compiler writes with named flags. */

static void print_float(float value)
{
    register int number asm("$2") = 2;
    register float shown asm("$f12") = value;
    asm volatile("syscall" : : "r"(number), "f"(shown) : "memory");
}

static void print_character(int value)
{
    register int number asm("$2") = 11;
    register int shown asm("$4") = value;
    asm volatile("syscall" : : "r"(number), "r"(shown) : "memory");
}

float factors[4] = {1.0f, -0.5f, 0.25f, 2.0f};
float scale = 1.5f;

float polynomial(float x)
{
    float sum = 0;
    for (int at = 3; at >= 0; at--)
        sum = sum * x + factors[at];
    return sum;
}

void show(int step)
{
    float y = polynomial(step * 0.5f) * scale;
    if (y < 1.0f)
        print_character('<');
    print_float(y);
    print_character(y >= 2.0f ? '+' : '-');
}

int main(void)
{
    for (int step = 0; step < 3; step++)
        show(step);
    print_character('\n');
    print_float((unsigned)polynomial(9.0f));
    print_character('\n');
    return 0;
}
