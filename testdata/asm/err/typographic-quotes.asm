# Quotes as a word processor makes them.
        .data
        .asciiz “hello”                 #~ E0101 [“hello”]
