        .macro  m %a
        add     "%a", %a
        .end_macro
        m       ";"
