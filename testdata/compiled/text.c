/* Turns a text round, and prints its length. */
static char text[] = "never odd or even\n";
static char turned[32];

static void call(int service, int argument)
{
    register int v0 asm("$2") = service;
    register int a0 asm("$4") = argument;
    asm volatile("syscall" : "+r"(v0) : "r"(a0) : "memory");
}

static int length(const char *from)
{
    int count = 0;
    while (from[count] != '\0')
        count++;
    return count;
}

static void turn(char *to, const char *from)
{
    int count = length(from) - 1;
    for (int i = 0; i < count; i++)
        to[i] = from[count - 1 - i];
    to[count] = '\n';
    to[count + 1] = '\0';
}

int main(void)
{
    turn(turned, text);
    call(4, (int)turned);
    call(1, length(text));
    call(11, '\n');
    return 0;
}
