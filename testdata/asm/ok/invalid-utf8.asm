# What is not UTF-8 is read as Windows-1252: é.
#~^ W0904 this file is not UTF-8
        .data
        .asciiz "café"
#= bytes 63 61 66 e9 00
