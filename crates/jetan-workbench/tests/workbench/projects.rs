//! Project files in the studio: the cases that `jetan run` has too.

use serde_json::{Value, json};
use toml::Table;

use crate::carrier::Tab;

const CASES: &str = include_str!("../../../../testdata/projects/cases.toml");

fn text<'t>(table: &'t Table, key: &str) -> Option<&'t str> {
    table.get(key).and_then(toml::Value::as_str)
}

#[test]
fn a_project_file_is_understood_as_by_jetan_run() {
    let cases: Table = CASES.parse().expect("the cases are TOML");
    for case in cases["case"].as_array().expect("there are cases") {
        let case = case.as_table().expect("a case is a table");
        let name = text(case, "name").expect("a name");
        let mut tab = Tab::new();
        let own = case.get("own").and_then(toml::Value::as_table);
        for (path, source) in cases["files"].as_table().into_iter().chain(own).flatten() {
            let source = source.as_str().expect("a text").as_bytes().to_vec();
            tab.memory.files.insert(path.clone(), source);
        }
        let project = text(case, "project").expect("a project file").as_bytes().to_vec();
        tab.memory.files.insert("jetan.toml".to_owned(), project);
        let shown = text(case, "shown").expect("a file that is shown");
        let answer = tab.ask(json!({"do": "belonging", "path": shown}));
        if let Some(line) = case.get("line") {
            let says = text(case, "says").expect("a mistake");
            let message = answer["error"]["message"].as_str().unwrap_or_default();
            let place = format!("jetan.toml: line {line}: {says}");
            assert!(message.starts_with(&place), "{name}: {answer}");
            // The same, if somebody starts it without asking.
            let start = json!({"do": "start", "roots": [shown], "run": true});
            assert_eq!(tab.refused(start), "bad-request", "{name}");
            continue;
        }
        let roots: Value = answer["ok"]["roots"].clone();
        let start = json!({"do": "start", "roots": roots, "run": true});
        if let Some(says) = text(case, "says") {
            let answer = tab.ask(start);
            let message = answer["error"]["message"].as_str().unwrap_or_default();
            assert!(message.contains(says), "{name}: {answer}");
            continue;
        }
        let expected = serde_json::to_value(&case["roots"]).expect("roots as JSON");
        assert_eq!(roots, expected, "{name}");
        tab.done(start);
        tab.settle();
        assert_eq!(tab.console(), text(case, "prints").expect("an output"), "{name}");
    }
}
