//! Stories of `jetan explain`.

use crate::story::Story;

#[test]
fn explain_prints_pages() {
    Story::new(&["explain", "syscall", "5"])
        .stdout(
            "\
syscall 5: read int

Read a line and take it as a decimal integer; anything else is an error.

  gives  $v0: integer

        li $v0, 5              # read int
        syscall
",
        )
        .run();
    for (what, start) in [
        ("E0203", "E0203: "),
        ("w0901", "W0901: "),
        ("r0101", "R0101: "),
        ("addi", "addi\n\n  addi rt, rs, imm\n"),
        (".asciiz", ".asciiz string, ...\n"),
        ("$sp", "$sp, also $29\n"),
        ("print string", "syscall 4: print string\n"),
        ("CompactTextAtZero", "CompactTextAtZero\n"),
        ("", "`jetan explain WHAT` explains\n"),
    ] {
        let output = Story::new(&["explain", what]).output();
        assert!(output.stdout.starts_with(start), "{what}: {}", output.stdout);
    }
}

#[test]
fn explain_suggests_the_closest_name() {
    Story::new(&["explain", "syscal"])
        .code(1)
        .stderr("jetan: there is nothing to explain about `syscal`; did you mean `syscall`?\n")
        .run();
    Story::new(&["explain", "quantum", "physics"])
        .code(1)
        .stderr(
            "jetan: there is nothing to explain about `quantum physics`; `jetan explain` alone \
             lists what there is\n",
        )
        .run();
}

#[test]
fn explain_syscall_lists_the_services() {
    let output = Story::new(&["explain", "syscall"]).output();
    for line in [
        "\n   1  print int              $a0: integer\n",
        "\n  10  exit\n",
        "\n  12  read char              → $v0: character\n",
    ] {
        assert!(output.stdout.contains(line), "{line:?} in {}", output.stdout);
    }
}
