//! Project files: the cases that the studio has too, and what only a command line can say.

use toml::{Table, Value};

use super::{HELLO, Story};

const CASES: &str = include_str!("../../../../testdata/projects/cases.toml");

fn text<'t>(table: &'t Table, key: &str) -> Option<&'t str> {
    table.get(key).and_then(Value::as_str)
}

#[test]
fn a_project_file_says_what_is_run() {
    let cases: Table = CASES.parse().expect("the cases are TOML");
    for case in cases["case"].as_array().expect("there are cases") {
        let case = case.as_table().expect("a case is a table");
        let name = text(case, "name").expect("a name");
        let shown = text(case, "shown").expect("a file that is shown");
        let mut story = Story::new(&["run", shown])
            .file("jetan.toml", text(case, "project").expect("a project file"));
        let own = case.get("own").and_then(Value::as_table);
        for (path, source) in cases["files"].as_table().into_iter().chain(own).flatten() {
            story = story.file(path, source.as_str().expect("a text"));
        }
        let output = story.any_output();
        if let Some(says) = text(case, "says") {
            assert!(output.stderr.contains(says), "{name}: {}", output.stderr);
            if let Some(line) = case.get("line") {
                let place = format!("jetan.toml:{line}:");
                assert!(output.stderr.contains(&place), "{name}: {}", output.stderr);
                assert_eq!(output.code, Some(1), "{name}");
            }
        } else {
            let prints = text(case, "prints").expect("an output");
            assert_eq!((output.stdout.as_str(), output.code), (prints, Some(0)), "{name}");
        }
    }
}

/// A folder with a program of two files and a file that is not a part of it.
fn at_home(words: &[&str]) -> Story {
    Story::new(words)
        .file("lab/jetan.toml", "files = [\"b.asm\", \"a.asm\"]\n")
        .file("lab/a.asm", ".globl part\npart: li $v0, 10\nsyscall\n")
        .file("lab/b.asm", ".globl main\nmain: j part\n")
        .file("lab/wrong.asm", "main: lii\n")
}

#[test]
fn folders_and_projects_are_what_their_project_file_lists() {
    for words in [&["lab"][..], &["lab/"], &["--project", "lab/a.asm"], &["lab/b.asm"]] {
        at_home(&[&["run"], words].concat()).run();
        let output = at_home(&[&["asm", "--json"], words].concat()).output();
        assert!(output.stdout.contains("lab/a.asm") || output.code == Some(0), "{}", output.stdout);
        let script = [&["debug", "--script", "s"], words].concat();
        let output = at_home(&script).file("s", "continue\n").any_output();
        assert_eq!(output.code, Some(0), "{words:?}: {}{}", output.stdout, output.stderr);
    }
    // Whoever names files has decided.
    let output = at_home(&["run", "lab/a.asm", "lab/wrong.asm"]).any_output();
    assert!(output.stderr.contains("lii"), "{}", output.stderr);
}

#[test]
fn a_flag_wins_over_the_project_file() {
    let source = ".data\nx: .word 1\n.text\nla $a0, x\nli $v0, 1\nsyscall\nli $v0, 10\nsyscall\n";
    Story::new(&["run", "--memory", "CompactTextAtZero", "main.asm"])
        .file("jetan.toml", "memory = \"CompactDataAtZero\"\n")
        .file("main.asm", source)
        .stdout("8192")
        .run();
}

#[test]
fn a_sandbox_does_not_read_the_project_file_of_others() {
    Story::new(&["run", "--sandbox", "main.asm"])
        .file("jetan.toml", "fiels = 1\n")
        .file("main.asm", HELLO)
        .output();
    let output = Story::new(&["run", "--sandbox", "main.asm"])
        .file("jetan.toml", "fiels = 1\n")
        .file("main.asm", HELLO)
        .any_output();
    assert_eq!(output.code, Some(0), "{}", output.stderr);
}

#[test]
fn a_mistake_is_shown_at_its_line_with_what_was_meant() {
    let output = Story::new(&["run", "."])
        .file("jetan.toml", "# A lab\nfiels = [\"main.asm\"]\n")
        .file("main.asm", HELLO)
        .any_output();
    let expected = "error[P0102]: there is no key `fiels` here\n --> jetan.toml:2:1";
    assert!(output.stderr.starts_with(expected), "{}", output.stderr);
    assert!(output.stderr.contains("help: did you mean `files`?"), "{}", output.stderr);
}
