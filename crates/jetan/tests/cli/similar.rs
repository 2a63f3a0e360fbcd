//! Stories of `jetan similar`.

use super::story::Story;

const LOOP: &str = "\
main:   li $t0, 0
        li $t1, 10
        move $s0, $a0
next:   lw $t2, 0($s0)
        add $t3, $t3, $t2
        slt $t4, $t2, $t5
        beqz $t4, keep
        move $t5, $t2
keep:   addi $s0, $s0, 4
        addi $t0, $t0, 1
        blt $t0, $t1, next
        move $a0, $t3
        li $v0, 1
        syscall
        li $v0, 10
        syscall
";

fn class(words: &[&str]) -> Story {
    let disguised =
        LOOP.replace("$t2", "$s7").replace("next", "l1").replace("li $t0", "nop\nli $t0");
    Story::new(words)
        .file("class/ann/main.asm", LOOP)
        .file("class/ben.asm", disguised)
        .file("class/cleo/main.asm", "main: li $v0, 10\nsyscall\n")
}

#[test]
fn a_copy_is_listed() {
    class(&["similar", "class"])
        .stdout(
            "3 submissions: 1 pair is similar by 40 % or more\n\n \
             similar  submission  of it  and  of it  longest passage\n   \
             100 %  ann         100 %  ben  100 %  16 statements\n",
        )
        .run();
}

#[test]
fn only_common_idioms_are_a_verdict() {
    let chain = |texts: [&str; 6]| {
        let print = |text| format!("la $a0, {text}\nli $v0, 4\nsyscall\n");
        texts.map(print).concat() + "li $v0, 10\nsyscall\n"
    };
    let output = Story::new(&["similar", "class", "--json"])
        .file("class/ann.asm", chain(["a", "b", "c", "d", "e", "f"]))
        .file("class/ben.asm", chain(["hi", "you", "all", "of", "my", "day"]))
        .output();
    let json: serde_json::Value = serde_json::from_str(&output.stdout).expect("it is JSON");
    assert_eq!(json["similarPairs"], 0);
    assert_eq!(json["onlyIdioms"][0]["verdict"], "only common idioms");
    Story::new(&["similar", "class"])
        .file("class/ann.asm", chain(["a", "b", "c", "d", "e", "f"]))
        .file("class/ben.asm", chain(["hi", "you", "all", "of", "my", "day"]))
        .stdout(
            "2 submissions: no pair is similar by 40 % or more\n\n\
             ann and ben: only common idioms\n",
        )
        .run();
}

#[test]
fn what_was_given_does_not_count() {
    class(&["similar", "class", "--skeleton", "given.asm"])
        .file("given.asm", LOOP)
        .stdout("3 submissions: no pair is similar by 40 % or more\n")
        .run();
}

#[test]
fn the_passages_are_in_the_json_and_on_the_page() {
    // Windows has no files with `<` in their names.
    let (name, shown) = if cfg!(windows) { ("a&b", "a&amp;b") } else { ("<b>", "&lt;b&gt;") };
    let output = class(&["similar", "class", "--json", "--html", "page.html"])
        .file(&format!("class/{name}.asm"), LOOP)
        .output();
    let json: serde_json::Value = serde_json::from_str(&output.stdout).expect("it is JSON");
    assert_eq!(json["similarPairs"], 3);
    assert_eq!(json["clusters"][0].as_array().map(Vec::len), Some(3));
    let passage = &json["pairs"][0]["passages"][0];
    assert_eq!((&passage["statements"], &passage["right"]["first"]), (&16.into(), &1.into()));
    let page = String::from_utf8(output.file("page.html")).expect("it is text");
    assert!(page.contains(shown) && !page.contains(name), "names are no markup");
    assert_eq!(page.matches("class=\"side\"").count(), 6);
}

#[test]
fn former_terms_are_compared_with_this_one_only() {
    let output = class(&["similar", "class/cleo/main.asm", "--former", "class", "--json"]).output();
    let json: serde_json::Value = serde_json::from_str(&output.stdout).expect("it is JSON");
    assert_eq!(json["similarPairs"], 0);
    let output = class(&["similar", "class/ben.asm", "--former", "class/ann"]).output();
    assert!(output.stdout.starts_with("2 submissions: 1 pair"), "{}", output.stdout);
}

#[test]
fn moss_gets_plain_names() {
    let output = class(&["similar", "class", "--moss", "out", "--skeleton", "class/cleo/main.asm"])
        .file("class/it's me.asm", LOOP)
        .output();
    let script = String::from_utf8(output.file("out/send.sh")).expect("it is text");
    assert!(script.ends_with("moss -l mips -d -b given/main.asm submissions/*/*\n"), "{script}");
    assert_eq!(output.file("out/submissions/it_s_me/it_s_me.asm"), LOOP.as_bytes());
}

#[test]
fn nothing_to_compare_is_an_error() {
    Story::new(&["similar", "class"])
        .folder("class")
        .stderr(
            "jetan: there is no submission: a folder of folders, of .asm files or of .zip files\n",
        )
        .code(66)
        .run();
}
