# Names that stand for each other.
        .eqv    ONE     TWO
        .eqv    TWO     ONE
        li      $t0, ONE                #~ E0615 [ONE] replacing `ONE` never ends
