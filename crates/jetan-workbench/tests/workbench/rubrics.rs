//! The rubric of a folder: what students see of it, what a program earns, and hostile ones.

use serde_json::{Value, json};

use crate::carrier::Tab;

const RUBRIC: &str = r#"
title = "Lab 3"
files = ["lab3.asm"]

[[criterion]]
name = "doubles"
points = 2.5
rule = "proportional"
message = "Read about `sll`."
io = [
  { input = "2\n", output = "4" },
  { input = "-3\n", output = "-6", message = "Negative numbers, too." },
]

[[criterion]]
name = "double"
points = 5
call = [
  { procedure = "double", registers = { a0 = 4 }, expect = { v0 = 8 } },
  { procedure = "double", registers = { a0 = 9 }, expect = { v0 = 18 }, hidden = true },
]

[[criterion]]
name = "secret"
points = 10
hidden = true
io = [{ input = "50\n", output = "100" }]
"#;

const RIGHT: &str = "\
main:   li   $v0, 5
        syscall
        move $a0, $v0
        jal  double
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
double: sll  $v0, $a0, 1
        jr   $ra
";

fn folder(rubric: &str, program: &str) -> Tab {
    let mut tab = Tab::new();
    tab.memory.files.insert("rubric.toml".to_owned(), rubric.as_bytes().to_vec());
    tab.memory.files.insert("lab3.asm".to_owned(), program.as_bytes().to_vec());
    tab
}

fn grade(tab: &mut Tab) -> Value {
    tab.done(json!({"do": "grade", "roots": ["lab3.asm"]}))
}

#[test]
fn visible_criteria_are_shown_and_hidden_ones_counted() {
    let mut tab = folder(RUBRIC, RIGHT);
    let found = tab.done(json!({"do": "rubric"}));
    assert_eq!(
        found["rubric"],
        json!({
            "title": "Lab 3",
            "files": ["lab3.asm"],
            "points": 17.5,
            "hidden": 1,
            "criteria": [
                {"name": "doubles", "points": 2.5, "cases": 2, "hidden": 0},
                {"name": "double", "points": 5.0, "cases": 1, "hidden": 1},
            ],
        })
    );
    assert_eq!(found["mistakes"], json!([]));
    assert!(!found.to_string().contains("secret"));
}

#[test]
fn a_right_program_earns_what_no_hidden_case_decides() {
    let mut tab = folder(RUBRIC, RIGHT);
    let graded = grade(&mut tab);
    let criteria = graded["criteria"].as_array().expect("criteria");
    assert_eq!(criteria.len(), 2, "{graded:#}");
    assert_eq!(criteria[0]["scored"], 2.5);
    assert_eq!(criteria[0]["passed"], 2);
    // The hidden call was not made, so nobody knows its points.
    assert_eq!(criteria[1]["scored"], Value::Null);
    assert_eq!(criteria[1]["passed"], 1);
    assert_eq!(graded["failures"], json!([]));
}

#[test]
fn a_wrong_program_is_told_its_cases_with_the_input_that_shows_them() {
    let mut tab = folder(RUBRIC, &RIGHT.replace("sll  $v0, $a0, 1", "mul  $v0, $a0, $a0"));
    let graded = grade(&mut tab);
    assert_eq!(graded["criteria"][0]["scored"], 1.25, "{graded:#}");
    assert_eq!(graded["criteria"][0]["message"], "Read about `sll`.");
    let failures = graded["failures"].as_array().expect("failures");
    assert_eq!(failures.len(), 2);
    assert_eq!(failures[0]["criterion"], "doubles");
    assert_eq!(failures[0]["input"], "-3\n");
    assert_eq!(failures[0]["help"], "Negative numbers, too.");
    assert_eq!(failures[0]["pieces"]["expected"][0]["text"], "-6");
    assert_eq!(failures[0]["pieces"]["actual"][0]["text"], "9");
    assert_eq!(failures[1]["call"], "double with $a0 = 4");
    assert_eq!(failures[1]["input"], Value::Null);
    // What is in the editor is graded, saved or not.
    tab.done(json!({"do": "open", "path": "lab3.asm", "text": RIGHT}));
    assert_eq!(grade(&mut tab)["failures"], json!([]));
}

#[test]
fn mistakes_have_their_lines_and_nothing_is_graded() {
    let mut tab = folder(&RUBRIC.replace("points = 5", "point = 5"), RIGHT);
    let found = tab.done(json!({"do": "rubric"}));
    assert_eq!(found["rubric"], Value::Null);
    assert_eq!(found["mistakes"][0]["line"], 17, "{found:#}");
    let refused = tab.refused(json!({"do": "grade", "roots": ["lab3.asm"]}));
    assert_eq!(refused, "bad-request");
}

#[test]
fn no_rubric_is_no_error() {
    let mut tab = Tab::new();
    let found = tab.done(json!({"do": "rubric"}));
    assert_eq!(found, json!({"mistakes": []}));
}

#[test]
fn hostile_rubrics_are_bounded() {
    let io = |line: &str| {
        format!("title = \"x\"\n[[criterion]]\nname = \"c\"\npoints = 1\nio = [{{ {line} }}]\n")
    };
    // A way out of the folder, and a file that is not there.
    for name in ["../secret", "/etc/passwd", "none.txt"] {
        let mut tab = folder(&io(&format!("input-file = \"{name}\", output = \"\"")), RIGHT);
        let found = tab.done(json!({"do": "rubric"}));
        assert_eq!(found["mistakes"].as_array().map(Vec::len), Some(1), "{name}: {found:#}");
    }
    // Files that are too large together.
    let mut tab = folder(&io("input-file = \"large\", output = \"\""), RIGHT);
    tab.memory.files.insert("large".to_owned(), vec![b'x'; 9 << 20]);
    let found = tab.done(json!({"do": "rubric"}));
    assert!(found["mistakes"][0]["message"].to_string().contains("8 MiB"), "{found:#}");
    // A rubric that is too large itself.
    let mut tab = folder(&"#".repeat(300 << 10), RIGHT);
    assert_eq!(tab.refused(json!({"do": "rubric"})), "too-large");
    // Output without end, and a text of it that is cut.
    let mut tab = folder(
        &io("input = \"\", output = \"y\""),
        "main: li $v0, 11\n li $a0, 120\nloop: syscall\n j loop\n",
    );
    let graded = grade(&mut tab);
    assert_eq!(graded["criteria"][0]["failed"], 1);
    assert!(graded.to_string().len() < 40_000, "{}", graded.to_string().len());
}
