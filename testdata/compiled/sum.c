/* Adds up a series of floats. */
static void print(float value)
{
    register int v0 asm("$2") = 2;
    register float f12 asm("$f12") = value;
    asm volatile("syscall" : "+r"(v0) : "f"(f12) : "memory");
}

static void newline(void)
{
    register int v0 asm("$2") = 11;
    register int a0 asm("$4") = '\n';
    asm volatile("syscall" : "+r"(v0) : "r"(a0) : "memory");
}

int main(void)
{
    float sum = 0.0f;
    for (int i = 1; i <= 8; i++)
        sum += 1.5f / (float)(1 << i);
    print(sum);
    newline();
    return 0;
}
