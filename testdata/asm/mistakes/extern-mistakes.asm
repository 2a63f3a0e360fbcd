        .extern
        .extern x
        .extern y -4
