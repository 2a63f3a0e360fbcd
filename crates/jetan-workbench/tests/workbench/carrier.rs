//! A carrier in memory, and a tab that talks to a workbench through it.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

use jetan_machine::{Engine, Host, Interpreter, Machine, Stop, StopConditions};
use jetan_wire::Incoming;
use jetan_workbench::game_store::{InMemoryStore, SavedGameStore};
use jetan_workbench::host::{
    EngineChoice, Entry, FolderError, FolderListing, GameQuestion, GameThought, RunBounds,
    StoredFile, Workspace,
};
use jetan_workbench::{MessageFrame, WakeTime, Workbench, WorkbenchHost};
use serde_json::{Value, json};

/// Slices that a story may take; none takes so many.
const SLICES_MAX: usize = 100_000;

/// Files, a clock that goes on by itself, and slices of a few questions.
#[derive(Default)]
pub(crate) struct Memory {
    pub(crate) files: BTreeMap<String, Vec<u8>>,
    pub(crate) now_ms: i64,
    /// How often a slice may go on, and how often it still may.
    pub(crate) slice: u32,
    left: u32,
    /// What the engines have done in all, then when somebody last looked at the time, and the most
    /// in between.
    done: Rc<Cell<u64>>,
    looked: u64,
    longest: u64,
    pub(crate) shelf: InMemoryStore,
    /// What is thought about; it is done when somebody asks for it.
    question: Option<(u64, GameQuestion)>,
    /// Whether thoughts take for ever.
    pub(crate) is_slow: bool,
    /// Questions that the last thought has asked.
    pub(crate) steps: u64,
}

/// An engine whose instructions are counted.
struct MeteredInterpreter {
    engine: Interpreter,
    done: Rc<Cell<u64>>,
}

impl Engine for MeteredInterpreter {
    fn run(&mut self, machine: &mut Machine, host: &mut dyn Host, until: &StopConditions) -> Stop {
        let before = machine.count;
        let stop = self.engine.run(machine, host, until);
        self.done.set(self.done.get() + (machine.count - before));
        stop
    }

    fn bursts(&self) -> u64 {
        self.engine.bursts()
    }
}

impl Memory {
    /// The most instructions between two looks at the time.
    pub(crate) fn longest(&self) -> u64 {
        self.longest
    }
}

impl WorkbenchHost for Memory {
    fn bounds(&self) -> RunBounds {
        RunBounds::COMPUTER
    }

    fn now_ms(&mut self) -> i64 {
        self.now_ms
    }

    fn seed(&mut self) -> i64 {
        1
    }

    fn has_time(&mut self) -> bool {
        self.longest = self.longest.max(self.done.get() - self.looked);
        self.looked = self.done.get();
        self.left = self.left.saturating_sub(1);
        self.left > 0
    }

    fn engine(&mut self, _choice: EngineChoice) -> Box<dyn Engine> {
        Box::new(MeteredInterpreter { engine: Interpreter::default(), done: Rc::clone(&self.done) })
    }

    fn think(&mut self, ticket: u64, question: GameQuestion) {
        self.question = Some((ticket, question));
        self.steps = 0;
    }

    fn thinking_steps(&mut self) -> u64 {
        self.steps
    }

    fn thought(&mut self) -> Option<(u64, GameThought)> {
        if self.is_slow {
            return None;
        }
        let (ticket, question) = self.question.take()?;
        let mut count = || {
            self.steps += 1;
            false
        };
        Some((ticket, question.answer(&mut count)))
    }

    fn rest(&mut self) {
        self.question = None;
    }

    fn shelf(&mut self) -> &mut dyn SavedGameStore {
        &mut self.shelf
    }

    fn workspace(&mut self) -> Workspace {
        Workspace { name: Some("folder".to_owned()), ..Workspace::default() }
    }

    fn list(&mut self) -> Result<FolderListing, FolderError> {
        let entry = |(path, bytes): (&String, &Vec<u8>)| Entry {
            path: path.clone(),
            size: bytes.len() as u64,
            is_read_only: false,
        };
        Ok(FolderListing {
            files: self.files.iter().map(entry).collect(),
            ..FolderListing::default()
        })
    }

    fn read(&mut self, path: &str) -> Result<StoredFile, FolderError> {
        let bytes = self.files.get(path).cloned().ok_or(FolderError::Missing)?;
        let stamp = format!("{bytes:?}");
        Ok(StoredFile { bytes, stamp, is_read_only: false })
    }

    fn save(
        &mut self,
        path: &str,
        bytes: &[u8],
        stamp: Option<&str>,
    ) -> Result<String, FolderError> {
        let there = self.read(path).ok().map(|stored| stored.stamp);
        if there.as_deref() != stamp {
            return Err(FolderError::Changed);
        }
        self.files.insert(path.to_owned(), bytes.to_vec());
        Ok(format!("{bytes:?}"))
    }
}

/// A tab: what it has sent is answered, and everything that came is kept until it is looked at.
pub(crate) struct Tab {
    pub(crate) bench: Workbench,
    pub(crate) memory: Memory,
    pub(crate) came: Vec<Value>,
    pub(crate) binary: Vec<Vec<u8>>,
    next_id: u32,
}

impl Tab {
    /// A tab that has greeted.
    pub(crate) fn new() -> Tab {
        let mut tab = Tab::silent();
        tab.ask(json!({"do": "hello", "protocol": 1}));
        tab
    }

    pub(crate) fn silent() -> Tab {
        Tab {
            bench: Workbench::new("tab".to_owned()),
            memory: Memory { now_ms: 1_000_000, slice: 4, ..Memory::default() },
            came: Vec::new(),
            binary: Vec::new(),
            next_id: 100,
        }
    }

    /// A tab with a program that is about to start.
    pub(crate) fn with(text: &str) -> Tab {
        Tab::with_options(text, &json!({}))
    }

    pub(crate) fn with_options(text: &str, options: &Value) -> Tab {
        let mut tab = Tab::new();
        tab.ask(json!({"do": "open", "path": "a.asm", "text": text}));
        tab.ask(json!({"do": "start", "roots": ["a.asm"], "options": options}));
        tab
    }

    /// Sends a text as it is; only the message itself is done.
    pub(crate) fn send(&mut self, text: &str) {
        self.memory.left = self.memory.slice;
        self.bench.handle(Incoming::parse(text), &mut self.memory);
        self.fetch();
    }

    fn fetch(&mut self) {
        for message in self.bench.take() {
            match message.into_frame() {
                MessageFrame::Text(text) => {
                    self.came.push(serde_json::from_str(&text).expect("answers are JSON"));
                }
                MessageFrame::Binary(bytes) => self.binary.push(bytes),
            }
        }
    }

    /// A slice of what is going on; the clock goes on to when it is wanted.
    pub(crate) fn advance(&mut self) -> WakeTime {
        self.memory.left = self.memory.slice;
        let next = self.bench.advance(&mut self.memory);
        self.fetch();
        if let WakeTime::At(ms) = next {
            self.memory.now_ms = self.memory.now_ms.max(ms);
        }
        next
    }

    /// Goes on until nothing is left to do.
    pub(crate) fn settle(&mut self) {
        for _ in 0..SLICES_MAX {
            self.memory.now_ms += 1;
            if self.advance() == WakeTime::Never {
                return;
            }
        }
        panic!("the run does not come to rest");
    }

    /// Sends a request, goes on until all is quiet, and gives the answer.
    pub(crate) fn ask(&mut self, mut request: Value) -> Value {
        self.next_id += 1;
        let id = self.next_id;
        request["id"] = Value::from(id);
        self.send(&request.to_string());
        self.settle();
        let answers: Vec<&Value> =
            self.came.iter().filter(|came| came.get("re") == Some(&Value::from(id))).collect();
        assert_eq!(answers.len(), 1, "{request} has one answer");
        answers[0].clone()
    }

    /// The same for a request that is done.
    pub(crate) fn done(&mut self, request: Value) -> Value {
        let answer = self.ask(request.clone());
        assert!(answer.get("error").is_none(), "{request}: {answer}");
        answer["ok"].clone()
    }

    /// The same for one that is refused: the code.
    pub(crate) fn refused(&mut self, request: Value) -> String {
        let answer = self.ask(request.clone());
        let code = answer["error"]["code"].as_str();
        code.unwrap_or_else(|| panic!("{request}: {answer}")).to_owned()
    }

    /// The answer to a request, without waiting for what is going on.
    pub(crate) fn ask_at_once(&mut self, mut request: Value) -> Value {
        request["id"] = Value::from(u32::MAX);
        self.came.clear();
        self.send(&request.to_string());
        let answer = self.came.iter().find(|came| came["re"] == u32::MAX);
        answer.unwrap_or_else(|| panic!("{request}: {:?}", self.came)).clone()
    }

    /// The last event of a kind, and everything before it is forgotten.
    pub(crate) fn last(&mut self, event: &str) -> Value {
        let found = self.came.iter().rev().find(|came| came["event"] == event);
        let found = found.unwrap_or_else(|| panic!("there is no event {event}: {:?}", self.came));
        let found = found.clone();
        self.came.clear();
        found
    }

    /// What a client's console shows after all that came.
    pub(crate) fn console(&self) -> String {
        let mut shown: Vec<u8> = Vec::new();
        for event in self.came.iter().filter(|came| came["event"] == "output") {
            let at = event["at"].as_u64().expect("a place") as usize;
            shown.truncate(at);
            shown.resize(at, b'?');
            shown.extend(event["text"].as_str().expect("a text").bytes());
        }
        String::from_utf8_lossy(&shown).into_owned()
    }
}
