//! A tab as its worker uses it: messages and storage in, outputs out.

use jetan_web::tab::{FileWrite, NETWORK_FILE};
use jetan_web::{StoreOutcome, TabOutput, WebTab};
use jetan_workbench::WakeTime;
use jetan_workbench::host::GameQuestion;
use serde_json::{Value, json};

/// Slices that a story may take; none takes so many.
const SLICES_MAX: usize = 10_000;

fn clock() -> f64 {
    use std::time::{SystemTime, UNIX_EPOCH};
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64() * 1000.0)
}

/// What JavaScript does around a tab.
struct Worker {
    tab: WebTab,
    said: Vec<Value>,
    rows: Vec<(String, Option<String>)>,
    writes: Vec<FileWrite>,
    /// The answer of the storage to every write.
    outcome: StoreOutcome,
    questions: u32,
    /// The files that questions wanted.
    files: Vec<&'static str>,
}

impl Worker {
    fn new() -> Worker {
        Worker::around(WebTab::new(1, clock, None))
    }

    fn around(tab: WebTab) -> Worker {
        let mut worker = Worker {
            tab,
            said: Vec::new(),
            rows: Vec::new(),
            writes: Vec::new(),
            outcome: StoreOutcome::Done,
            questions: 0,
            files: Vec::new(),
        };
        worker.ask(json!({"id": 0, "do": "hello", "protocol": 1}));
        worker
    }

    fn fetch(&mut self) {
        while let Some(output) = self.tab.next_output() {
            match output {
                TabOutput::Text(text) => {
                    self.said.push(serde_json::from_str(&text).expect("messages are JSON"));
                }
                TabOutput::Binary(_) | TabOutput::Rest => {}
                TabOutput::Row(key, text) => self.rows.push((key, text)),
                TabOutput::Write(write) => {
                    if self.outcome != StoreOutcome::Done {
                        self.tab.put_file(&write.path, None);
                    }
                    self.writes.push(write);
                    self.tab.stored(self.outcome.clone());
                }
                TabOutput::Think { ticket, question, file } => {
                    self.questions += 1;
                    self.files.extend(file);
                    let question = GameQuestion::from_bytes(&question).expect("it is one");
                    let thought = question.answer(&mut || false);
                    self.tab.take_thought(ticket, &thought.to_bytes());
                }
            }
        }
    }

    /// Sends a request, works until nothing is left to do, and gives the answer.
    fn ask(&mut self, request: impl Into<Value>) -> Value {
        let request = request.into();
        self.said.clear();
        self.tab.handle(&request.to_string());
        self.fetch();
        for _ in 0..SLICES_MAX {
            let next = self.tab.advance();
            let had_thoughts = self.questions;
            self.fetch();
            if next == WakeTime::Never && self.questions == had_thoughts {
                break;
            }
        }
        let answer = self.said.iter().find(|said| said["re"] == request["id"]);
        answer.unwrap_or_else(|| panic!("{request}: {:?}", self.said)).clone()
    }

    fn console(&self) -> String {
        let output = self.said.iter().filter(|said| said["event"] == "output");
        output.filter_map(|event| event["text"].as_str()).collect()
    }
}

const HELLO: &str = ".data\nt: .asciiz \"hello\"\n.text\nla $a0, t\nli $v0, 4\nsyscall\n";

#[test]
fn a_stored_program_runs() {
    let mut worker = Worker::new();
    worker.tab.put_file("hello.asm", Some(HELLO.as_bytes().to_vec()));
    let files = worker.ask(json!({"id": 1, "do": "files"}));
    assert_eq!(files["ok"]["files"][0]["path"], "hello.asm");
    let read = worker.ask(json!({"id": 2, "do": "read", "path": "hello.asm"}));
    worker.ask(json!({"id": 3, "do": "open", "path": "hello.asm", "text": read["ok"]["text"]}));
    let started = worker.ask(json!({"id": 4, "do": "start", "roots": ["hello.asm"]}));
    assert!(started.get("ok").is_some(), "{started}");
    assert_eq!(worker.console(), "");
    worker.ask(json!({"id": 5, "do": "run"}));
    assert_eq!(worker.console(), "hello");
}

#[test]
fn a_save_is_answered_by_the_storage() {
    let mut worker = Worker::new();
    let save = |id: u32, stamp: Option<&str>| match stamp {
        Some(stamp) => {
            json!({"id": id, "do": "save", "path": "a.asm", "text": "nop", "stamp": stamp})
        }
        None => json!({"id": id, "do": "save", "path": "a.asm", "text": "nop"}),
    };
    worker.outcome = StoreOutcome::Failed("there is no room".to_owned());
    let full = worker.ask(save(1, None));
    assert_eq!(full["error"], json!({"code": "not-written", "message": "there is no room"}));
    let missing = worker.ask(json!({"id": 2, "do": "read", "path": "a.asm"}));
    assert_eq!(missing["error"]["code"], "no-file", "what was not stored is not there");
    worker.outcome = StoreOutcome::Changed;
    assert_eq!(worker.ask(save(3, None))["error"]["code"], "changed-on-disk");
    worker.outcome = StoreOutcome::Done;
    let saved = worker.ask(save(4, None));
    let stamp = saved["ok"]["stamp"].as_str().expect("it is saved").to_owned();
    let [.., last] = &worker.writes[..] else { panic!("there was a write") };
    assert_eq!((last.path.as_str(), &last.bytes[..], &last.known), ("a.asm", &b"nop"[..], &None));
    assert_eq!(last.stamp, stamp);
    let writes = worker.writes.len();
    assert_eq!(worker.ask(save(5, None))["error"]["code"], "changed-on-disk");
    assert_eq!(worker.writes.len(), writes, "a save that is refused here writes nothing");
    assert!(worker.ask(save(6, Some(&stamp))).get("ok").is_some());
    assert_eq!(worker.writes.last().and_then(|write| write.known.clone()), Some(stamp));
}

#[test]
fn a_save_without_a_number_that_fails_spoils_no_other_answer() {
    let mut worker = Worker::new();
    worker.outcome = StoreOutcome::Failed("there is no room".to_owned());
    worker.tab.handle(&json!({"do": "save", "path": "a.asm", "text": "nop"}).to_string());
    // Asked before the storage has answered, so the file is still there.
    let before = worker.ask(json!({"id": 1, "do": "files"}));
    assert_eq!(before["ok"]["files"][0]["path"], "a.asm");
    let after = worker.ask(json!({"id": 2, "do": "files"}));
    assert_eq!(after["ok"]["files"], json!([]));
}

#[test]
fn names_that_lead_out_are_refused_and_foreign_rows_are_not_taken_over() {
    let mut worker = Worker::new();
    for path in ["../a.asm", "/a.asm", "a//b.asm", "c:a.asm", "con.asm"] {
        let answer = worker.ask(json!({"id": 1, "do": "save", "path": path, "text": ""}));
        assert_eq!(answer["error"]["code"], "not-allowed", "{path}");
        worker.tab.put_file(path, Some(Vec::new()));
    }
    worker.tab.put_file("large.asm", Some(vec![b' '; 17 << 20]));
    let files = worker.ask(json!({"id": 2, "do": "files"}));
    assert_eq!(files["ok"]["files"], json!([]));
}

#[test]
fn without_storage_there_is_no_folder_and_saving_says_so() {
    let mut tab = WebTab::new(1, clock, None);
    tab.lose_storage();
    let mut worker = Worker::around(tab);
    assert!(worker.said[0]["ok"]["workspace"].get("name").is_none());
    let answer = worker.ask(json!({"id": 1, "do": "save", "path": "a.asm", "text": ""}));
    assert_eq!(answer["error"]["code"], "not-allowed");
    assert!(worker.writes.is_empty());
}

#[test]
fn a_game_is_thought_about_elsewhere_and_kept_as_rows() {
    let mut worker = Worker::new();
    let settings = json!({"opponent": "medium", "first": "1", "seed": 5});
    let game = json!({"id": 1, "do": "game", "game": "connect-four", "settings": settings});
    assert!(worker.ask(game).get("ok").is_some());
    worker.ask(json!({"id": 2, "do": "play", "move": "4"}));
    assert!(worker.questions > 0, "the reply was thought about");
    let last = worker.said.iter().rev().find(|said| said["event"] == "game");
    assert_eq!(last.map(|game| &game["moves"]), Some(&json!(2)));
    let saved = worker.rows.iter().rev().find(|(key, _)| key == "saved/connect-four");
    let Some((key, Some(text))) = saved else { panic!("it is saved: {:?}", worker.rows) };

    let mut tab = WebTab::new(2, clock, None);
    tab.put_row(key, Some(text));
    tab.put_row("saved/2048", Some("this is damaged ="));
    let mut later = Worker::around(tab);
    let games = later.ask(json!({"id": 1, "do": "games"}));
    let shown = games.to_string();
    assert!(shown.contains("connect-four"), "{shown}");
    let aside = later.rows.iter().find(|(key, _)| key.starts_with("damaged/saved/2048"));
    assert_eq!(
        aside.and_then(|(_, text)| text.as_deref()),
        Some("this is damaged ="),
        "{:?}",
        later.rows
    );
}

#[test]
fn anything_is_answered() {
    let mut worker = Worker::new();
    for text in ["", "[]", "{\"id\": -1}", "{\"id\": 7}", "nonsense"] {
        worker.said.clear();
        worker.tab.handle(text);
        worker.fetch();
        assert_eq!(worker.said.len(), 1, "{text}");
        assert!(worker.said[0].get("error").is_some(), "{text}");
    }
}

#[test]
fn only_questions_about_2048_want_its_network() {
    let mut worker = Worker::new();
    let settings = json!({"opponent": "easy", "first": "1", "seed": 5});
    worker.ask(json!({"id": 1, "do": "game", "game": "connect-four", "settings": settings}));
    worker.ask(json!({"id": 2, "do": "play", "move": "4"}));
    assert_eq!((worker.questions > 0, worker.files.len()), (true, 0));
    worker.ask(json!({"id": 3, "do": "game", "game": "2048", "settings": {"seed": 5}}));
    worker.ask(json!({"id": 4, "do": "hint"}));
    assert_eq!(worker.files, [NETWORK_FILE]);
}

#[test]
fn a_folder_of_the_computer_is_called_by_its_name() {
    let mut tab = WebTab::new(1, clock, Some(1 << 30));
    tab.name_folder("exercise 3");
    let worker = Worker::around(tab);
    assert_eq!(worker.said[0]["ok"]["workspace"]["name"], "exercise 3");
}
