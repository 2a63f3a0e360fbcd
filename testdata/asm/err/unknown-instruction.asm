# Nothing of that name.
# dialect: both
        ad      $t0, $t1, $t2           #~ E0201 [ad] there is no instruction `ad`
main    12                              #~ E0201 [main]
        5                               #~ E0201 [5]
        $t0                             #~ E0201 [$t0]
x:      'a'                             #~ E0201
        "text"                          #~ E0201 ["text"]
        (                               #~ E0201 [(]
