//! Steps and their trials for the wire.

use jetan_grade::sketch::Piece;
use serde_json::{Value, json};

use super::Lesson;
use super::trial::{Trial, Wrong};
use crate::check::shown;

impl Lesson {
    pub(super) fn wire(&self) -> Value {
        let mut parts = self.text.split("\n# ");
        let text = parts.next().unwrap_or_default();
        let mut task = "";
        let mut hints = Vec::new();
        for part in parts {
            match part.split_once('\n') {
                Some(("Do", text)) => task = text.trim(),
                Some(("Hint", text)) => hints.push(text.trim()),
                _ => {}
            }
        }
        json!({
            "name": self.name, "chapter": self.chapter, "title": self.title,
            "minutes": self.minutes, "text": paragraphs(text), "task": paragraphs(task),
            "hints": hints, "pages": self.pages,
            "file": {"path": format!("{}.asm", self.name), "text": self.start},
        })
    }
}

fn paragraphs(text: &str) -> Vec<Value> {
    let texts = text.split("\n\n").map(str::trim).filter(|text| !text.is_empty());
    texts.map(|text| json!({"text": text.replace('\n', " ")})).collect()
}

/// A trial and what is wrong with a program in it, if anything is.
pub(super) fn told(trial: &Trial, wrong: Option<Wrong>) -> Value {
    let Some(wrong) = wrong else { return json!({"title": trial.title(), "passed": true}) };
    let mut wire = json!({
        "title": trial.title(), "passed": false, "summary": wrong.summary,
        "expected": wrong.expected, "actual": wrong.actual,
    });
    if let Some(help) = wrong.help {
        wire["help"] = Value::from(help);
    }
    if let Some(boards) = wrong.boards {
        let (expected, actual) = *boards;
        let (expected, actual) = ([Piece::Board(expected)], [Piece::Board(actual)]);
        let own = shown(&expected, &actual);
        wire["pieces"] = json!({"expected": own, "actual": shown(&actual, &expected)});
    }
    wire
}
