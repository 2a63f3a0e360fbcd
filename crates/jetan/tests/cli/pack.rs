//! Stories of `jetan pack` and of everything else that takes a pack.

use std::fs;
use std::path::Path;

use crate::story::Story;

const BAD: &str = "\
name = \"bad\"
version = \"1\"
course = \"c\"
summary = \"s\"

[[service]]
number = 4
name = \"greet\"
summary = \"s\"
effect = \"refresh\"
";

#[test]
fn packs_that_come_with_jetan_are_listed_and_have_no_mistakes() {
    let output = Story::new(&["pack", "list"]).output();
    assert!(output.stdout.starts_with("comp2611-2048\n"), "{}", output.stdout);
    assert!(output.stdout.contains("\nmaze\n"), "{}", output.stdout);
    Story::new(&["pack", "check", "comp2611-2048", "maze"])
        .stdout("comp2611-2048 1.0: 7 services\nmaze 1.0: 8 services\n")
        .run();
}

#[test]
fn mistakes_are_shown_like_those_of_a_source() {
    for words in [["pack", "check", "bad"], ["pack", "check", "bad/pack.toml"]] {
        Story::new(&words)
            .file("bad/pack.toml", BAD)
            .code(1)
            .stderr(
                "\
error[P0202]: MARS keeps 4 for itself
 --> bad/pack.toml:7:10
  |
7 | number = 4
  |          ^ 1 to 17, 30 to 44 and 50 to 60 are taken
  |
  = help: 4 is `print string`: to describe it here, write `effect = \"built-in\"`

1 error; more about the first: jetan explain P0202
",
            )
            .run();
    }
    let output = Story::new(&["explain", "p0202"]).output();
    assert!(output.stdout.starts_with("P0202: a number that MARS keeps for itself\n"));
}

#[test]
fn a_bad_pack_is_refused_wherever_it_is_named() {
    let story = |words: &[&str]| Story::new(words).file("bad/pack.toml", BAD).code(1).output();
    let explained = story(&["explain", "--pack", "bad", "4"]);
    assert!(explained.stderr.contains("error[P0202]"), "{}", explained.stderr);
}

#[test]
fn packs_that_are_not_there_are_named() {
    Story::new(&["pack", "check", "nowhere"])
        .code(66)
        .stderr(
            "jetan: there is no pack `nowhere`, and no folder or file of that name; Jetan comes \
             with comp2611-2048 and maze\n",
        )
        .run();
    let empty = Story::new(&["pack", "check", "empty"]).folder("empty").code(66).output();
    assert!(empty.stderr.contains("there is no pack `empty`"), "{}", empty.stderr);
    let odd = Story::new(&["pack", "check", "p"]).file("p", [0xff, 0xfe]).code(66).output();
    assert_eq!(odd.stderr, "jetan: p: not valid UTF-8\n");
}

#[test]
fn packs_extend_packs_beside_them_but_not_in_a_circle() {
    let head = |name: &str, base: &str| {
        format!(
            "name = \"{name}\"\nversion = \"1\"\ncourse = \"c\"\nsummary = \"s\"\n\
             extends = \"{base}\"\n"
        )
    };
    Story::new(&["pack", "check", "a"])
        .file("a/pack.toml", head("a", "b"))
        .file("b/pack.toml", head("b", "maze"))
        .stdout("a 1: 8 services\n")
        .run();
    let output = Story::new(&["pack", "check", "a"])
        .file("a/pack.toml", head("a", "b"))
        .file("b/pack.toml", head("b", "a"))
        .code(1)
        .output();
    let circle = "packs extend each other: a extends b extends a";
    assert!(output.stderr.contains(circle), "{}", output.stderr);
}

#[test]
fn a_new_pack_has_no_mistakes_and_nothing_is_overwritten() {
    let output = Story::new(&["pack", "new", "gems"]).output();
    let written = output.file("gems/pack.toml");
    Story::new(&["pack", "check", "gems"])
        .file("gems/pack.toml", &written)
        .stdout("gems 0.1: 4 services\n")
        .run();
    let again = Story::new(&["pack", "new", "gems"]).file("gems/pack.toml", "mine").code(66);
    let output = again.output();
    assert_eq!(output.file("gems/pack.toml"), b"mine");
    assert_eq!(
        output.stderr,
        "jetan: gems/pack.toml: the file already exists and was not changed as it is\n"
    );
    Story::new(&["pack", "new", "My Gems"])
        .code(64)
        .stderr("jetan: the name of a pack has small letters, digits and `-` only\n")
        .run();
}

#[test]
fn services_of_packs_are_explained() {
    for words in [
        &["explain", "--pack", "comp2611-2048", "202"][..],
        &["explain", "syscall", "202", "--pack", "comp2611-2048"],
        &["explain", "play", "sound", "--pack", "comp2611-2048"],
    ] {
        Story::new(words)
            .stdout(
                "\
syscall 202: play sound, of comp2611-2048

Play or stop a sound.

  takes  $a0: sound, 0 to 4
              0  background music
              1  score gained
              2  score lost
              3  game lost
              4  game won
         $a1: mode, 0 to 2
              0  once
              1  loop
              2  stop

    li $v0, 202
    syscall
",
            )
            .run();
    }
    let all = Story::new(&["explain", "--pack", "maze"]).output();
    assert!(all.stdout.contains("\n  208  object location\n"), "{}", all.stdout);
    Story::new(&["explain", "--pack", "maze", "204"])
        .code(1)
        .stderr(
            "jetan: the pack maze has no service `204`; `jetan explain --pack maze` lists them\n",
        )
        .run();
    Story::new(&["explain", "205"])
        .code(1)
        .stderr(
            "jetan: there is nothing to explain about `205`; it is a service of maze: add `--pack \
             maze`\n",
        )
        .run();
}

#[test]
fn an_unknown_service_names_the_packs_that_know_it() {
    let output = Story::new(&["run", "-"]).stdin("main: li $v0, 204\nsyscall\n").code(2).output();
    let hint = "service 204 exists in comp2611-2048: add `--pack comp2611-2048`";
    assert!(output.stderr.contains(hint), "{}", output.stderr);
    // One that was not asked for, and one beside others that no pack has.
    for source in [
        "main: li $t0, 102\nadd $v0, $t0, $t0\nsyscall\n",
        "main: li $v0, 204\nsyscall\nli $v0, 150\nsyscall\n",
    ] {
        let output = Story::new(&["run", "-"]).stdin(source).code(2).output();
        assert!(output.stderr.contains("there is no service 204"), "{}", output.stderr);
        assert!(!output.stderr.contains("--pack"), "{source}: {}", output.stderr);
    }
}

/// The first block of this language in the documentation of packs.
fn example(language: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/packs.md");
    let text = fs::read_to_string(path).expect("packs are documented");
    let start = format!("```{language}\n");
    let (_, after) = text.split_once(&start).expect("there is an example");
    let (block, _) = after.split_once("```").expect("it ends");
    block.to_owned()
}

#[test]
fn the_example_of_the_documentation_runs() {
    let (pack, program) = (example("toml"), example("mips"));
    let story = |words: &[&str], program: &str| {
        Story::new(words).file("gems/pack.toml", &pack).file("main.asm", program)
    };
    story(&["pack", "check", "gems"], &program).stdout("gems 1.0: 4 services\n").run();
    // The program names its pack in a comment.
    let words = ["run", "main.asm", "--frame-hash", "--screenshot", "gems.png"];
    let output = story(&words, &program).output();
    assert_eq!(output.stderr.lines().count(), 1, "{}", output.stderr);
    assert!(output.stderr.starts_with("frame 1 "), "{}", output.stderr);
    assert!(output.file("gems.png").starts_with(b"\x89PNG"));
    let nameless = program.replace("# jetan: pack gems", "");
    let output = story(&["run", "main.asm", "--pack", "gems", "--frame-hash"], &nameless).output();
    assert!(output.stderr.starts_with("frame 1 "), "{}", output.stderr);
    let output = story(&["run", "main.asm"], &nameless).code(2).output();
    assert!(output.stderr.contains("service 200 exists in"), "{}", output.stderr);
}

#[test]
fn a_comment_can_name_a_pack_that_is_not_there() {
    Story::new(&["run", "main.asm"])
        .file("main.asm", "# jetan: pack gems\nmain: nop\n")
        .code(66)
        .stderr(
            "jetan: there is no pack `gems`, and no folder or file of that name; Jetan comes with \
             comp2611-2048 and maze\n",
        )
        .run();
}

#[test]
fn instructions_that_a_pack_does_not_permit_are_refused() {
    let pack = example("toml");
    let source = "\
# jetan: pack gems
main:   li $t0, 6
        mul $t1, $t0, $t0
        mult $t0, $t0
        DIV $t1, $t0
";
    let story =
        |words: &[&str]| Story::new(words).file("gems/pack.toml", &pack).file("main.asm", source);
    story(&["run", "main.asm"])
        .code(1)
        .stderr(
            "\
error[P0601]: the pack gems does not permit `mul`
 --> main.asm:3:9
  |
3 |         mul $t1, $t0, $t0
  |         ^^^

error[P0601]: the pack gems does not permit `div`
 --> main.asm:5:9
  |
5 |         DIV $t1, $t0
  |         ^^^

2 errors; more about the first: jetan explain P0601
",
        )
        .run();
    let output = Story::new(&["explain", "P0601"]).output();
    assert!(output.stdout.starts_with("P0601: an instruction that the pack does not permit\n"));
}

#[test]
fn an_unusual_target_is_warned_of_and_taken() {
    let program = |targets: &[i32]| {
        let set = |target| format!("li $a0, {target}\nli $v0, 204\nsyscall\n");
        let body: String = targets.iter().map(set).collect();
        format!("# jetan: pack comp2611-2048\nmain: {body}li $v0, 10\nsyscall\n")
    };
    let run = |targets: &[i32]| {
        let words = ["run", "--display", "none", "main.asm"];
        Story::new(&words).file("main.asm", program(targets))
    };
    run(&[64, 2048]).run();
    run(&[2048, 63, 4096])
        .stderr(
            "jetan: warning: service 204 (set target): `target` in `$a0` was 63, usually it is 64 \
             to 2048\n",
        )
        .run();
}
