//! A client with files in memory.

use std::collections::BTreeMap;

use jetan_asm::source::UnreadableFile;
use jetan_lsp::{FileAccess, FolderEntry, LanguageServer};
use lsp_server::{Message, Notification, Request, Response};
use serde_json::{Value, json};

/// The folder that the client has open.
pub(crate) const FOLDER: &str = "/ann/labs";

/// Files by absolute path.
#[derive(Default)]
pub(crate) struct MemoryFiles(pub(crate) BTreeMap<String, Vec<u8>>);

impl FileAccess for MemoryFiles {
    fn read(&mut self, path: &str) -> Result<Vec<u8>, UnreadableFile> {
        self.0.get(path).cloned().ok_or(UnreadableFile::Missing)
    }

    fn list(&mut self, folder: &str) -> Vec<FolderEntry> {
        let entry = |(path, bytes): (&String, &Vec<u8>)| {
            let name = path.strip_prefix(folder)?.strip_prefix('/')?;
            let size = bytes.len() as u64;
            (!name.contains('/')).then(|| FolderEntry { name: name.to_owned(), size })
        };
        self.0.iter().filter_map(entry).collect()
    }
}

/// A server and whoever talks to it.
#[derive(Default)]
pub(crate) struct Client {
    pub(crate) server: LanguageServer,
    pub(crate) files: MemoryFiles,
    last: i32,
}

pub(crate) fn uri(name: &str) -> String {
    if name.contains(':') { name.to_owned() } else { format!("file://{FOLDER}/{name}") }
}

impl Client {
    /// A client that has said `initialize`.
    pub(crate) fn started() -> Client {
        let mut client = Client::default();
        let document = json!({
            "hover": {"contentFormat": ["markdown"]},
            "completion": {"completionItem": {"documentationFormat": ["markdown"]}},
            "documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
        });
        let params = json!({
            "rootUri": format!("file://{FOLDER}"),
            "capabilities": {"textDocument": document},
        });
        client.ask("initialize", params).expect("it starts");
        client.notify("initialized", json!({}));
        client
    }

    /// Lets the server do everything that is waiting.
    pub(crate) fn settle(&mut self) -> Vec<Message> {
        let mut messages = Vec::new();
        while self.server.is_busy() {
            messages.extend(self.server.advance(&mut self.files));
        }
        messages
    }

    /// Sends a notification and gives what comes of it.
    pub(crate) fn notify(&mut self, method: &str, params: Value) -> Vec<Message> {
        self.server.receive(Notification::new(method.to_owned(), params).into());
        self.settle()
    }

    /// Sends a request and gives its answer; an error is its code and its message.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Result<Value, (i32, String)> {
        self.last += 1;
        let id = self.last.into();
        self.server.receive(Request { id, method: method.to_owned(), params }.into());
        let mut answers = self.settle().into_iter().filter_map(|message| match message {
            Message::Response(response) => Some(response),
            _ => None,
        });
        let Response { id, response_result } = answers.next().expect("every request is answered");
        assert_eq!(id, self.last.into(), "the answer is to this request");
        assert!(answers.next().is_none(), "there is one answer");
        response_result.map_err(|error| (error.code, error.message))
    }

    pub(crate) fn open(&mut self, name: &str, text: &str) -> Vec<Message> {
        let document = json!({"uri": uri(name), "languageId": "mips", "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}))
    }

    pub(crate) fn change(&mut self, name: &str, version: i32, changes: &Value) -> Vec<Message> {
        let document = json!({"uri": uri(name), "version": version});
        let params = json!({"textDocument": document, "contentChanges": changes});
        self.notify("textDocument/didChange", params)
    }
}
