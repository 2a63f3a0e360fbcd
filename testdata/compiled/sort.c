/* Sorts numbers by insertion and prints them. */
static int numbers[] = {42, -7, 1999, 0, 5, -128, 77, 3};
#define COUNT (int)(sizeof numbers / sizeof numbers[0])

static void call(int service, int argument)
{
    register int v0 asm("$2") = service;
    register int a0 asm("$4") = argument;
    asm volatile("syscall" : "+r"(v0) : "r"(a0) : "memory");
}

static void sort(int *values, int count)
{
    for (int i = 1; i < count; i++) {
        int value = values[i];
        int at = i;
        while (at > 0 && values[at - 1] > value) {
            values[at] = values[at - 1];
            at--;
        }
        values[at] = value;
    }
}

int main(void)
{
    sort(numbers, COUNT);
    for (int i = 0; i < COUNT; i++) {
        call(1, numbers[i]);
        call(11, i + 1 < COUNT ? ' ' : '\n');
    }
    return 0;
}
