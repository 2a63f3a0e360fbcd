# Files that include each other.
        .include "a.inc"
