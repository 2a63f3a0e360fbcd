//! Rubrics: every kind of mistake is named with its place, and what the documentation shows can
//! be read.

#![expect(clippy::disallowed_methods, reason = "reads the documentation")]

use std::collections::BTreeMap;

use jetan_grade::decisions::ClassOverrides;
use jetan_grade::rubric::{CaseAction, Points, ReadRubric, RubricResources, ScoringRule, read};

/// Files in memory.
#[derive(Default)]
struct Files(BTreeMap<&'static str, &'static [u8]>);

impl RubricResources for Files {
    fn file(&mut self, name: &str) -> Result<Vec<u8>, String> {
        self.0.get(name).map(|bytes| bytes.to_vec()).ok_or("there is no such file".to_owned())
    }

    fn list(&mut self, folder: &str) -> Result<Vec<String>, String> {
        let inside = self.0.keys().filter_map(|name| name.strip_prefix(folder)?.strip_prefix('/'));
        let names: Vec<String> = inside.map(str::to_owned).collect();
        if names.is_empty() { Err("there is no such folder".to_owned()) } else { Ok(names) }
    }
}

fn parse(text: &str) -> ReadRubric {
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

/// A rubric, the line and the column of its mistake, and parts of the message and of the help.
type Mistake = (&'static str, usize, usize, &'static str, &'static str);

/// Mistakes in whole rubrics.
const WHOLE: &[Mistake] = &[
    ("title = \"t\"\n", 1, 1, "from 1 to 1000 criteria", ""),
    ("title = \n", 1, 9, "", ""),
    ("titel = \"t\"\n", 1, 1, "no key `titel`", "`title`"),
];

/// Mistakes in a criterion that is otherwise sound; the lines are counted from its own first one.
const IN_CRITERION: &[Mistake] = &[
    ("points = -1", 1, 10, "from 0 to", ""),
    ("points = \"1\"", 1, 10, "points are a number", ""),
    ("points = 1.005", 1, 10, "two decimals", ""),
    ("points = 1\nrule = \"al\"", 2, 8, "no word `al`", "`all`"),
    ("points = 1\nrule = \"some\"", 2, 8, "no word `some`", "`proportional`"),
    ("points = 1\nrule = \"best\"\nbest = 2", 3, 8, "2 is not from 1 to 1", ""),
    ("points = 1\nbest = 1", 2, 8, "belongs to rule `best`", "rule = "),
];

/// Mistakes in cases; the lines are counted from their own first one.
const IN_CASES: &[Mistake] = &[
    (
        "[[criterion.call]]\nprocedure = \"f\"\nregisters = { \"3($sp)\" = 1 }",
        3,
        15,
        "is not a register",
        "16($sp)",
    ),
    (
        "[[criterion.call]]\nprocedure = \"f\"\nexpect = { v0 = { result = \"v0\" } }",
        3,
        17,
        "no earlier call",
        "",
    ),
    (
        "[[criterion.call]]\nprocedure = \"f\"\nthen = [{ procedure = \"f\", hidden = true }]",
        3,
        23,
        "belongs to the case",
        "",
    ),
    (
        "[[criterion.call]]\nprocedure = \"f\"\nthen = [{ procedure = \"f\", expct = {} }]",
        3,
        28,
        "no key `expct`",
        "`expect`",
    ),
    ("[[criterion.call]]\nprocedure = \"f\"\nallocates = -1", 3, 13, "is not from 0", ""),
    (
        "[[criterion.call]]\nprocedure = \"f\"\nregisters = { a0 = { new = 5 } }",
        2,
        13,
        "belong to `expect`",
        "without them",
    ),
    (
        "[[criterion.call]]\nprocedure = \"f\"\nexpect = { v0 = \"x\" }",
        2,
        13,
        "a block it was not given",
        "{ to = … }",
    ),
    ("[[criterion.io]]\ninput = \"1\"", 1, 1, "nothing is expected", ""),
    ("[[criterion.io]]\noutput-file = \"no.out\"", 2, 15, "no such file", ""),
    ("[[criterion.io]]\noutput-file = \"../x\"", 2, 15, "not the name of a file", ""),
    ("[[criterion.io]]\noutput-file = \"binary.out\"", 2, 15, "not UTF-8", ""),
    ("[[criterion.io]]\nfolder = \"odd\"", 2, 10, "has no `1.out`", ""),
    ("[[criterion.io]]\nfolder = \"none\"", 2, 10, "no such folder", ""),
    (
        "[[criterion.io]]\noutput = \"(\"\ncompare = \"regex\"",
        2,
        10,
        "not a regular expression",
        "",
    ),
    ("[[criterion.io]]\noutput = \"\"\ntolerance = 1.0", 3, 13, "belongs to", "numbers"),
    ("[[criterion.io]]\nframe = \"12\"", 2, 9, "64 hexadecimal digits", ""),
    ("[[criterion.io]]\noutput = \"\"\ninstructions = 0", 3, 16, "0 is not from", ""),
    ("[[criterion.io]]\nchecks = [\"saved\", \"sved\"]", 2, 20, "no check `sved`", ""),
    (
        "[[criterion.io]]\ntools = { cache = \"6x4\", expect = [\"hit>=80\"] }",
        2,
        19,
        "power of two, not 6",
        "",
    ),
    (
        "[[criterion.io]]\ntools = { cache = \"8x4\", expect = [\"hat>=80\"] }",
        2,
        36,
        "no figure `hat`",
        "",
    ),
    ("[[criterion.io]]\ntools = { cache = \"8x4\", expect = [] }", 2, 9, "expects nothing", ""),
    (
        "[[criterion.io]]\ntools = { costs = \"lod=3\", expect = [\"cost-cpi<2\"] }",
        2,
        19,
        "no class `lod`",
        "",
    ),
    (
        "[[criterion.io]]\nchecks = [\"all\"]\ntools = { expect = [\"instructions<9\"] }",
        3,
        9,
        "make two cases",
        "",
    ),
    ("[[criterion.io]]\nexpect-files = { \"o\" = 1 }", 2, 24, "a file is a text", ""),
    ("[[criterion.io]]\nexpect-files = { \"o\" = { file = \"n\" } }", 2, 24, "cannot be read", ""),
    ("[[criterion.call]]", 1, 1, "missing field `procedure`", ""),
    (
        "[[criterion.call]]\nprocedure = \"f\"\nregisters = { q0 = 1 }",
        3,
        15,
        "`q0` is not a register",
        "`a0`",
    ),
    (
        "[[criterion.call]]\nprocedure = \"f\"\nregisters = { a0 = { word = 1 } }",
        3,
        20,
        "a value is",
        "",
    ),
    (
        "[[criterion.call]]\nprocedure = \"f\"\nexpect = { a0 = \"x\" }",
        2,
        13,
        "a block it was not given",
        "",
    ),
    (
        "[[criterion.call]]\nprocedure = \"f\"\nunchanged = [\"a0\"]",
        3,
        14,
        "not a register that is given a block",
        "",
    ),
    ("[[criterion.dialogue]]\nsteps = [{ type = \"1\" }]", 1, 1, "nothing is", ""),
    ("[[criterion.dialogue]]\nsteps = [{ expect = \"1\" }, {}]", 2, 28, "`expect` or `type`", ""),
    ("[[criterion.project]]\nname = \"sudoko\"", 2, 8, "no project", "`sudoku`"),
    ("[[criterion.project]]\nname = \"sudoku\"\nadapter = \"bad.toml\"", 3, 11, "bad.toml", ""),
    (
        "[[criterion.project]]\nname = \"sudoku\"\nonly = [\"x\"]\ncases = 3",
        4,
        9,
        "no generated",
        "",
    ),
    ("[[criterion.project]]\nname = \"sudoku\"\nrules = { side = 5 }", 2, 8, "rules: ", ""),
    ("[[criterion.policy]]", 1, 1, "permits everything", ""),
    ("[[criterion.policy]]\nbanned = [\"mull\"]", 2, 11, "no instruction", "`mult`"),
    (
        "[[criterion.policy]]\nbanned = [\"mul\"]\nallowed = [\"mul\"]",
        1,
        1,
        "both allowed and banned",
        "",
    ),
];

/// Mistakes in front of the criteria, which are sound.
const IN_FRONT: &[Mistake] = &[
    ("provide = [\"x.asm\"]", 1, 12, "no such file", ""),
    ("files = [\"/x.asm\"]", 1, 10, "not the name of a file", ""),
    ("[limits]\ninstructions = -1", 2, 16, "-1 is not from", ""),
    ("[limit]", 1, 2, "no key `limit`", "`limits`"),
];

#[track_caller]
fn check_mistake(text: &str, lines_before: usize, mistake: &Mistake) {
    let &(_, line, column, message, help) = mistake;
    let ReadRubric { rubric, errors } = parse(text);
    assert!(rubric.is_none(), "{text}");
    let error = errors.first().unwrap_or_else(|| panic!("no mistake in {text}"));
    assert_eq!((error.line, error.column), (line + lines_before, column), "{error} in {text}");
    assert!(error.message.contains(message), "{error} in {text}");
    let helped = error.help.as_deref().unwrap_or_default();
    assert!(helped.contains(help), "{helped} for {text}");
}

#[test]
fn every_mistake_has_its_place() {
    let sound = "[[criterion.io]]\noutput = \"1\"\n";
    for mistake in WHOLE {
        check_mistake(mistake.0, 0, mistake);
    }
    for mistake in IN_CRITERION {
        let head = "title = \"t\"\n[[criterion]]\nname = \"c\"\n";
        check_mistake(&format!("{head}{}\n{sound}", mistake.0), 3, mistake);
    }
    for mistake in IN_CASES {
        check_mistake(&with(&format!("{}\n", mistake.0)), 4, mistake);
    }
    for mistake in IN_FRONT {
        let rest = with(sound).replacen("title = \"t\"\n", "", 1);
        check_mistake(&format!("title = \"t\"\n{}\n{rest}", mistake.0), 1, mistake);
    }
    let no_case = with("");
    check_mistake(&no_case, 0, &("", 2, 1, "has no case", "criterion.io"));
    let no_number = with(&format!("rule = \"best\"\n{sound}"));
    check_mistake(&no_number, 0, &("", 2, 1, "needs a number", ""));
}

#[test]
fn several_mistakes_are_all_named() {
    let text =
        with("[[criterion.io]]\nfolder = \"none\"\n[[criterion.policy]]\nbanned = [\"x\"]\n");
    let places: Vec<usize> = parse(&text).errors.iter().map(|error| error.line).collect();
    assert_eq!(places, [6, 8]);
    // Mistakes of the form do not hide each other, nor mistakes of the meaning behind them.
    let text = with(
        "rul = \"all\"\n[[criterion.io]]\noutptu = \"1\"\nhidden = 3\nkeys = [\n 1,\n 2\n]\n\
         output = \"1\"\n\
         [[criterion.policy]]\nbanned = [\"x\"]\nlabel = []\n",
    );
    let errors = parse(&text).errors;
    let reported: Vec<(usize, &str)> =
        errors.iter().map(|error| (error.line, error.message.as_str())).collect();
    let lines: Vec<usize> = reported.iter().map(|it| it.0).collect();
    assert_eq!(lines, [5, 7, 8, 9, 15, 16], "{reported:?}");
}

#[test]
fn ten_thousand_cases_are_read() {
    let case = "[[criterion.io]]\noutput = \"1\"\n";
    let rubric = parse(&with(&case.repeat(10_000))).rubric.expect("it is sound");
    assert_eq!(rubric.criteria[0].cases.len(), 10_000);
    let wrong = with(&format!("{}{}", case.repeat(10_000), "[[criterion.io]]\noutptu = 1\n"));
    assert_eq!(parse(&wrong).errors[0].line, 20_006);
}

#[test]
fn folders_become_cases() {
    let text = with("rule = \"proportional\"\n[[criterion.io]]\nfolder = \"cases\"\n");
    let rubric = parse(&text).rubric.expect("it is sound");
    let criterion = &rubric.criteria[0];
    let names: Vec<&str> = criterion.cases.iter().map(|case| case.name.as_str()).collect();
    assert_eq!(names, ["1", "2"]);
    assert_eq!((criterion.rule, criterion.points), (ScoringRule::Proportional, Points(100)));
    assert!(matches!(&criterion.cases[1].kind, CaseAction::Io(io) if io.input == b"2\n"));
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
    let (decisions, blocks): (Vec<&str>, Vec<&str>) =
        blocks.into_iter().partition(|block| block.trim_start().starts_with("[late]"));
    assert_eq!(decisions.len(), 1);
    for block in decisions {
        let text = block.split("```").next().unwrap_or_default();
        assert_eq!(ClassOverrides::read(text).err(), None, "{text}");
    }
    let blocks = blocks.iter().map(|block| {
        let text = block.split("```").next().unwrap_or_default();
        // Parts of a rubric are shown without what stands around them.
        if text.starts_with("title") { text.to_owned() } else { with(text) }
    });
    for text in blocks.chain([start.expect("what `new` writes")]) {
        let ReadRubric { rubric, errors } = parse(&text);
        assert!(rubric.is_some(), "{errors:?}\n{text}");
    }
}

#[test]
fn one_look_finds_every_mistake() {
    let text = "\
fils = [\"a.asm\"]
seed = \"x\"
[limts]
instructions = 5
[[criterion]]
name = \"c\"
pints = 3
rule = \"al\"
[[criterion.io]]
input = \"1\"
outpt = \"2\"
[[criterion.call]]
procedure = \"f\"
registers = { q0 = 1 }
expct = { v0 = 1 }
[[criterion.call]]
expect = { v0 = 1 }
[[criterion.project]]
name = \"sudko\"
prt = \"x\"
[[criterion.policy]]
banned = [\"mulx\"]
[[criterion.dialogue]]
steps = [{ expct = \"a\" }]
[[criterion]]
points = 1
[[criterion.io]]
output = \"1\"
compare = \"numbrs\"
";
    let lines: Vec<usize> = parse(text).errors.iter().map(|error| error.line).collect();
    // Not that the title is missing, which may be what `fils` was meant to be.
    assert_eq!(lines, [1, 2, 3, 7, 8, 11, 14, 15, 16, 19, 20, 22, 24, 25, 29], "{:#?}", {
        parse(text).errors
    });
}
