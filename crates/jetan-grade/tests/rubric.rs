//! Rubrics: every kind of mistake is named with its place, and what the documentation shows can
//! be read.

#![expect(clippy::disallowed_methods, reason = "reads the documentation")]

use std::collections::BTreeMap;

use jetan_grade::rubric::{Kind, Points, Read, Resources, Rule, read};

/// Files in memory.
#[derive(Default)]
struct Files(BTreeMap<&'static str, &'static [u8]>);

impl Resources for Files {
    fn file(&mut self, name: &str) -> Result<Vec<u8>, String> {
        self.0.get(name).map(|bytes| bytes.to_vec()).ok_or("there is no such file".to_owned())
    }

    fn list(&mut self, folder: &str) -> Result<Vec<String>, String> {
        let inside = self.0.keys().filter_map(|name| name.strip_prefix(folder)?.strip_prefix('/'));
        let names: Vec<String> = inside.map(str::to_owned).collect();
        if names.is_empty() { Err("there is no such folder".to_owned()) } else { Ok(names) }
    }
}

fn parse(text: &str) -> Read {
    let files = [
        ("cases/1.in", &b"1\n"[..]),
        ("cases/1.out", b"1\n"),
        ("cases/2.in", b"2\n"),
        ("cases/2.ans", b"2\n"),
        ("odd/1.in", b"1\n"),
        ("binary.out", b"\xff\xfe"),
        ("io.asm", b"print: jr $ra\n"),
        ("bad.toml", b"[input\n"),
        ("our-course.toml", b"[output]\nyes = [\"SI\"]\n"),
    ];
    read(text, &mut Files(files.into_iter().collect()))
}

/// A rubric with one criterion that is otherwise sound.
fn with(body: &str) -> String {
    format!("title = \"t\"\n[[criterion]]\nname = \"c\"\npoints = 1\n{body}")
}

#[test]
fn every_mistake_has_its_place() {
    let sound = "[[criterion.io]]\noutput = \"1\"\n";
    let cases = [
        // What, line, column, part of the message, part of the help.
        ("title = \"t\"\n".to_owned(), 1, 1, "from 1 to 1000 criteria", ""),
        ("title = \n".to_owned(), 1, 9, "", ""),
        ("titel = \"t\"\n".to_owned(), 1, 1, "no key `titel`", "`title`"),
        (with("rule = \"al\"\n"), 5, 8, "no word `al`", "`all`"),
        (with("rule = \"some\"\n"), 5, 8, "no word `some`", "`proportional`"),
        (with(""), 2, 1, "has no case", "criterion.io"),
        (with(sound).replace("points = 1", "points = -1"), 4, 10, "from 0 to", ""),
        (with(sound).replace("points = 1", "points = \"1\""), 4, 10, "points are a number", ""),
        (with(sound).replace("points = 1", "points = 1.005"), 4, 10, "two decimals", ""),
        (with("rule = \"best\"\n") + sound, 2, 1, "needs a number", ""),
        (with("rule = \"best\"\nbest = 2\n") + sound, 6, 8, "2 is not from 1 to 1", ""),
        (with("best = 1\n") + sound, 5, 8, "belongs to rule `best`", "rule = "),
        (with("[[criterion.io]]\ninput = \"1\"\n"), 5, 1, "nothing is expected", ""),
        (with("[[criterion.io]]\noutput-file = \"no.out\"\n"), 6, 15, "no such file", ""),
        (with("[[criterion.io]]\noutput-file = \"../x\"\n"), 6, 15, "no name of a file", ""),
        (with("[[criterion.io]]\noutput-file = \"binary.out\"\n"), 6, 15, "not UTF-8", ""),
        (with("[[criterion.io]]\nfolder = \"odd\"\n"), 6, 10, "has no `1.out`", ""),
        (with("[[criterion.io]]\nfolder = \"none\"\n"), 6, 10, "no such folder", ""),
        (
            with("[[criterion.io]]\noutput = \"(\"\ncompare = \"regex\"\n"),
            6,
            10,
            "no regular expression",
            "",
        ),
        (
            with("[[criterion.io]]\noutput = \"1\"\ntolerance = 1.0\n"),
            7,
            13,
            "belongs to",
            "numbers",
        ),
        (with("[[criterion.io]]\nframe = \"12\"\n"), 6, 9, "64 hexadecimal digits", ""),
        (with("[[criterion.io]]\noutput = \"\"\ninstructions = 0\n"), 7, 16, "0 is not from", ""),
        (with("[[criterion.call]]\n"), 5, 1, "missing field `procedure`", ""),
        (
            with("[[criterion.call]]\nprocedure = \"f\"\nregisters = { q0 = 1 }\n"),
            7,
            15,
            "`q0` is no register",
            "`a0`",
        ),
        (
            with("[[criterion.call]]\nprocedure = \"f\"\nregisters = { a0 = { word = 1 } }\n"),
            7,
            20,
            "a value is",
            "",
        ),
        (
            with("[[criterion.call]]\nprocedure = \"f\"\nexpect = { a0 = \"x\" }\n"),
            6,
            13,
            "a block it was not given",
            "",
        ),
        (
            with("[[criterion.call]]\nprocedure = \"f\"\nunchanged = [\"a0\"]\n"),
            7,
            14,
            "no register that is given a block",
            "",
        ),
        (with("[[criterion.dialogue]]\nsteps = [{ type = \"1\" }]\n"), 5, 1, "nothing is", ""),
        (
            with("[[criterion.dialogue]]\nsteps = [{ expect = \"1\" }, {}]\n"),
            6,
            28,
            "`expect` or `type`",
            "",
        ),
        (with("[[criterion.project]]\nname = \"sudoko\"\n"), 6, 8, "no project", "`sudoku`"),
        (
            with("[[criterion.project]]\nname = \"sudoku\"\nadapter = \"bad.toml\"\n"),
            7,
            11,
            "bad.toml",
            "",
        ),
        (with("[[criterion.policy]]\n"), 5, 1, "permits everything", ""),
        (with("[[criterion.policy]]\nbanned = [\"mull\"]\n"), 6, 11, "no instruction", "`mul`"),
        (
            with("[[criterion.policy]]\nbanned = [\"mul\"]\nallowed = [\"mul\"]\n"),
            5,
            1,
            "both allowed and banned",
            "",
        ),
        (format!("provide = [\"x.asm\"]\n{}", with(sound)), 1, 12, "no such file", ""),
        (format!("files = [\"/x.asm\"]\n{}", with(sound)), 1, 10, "no name of a file", ""),
    ];
    for (text, line, column, message, help) in cases {
        let Read { rubric, errors } = parse(&text);
        assert!(rubric.is_none(), "{text}");
        let error = errors.first().unwrap_or_else(|| panic!("no mistake in {text}"));
        assert_eq!((error.line, error.column), (line, column), "{error} in {text}");
        assert!(error.message.contains(message), "{error} in {text}");
        let helped = error.help.as_deref().unwrap_or_default();
        assert!(helped.contains(help), "{helped} for {text}");
    }
}

#[test]
fn several_mistakes_are_all_named() {
    let text =
        with("[[criterion.io]]\nfolder = \"none\"\n[[criterion.policy]]\nbanned = [\"x\"]\n");
    let places: Vec<usize> = parse(&text).errors.iter().map(|error| error.line).collect();
    assert_eq!(places, [6, 7, 8]);
}

#[test]
fn folders_become_cases() {
    let text = with("rule = \"proportional\"\n[[criterion.io]]\nfolder = \"cases\"\n");
    let rubric = parse(&text).rubric.expect("it is sound");
    let criterion = &rubric.criteria[0];
    let names: Vec<&str> = criterion.cases.iter().map(|case| case.name.as_str()).collect();
    assert_eq!(names, ["1", "2"]);
    assert_eq!((criterion.rule, criterion.points), (Rule::Proportional, Points(100)));
    assert!(matches!(&criterion.cases[1].kind, Kind::Io(io) if io.input == b"2\n"));
    assert_eq!(rubric.resources, ["cases/1.in", "cases/1.out", "cases/2.ans", "cases/2.in"]);
}

#[test]
fn the_rubrics_of_the_documentation_can_be_read() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let page = std::fs::read_to_string(format!("{root}/docs/grading.md")).expect("the page");
    let start =
        std::fs::read_to_string(format!("{root}/crates/jetan/src/command/grade/start.toml"));
    let blocks: Vec<&str> = page.split("```toml\n").skip(1).collect();
    assert!(blocks.len() >= 5, "{}", blocks.len());
    let blocks = blocks.iter().map(|block| {
        let text = block.split("```").next().unwrap_or_default();
        // Parts of a rubric are shown without what stands around them.
        if text.starts_with("title") { text.to_owned() } else { with(text) }
    });
    for text in blocks.chain([start.expect("what `new` writes")]) {
        let Read { rubric, errors } = parse(&text);
        assert!(rubric.is_some(), "{errors:?}\n{text}");
    }
}
