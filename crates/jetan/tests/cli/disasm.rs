//! Stories of `jetan disasm`.

use crate::TYPO;
use crate::story::Story;

#[test]
fn disasm_reads_dumps_of_four_formats() {
    let table = "\
0x00400000  0x24080003  addiu $t0, $zero, 3
L_00400004:
0x00400004  0x2508ffff  addiu $t0, $t0, -1
0x00400008  0x1500fffe  bne $t0, $zero, L_00400004
";
    let source = "li $t0, 3\nl: addiu $t0, $t0, -1\nbnez $t0, l\n";
    for format in ["HexText", "BinaryText", "Binary", "HEX"] {
        let words = ["asm", "main.asm", "--dump", ".text", format, "out"];
        let dump = Story::new(&words).file("main.asm", source).run().file("out");
        Story::new(&["disasm", "dump"]).file("dump", &dump).stdout(table).run();
        Story::new(&["disasm", "--format", format, "-"]).stdin(&dump).stdout(table).run();
    }
}

#[test]
fn disasm_names_the_labels_of_a_source() {
    Story::new(&["disasm", "main.asm"])
        .file("main.asm", "li $t0, 3\nloop: addiu $t0, $t0, -1\nbnez $t0, loop\n")
        .stdout(
            "\
0x00400000  0x24080003  addiu $t0, $zero, 3
loop:
0x00400004  0x2508ffff  addiu $t0, $t0, -1
0x00400008  0x1500fffe  bne $t0, $zero, loop
",
        )
        .run();
    let output = Story::new(&["disasm", "-"]).stdin(TYPO).code(1).output();
    assert!(output.stderr.contains("E0203"), "{}", output.stderr);
    assert_eq!(output.stdout, "");
}

#[test]
fn disasm_writes_sources_that_assemble_again() {
    let source = ".data\n.word 1, 0, 3\n.kdata\n.asciiz \"k\"\n.text\nmain: jal f\nb main\n\
                  f: mul $t0, $t1, 70000\nl.d $f2, 4($sp)\nc.lt.d 3, $f2, $f4\nbc1t 3, f\n\
                  .ktext 0x80000180\nmfc0 $k0, $13\neret\n";
    let dump = |name: &str, text: &str| {
        let words =
            ["asm", name, "--dump", ".text", "HexText", "t", "--dump", ".data", "Binary", "d"];
        let output = Story::new(&words).file(name, text).run();
        (output.file("t"), output.file("d"))
    };
    let again = Story::new(&["disasm", "--source", "main.asm"]).file("main.asm", source).output();
    assert_eq!(again.stderr, "");
    assert_eq!(dump("main.asm", source), dump("again.asm", &again.stdout), "{}", again.stdout);
}

#[test]
fn disasm_says_what_is_wrong_with_a_dump() {
    Story::new(&["disasm", "--base", "0x80000180", "--source", "dump"])
        .file("dump", "00000000\nffffffff\n")
        .stdout(
            "        .ktext 0x80000180\n        nop\n        nop  # 0xffffffff is not an \
             instruction\n",
        )
        .stderr("jetan: 1 of the words are not instructions; `nop` stands for them\n")
        .run();
    Story::new(&["disasm", "--format", "HexText", "dump"])
        .file("dump", "00000000\nxyz\n")
        .code(66)
        .stderr("jetan: dump: line 2: this is not eight hexadecimal digits\n")
        .run();
    Story::new(&["disasm", "dump"])
        .file("dump", [0, 1, 2, 3, 4])
        .code(66)
        .stderr("jetan: dump: 5 bytes are not a whole number of words\n")
        .run();
    Story::new(&["disasm", "dump"])
        .file("dump", ":0400000012345678E9\n")
        .code(66)
        .stderr("jetan: dump: line 1: the checksum of this record is wrong\n")
        .run();
    Story::new(&["disasm", "dump"])
        .folder("dump")
        .code(66)
        .stderr("jetan: dump: this is a folder\n")
        .run();
    Story::new(&["disasm", "nowhere"])
        .code(66)
        .stderr("jetan: nowhere: there is no such file\n")
        .run();
    Story::new(&["disasm", "--base", "0", "main.asm"])
        .file("main.asm", "nop\n")
        .code(64)
        .stderr("jetan: --base is for dumps; a source says itself where it goes\n")
        .run();
}
