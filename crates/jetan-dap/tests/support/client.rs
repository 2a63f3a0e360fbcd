//! An adapter over files in memory, and a client that keeps everything that comes.
#![allow(dead_code, reason = "each test program uses a part of it")]
#![allow(clippy::needless_pass_by_value, reason = "arguments are written where they are sent")]

use std::collections::BTreeMap;

use jetan_dap::{AdapterHost, DebugAdapter};
use jetan_machine::{Engine, Interpreter};
use jetan_workbench::game_store::{InMemoryStore, SavedGameStore};
use jetan_workbench::host::{
    EngineChoice, Entry, FolderError, FolderListing, GameQuestion, GameThought, RunBounds,
    StoredFile, Workspace,
};
use jetan_workbench::{WakeTime, WorkbenchHost};
use serde_json::{Value, json};

/// The folder of all programs.
pub(crate) const FOLDER: &str = "/class";
/// Slices that a story may take; none takes so many.
const SLICES_MAX: usize = 20_000;

/// Files, a clock that goes on by itself, and slices of a few questions.
#[derive(Default)]
pub(crate) struct MemoryHost {
    pub(crate) files: BTreeMap<String, Vec<u8>>,
    /// The folder that is open, as it begins the names of its files.
    prefix: String,
    pub(crate) now_ms: i64,
    left: u32,
    games: InMemoryStore,
}

impl AdapterHost for MemoryHost {
    fn open_folder(&mut self, path: &str) -> Result<String, String> {
        let refused = || format!("{path}: there is no such folder");
        let below = path.strip_prefix(FOLDER).ok_or_else(refused)?;
        let prefix = below.strip_prefix('/').map(|below| format!("{below}/")).unwrap_or_default();
        if !prefix.is_empty() && !self.files.keys().any(|name| name.starts_with(&prefix)) {
            return Err(refused());
        }
        self.prefix = prefix;
        Ok(path.to_owned())
    }
}

impl WorkbenchHost for MemoryHost {
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
        self.left = self.left.saturating_sub(1);
        self.left > 0
    }

    fn engine(&mut self, _choice: EngineChoice) -> Box<dyn Engine> {
        let engine: Interpreter = Interpreter::default();
        Box::new(engine)
    }

    fn think(&mut self, _ticket: u64, _question: GameQuestion) {}

    fn thinking_steps(&mut self) -> u64 {
        0
    }

    fn thought(&mut self) -> Option<(u64, GameThought)> {
        None
    }

    fn rest(&mut self) {}

    fn shelf(&mut self) -> &mut dyn SavedGameStore {
        &mut self.games
    }

    fn workspace(&mut self) -> Workspace {
        Workspace::default()
    }

    fn list(&mut self) -> Result<FolderListing, FolderError> {
        let entry = |(path, bytes): (&String, &Vec<u8>)| {
            let path = path.strip_prefix(&self.prefix)?.to_owned();
            Some(Entry { path, size: bytes.len() as u64, is_read_only: true })
        };
        let files = self.files.iter().filter_map(entry).collect();
        Ok(FolderListing { files, ..FolderListing::default() })
    }

    fn read(&mut self, path: &str) -> Result<StoredFile, FolderError> {
        let name = format!("{}{path}", self.prefix);
        let bytes = self.files.get(&name).cloned().ok_or(FolderError::Missing)?;
        Ok(StoredFile { bytes, stamp: String::new(), is_read_only: true })
    }

    fn save(&mut self, _: &str, _: &[u8], _: Option<&str>) -> Result<String, FolderError> {
        Err(FolderError::NotAllowed("nothing is written here".to_owned()))
    }
}

/// A client of an adapter.
#[derive(Default)]
pub(crate) struct Client {
    pub(crate) adapter: DebugAdapter,
    pub(crate) host: MemoryHost,
    /// Everything that came, in order.
    pub(crate) came: Vec<Value>,
    seq: i64,
}

impl Client {
    /// A client whose folder has some files.
    pub(crate) fn with(files: &[(&str, &str)]) -> Client {
        let mut client = Client::default();
        for (name, text) in files {
            client.host.files.insert((*name).to_owned(), text.as_bytes().to_vec());
        }
        client
    }

    /// A client that has launched `main.asm` and is about to run it.
    pub(crate) fn launched(source: &str, attributes: Value) -> Client {
        let mut client = Client::with(&[("main.asm", source)]);
        client.done(
            "initialize",
            json!({"supportsInvalidatedEvent": true,
            "supportsProgressReporting": true}),
        );
        let mut launch = attributes;
        launch["program"] = json!("/class/main.asm");
        client.done("launch", launch);
        client
    }

    /// Sends a text as it is; only the message itself is done.
    pub(crate) fn send(&mut self, text: &str) {
        self.host.left = 4;
        self.adapter.handle(text, &mut self.host);
        self.fetch();
    }

    /// Sends a request and gives its number.
    pub(crate) fn request(&mut self, command: &str, arguments: Value) -> i64 {
        self.seq += 1;
        let request = json!({"seq": self.seq, "type": "request", "command": command,
            "arguments": arguments});
        self.send(&request.to_string());
        self.seq
    }

    fn fetch(&mut self) {
        for text in self.adapter.take() {
            self.came.push(serde_json::from_str(&text).expect("messages are JSON"));
        }
    }

    /// A slice of what is going on; the clock goes on to when it is wanted.
    pub(crate) fn advance(&mut self) -> WakeTime {
        self.host.left = 4;
        self.host.now_ms += 1;
        let next = self.adapter.advance(&mut self.host);
        self.fetch();
        if let WakeTime::At(ms) = next {
            self.host.now_ms = self.host.now_ms.max(ms);
        }
        next
    }

    /// Goes on until nothing is left to do.
    pub(crate) fn settle(&mut self) {
        for _ in 0..SLICES_MAX {
            if self.advance() == WakeTime::Never {
                return;
            }
        }
        panic!("the run does not come to rest");
    }

    /// The answers to a request.
    pub(crate) fn answers(&self, seq: i64) -> Vec<&Value> {
        let is_answer =
            |came: &&Value| came["type"] == "response" && came["request_seq"] == json!(seq);
        self.came.iter().filter(is_answer).collect()
    }

    /// Sends a request, goes on until all is quiet, and gives the answer.
    pub(crate) fn ask(&mut self, command: &str, arguments: Value) -> Value {
        let seq = self.request(command, arguments);
        self.settle();
        let answers = self.answers(seq);
        assert_eq!(answers.len(), 1, "{command} has one answer");
        answers[0].clone()
    }

    /// The same for a request that is done: the body.
    pub(crate) fn done(&mut self, command: &str, arguments: Value) -> Value {
        let answer = self.ask(command, arguments);
        assert_eq!(answer["success"], json!(true), "{command}: {answer}");
        answer["body"].clone()
    }

    /// The same for one that is refused: the reason.
    pub(crate) fn refused(&mut self, command: &str, arguments: Value) -> String {
        let answer = self.ask(command, arguments);
        assert_eq!(answer["success"], json!(false), "{command}: {answer}");
        answer["message"].as_str().expect("a reason").to_owned()
    }

    /// The reason why a request is refused at once, while something goes on.
    pub(crate) fn refused_at_once(&mut self, command: &str, arguments: Value) -> String {
        let seq = self.request(command, arguments);
        let answers = self.answers(seq);
        assert_eq!(answers.len(), 1, "{command} has one answer");
        answers[0]["message"].as_str().expect("a reason").to_owned()
    }

    /// The bodies of all events of a name.
    pub(crate) fn events(&self, name: &str) -> Vec<&Value> {
        self.came.iter().filter(|came| came["event"] == name).map(|came| &came["body"]).collect()
    }

    /// Everything that was printed in some categories.
    pub(crate) fn printed(&self, categories: &[&str]) -> String {
        let is_meant =
            |body: &&&Value| body["category"].as_str().is_some_and(|own| categories.contains(&own));
        let events = self.events("output");
        events.iter().filter(is_meant).filter_map(|body| body["output"].as_str()).collect()
    }
}
