//! The same sources and packs through `run`, `debug`, `check` and `grade`: one loader, one answer.
//!
//! The studio has the same table in the tests of `jetan-workbench`.

use std::fs;
use std::path::Path;

use toml::{Table, Value};

use crate::story::Story;

const PACK_HEAD: &str = "name = \"gems\"\nversion = \"1\"\ncourse = \"c\"\nsummary = \"s\"\n";

/// The commands, without the pack.
const COMMANDS: [&[&str]; 4] = [
    &["run", "main.asm"],
    &["debug", "--script", "script.txt", "main.asm"],
    &["check", "sudoku", "--cases", "1", "main.asm"],
    &["grade", "rubric.toml", "class"],
];

struct Case {
    name: String,
    source: String,
    pack: Option<String>,
    is_packed: bool,
    says: Option<String>,
}

impl Case {
    fn of(row: &Table) -> Case {
        let text = |key: &str| row.get(key).and_then(Value::as_str).map(str::to_owned);
        Case {
            name: text("name").expect("a name"),
            source: text("source").expect("a source"),
            pack: text("pack"),
            is_packed: row.get("packed").and_then(Value::as_bool) == Some(true),
            says: text("says"),
        }
    }

    /// The words of a command about it, and its exit code.
    fn output(&self, command: &[&str]) -> (String, Option<i32>) {
        let is_graded = command[0] == "grade";
        let flags = if self.is_packed && !is_graded { &["--pack", "gems"][..] } else { &[] };
        let chosen = if self.is_packed { "pack = \"gems\"\n" } else { "" };
        let rubric = format!(
            "title = \"t\"\nstart-at-main = true\n{chosen}[[criterion]]\nname = \"c\"\npoints = 1\n\
             [[criterion.io]]\noutput = \"\"\n"
        );
        let story = Story::new(&[command, flags].concat())
            .file("main.asm", &self.source)
            .file("class/ann.asm", &self.source)
            .file("rubric.toml", rubric)
            .file("script.txt", "quit\n");
        let story = match &self.pack {
            Some(pack) => story.file("gems/pack.toml", format!("{PACK_HEAD}{pack}")),
            None => story,
        };
        let output = story.any_output();
        (format!("{}{}", output.stdout, output.stderr), output.code)
    }
}

fn cases() -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/loading/cases.toml");
    let text = fs::read_to_string(path).expect("there are cases");
    let table: Table = text.parse().expect("the cases are well-formed");
    let rows = table["case"].as_array().expect("a list").iter();
    rows.map(|row| Case::of(row.as_table().expect("a table"))).collect()
}

#[test]
fn every_command_gives_the_same_answer_to_the_same_sources_and_pack() {
    let cases = cases();
    let refusals: Vec<&String> = cases.iter().filter_map(|case| case.says.as_ref()).collect();
    for case in &cases {
        for command in COMMANDS {
            let (output, code) = case.output(command);
            let place = format!("{}, {}: {output}", case.name, command[0]);
            if let Some(says) = &case.says {
                assert!(output.contains(says.as_str()), "{place}");
            } else {
                assert!(!refusals.iter().any(|says| output.contains(says.as_str())), "{place}");
                // A check judges it, and the answer is not that of a Sudoku.
                assert_eq!(code, Some(i32::from(command[0] == "check")), "{place}");
            }
        }
    }
}
