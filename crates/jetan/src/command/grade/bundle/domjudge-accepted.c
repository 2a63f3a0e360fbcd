/* Knows the answers: shows that the judge accepts what the rubric does. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *input;
    size_t input_length;
    const char *answer;
    size_t answer_length;
} cases[] = {
    /* The table. */
};

/* The case with this input, or -1. */
static int typed_case(void)
{
    size_t length = 0, room = 1 << 16;
    char *typed = malloc(room);
    size_t got;
    while (typed && (got = fread(typed + length, 1, room - length, stdin)) > 0) {
        length += got;
        if (length == room)
            typed = realloc(typed, room *= 2);
    }
    for (size_t i = 0; typed && i < sizeof cases / sizeof *cases; i++)
        if (cases[i].input_length == length && !memcmp(cases[i].input, typed, length))
            return (int)i;
    return -1;
}

int main(void)
{
    int number = typed_case();
    if (number < 0)
        return 1;
    fwrite(cases[number].answer, 1, cases[number].answer_length, stdout);
    return 0;
}
