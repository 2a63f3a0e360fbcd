# A string that is not UTF-8 is an error; a comment, é, is a warning.
#~^ W0904 this file is not valid UTF-8
        .data
        .asciiz "café"                 #~ E0106
