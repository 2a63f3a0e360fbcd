//! A tab: a workbench with its host, and everything that leaves it in one queue.

use std::collections::VecDeque;

use jetan_wire::{Incoming, ReplyTo, RequestFailure, answer_text};
use jetan_workbench::host::{FolderError, GameThought};
use jetan_workbench::{MessageFrame, WakeTime, Workbench};

pub use crate::files::FileWrite;
use crate::host::{ThinkerOrder, WebHost};
use crate::random::TabRandom;

/// The network that plays 2048, as a file beside the module: most visits do not need it.
pub const NETWORK_FILE: &str = "network-2048.bin";

/// Characters of a folder's name that are shown.
const FOLDER_NAME_CHARS_MAX: usize = 100;

/// Something that leaves a tab.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TabOutput {
    /// A message for the page, as JSON.
    Text(String),
    /// Pixels or memory for the page.
    Binary(Vec<u8>),
    /// A file to be written. Nothing after it may leave before [`WebTab::stored`] was called.
    Write(FileWrite),
    /// A row of the saved games to be written, or removed if there is no text.
    Row(String, Option<String>),
    /// A question for the worker that thinks, in place of the one before.
    Think {
        /// The number by which the answer is known.
        ticket: u64,
        /// The question as bytes.
        question: Vec<u8>,
        /// A file of the site that the worker is given first, if it can be had.
        file: Option<&'static str>,
    },
    /// That worker is to stop.
    Rest,
}

/// The answer of the storage to a write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreOutcome {
    /// It is written.
    Done,
    /// The storage has another content than the one that was to be replaced.
    Changed,
    /// It is not written, for this reason.
    Failed(String),
}

/// A workbench in a worker.
pub struct WebTab {
    bench: Workbench,
    host: WebHost,
    outputs: VecDeque<TabOutput>,
    /// The receivers of the answers to saves whose writes are in the queue or on their way.
    savers: VecDeque<ReplyTo>,
}

impl WebTab {
    /// A tab without files. `clock` gives milliseconds since 1970, `device_bytes` is the memory of
    /// the device as the browser reports it, if it does.
    pub fn new(entropy: u64, clock: fn() -> f64, device_bytes: Option<u64>) -> WebTab {
        let mut random = TabRandom::new(entropy);
        let name = format!("{:016x}{:016x}", random.next(), random.next());
        WebTab {
            bench: Workbench::new(name),
            host: WebHost::new(clock, random, device_bytes),
            outputs: VecDeque::new(),
            savers: VecDeque::new(),
        }
    }

    /// The storage cannot be used: there is no folder, and saving says so.
    pub fn lose_storage(&mut self) {
        self.host.has_storage = false;
    }

    /// The files are those of a folder of the computer with this name, not the browser's own.
    pub fn name_folder(&mut self, name: &str) {
        self.host.folder_name = name.chars().take(FOLDER_NAME_CHARS_MAX).collect();
    }

    /// Takes over a file of the storage; none if it was removed there.
    pub fn put_file(&mut self, path: &str, bytes: Option<Vec<u8>>) {
        match bytes {
            Some(bytes) => self.host.files.put(path, bytes),
            None => self.host.files.remove(path),
        }
    }

    /// Takes over a row of the saved games; none if it was removed there.
    pub fn put_row(&mut self, key: &str, text: Option<&str>) {
        self.host.games.put(key, text);
    }

    /// Does what a message of the page asks for.
    pub fn handle(&mut self, text: &str) {
        self.host.begin_slice();
        let message = Incoming::parse(text);
        let reply_to = message.reply_to;
        self.bench.handle(message, &mut self.host);
        if let Some(write) = self.host.write.take() {
            // Before the answer, so that this leaves after the storage has answered.
            self.outputs.push_back(TabOutput::Write(write));
            self.savers.push_back(reply_to);
        }
        self.collect();
    }

    /// Does a slice of what is going on, and says when there is more to do.
    pub fn advance(&mut self) -> WakeTime {
        self.host.begin_slice();
        let next = self.bench.advance(&mut self.host);
        self.collect();
        next
    }

    /// The thought about a question, as bytes; what cannot be read counts as stopped.
    pub fn take_thought(&mut self, ticket: u64, thought: &[u8]) {
        let thought = GameThought::from_bytes(thought).unwrap_or(GameThought::Stopped);
        self.host.thoughts.push_back((ticket, thought));
    }

    /// The number of times the thought at hand has checked whether to stop.
    pub fn note_steps(&mut self, steps: u64) {
        self.host.steps = steps;
    }

    /// The storage has answered the write that left last. If that failed, the file here must be
    /// the stored one already, by [`WebTab::put_file`].
    pub fn stored(&mut self, outcome: StoreOutcome) {
        let Some(reply_to) = self.savers.pop_front() else { return };
        let failure: RequestFailure = match outcome {
            StoreOutcome::Done => return,
            StoreOutcome::Changed => FolderError::Changed.into(),
            StoreOutcome::Failed(why) => FolderError::Other(why).into(),
        };
        // The answer comes right after the write; nobody waits for one without a number.
        if let Some(refusal) = answer_text(reply_to, &Err(failure))
            && let Some(TabOutput::Text(answer)) = self.outputs.front_mut()
        {
            *answer = refusal;
        }
    }

    /// The next thing that leaves.
    pub fn next_output(&mut self) -> Option<TabOutput> {
        self.outputs.pop_front()
    }

    fn collect(&mut self) {
        let messages = self.bench.take().into_iter().map(|message| match message.into_frame() {
            MessageFrame::Text(text) => TabOutput::Text(text),
            MessageFrame::Binary(bytes) => TabOutput::Binary(bytes),
        });
        self.outputs.extend(messages);
        let rows = self.host.games.take_changes().into_iter();
        self.outputs.extend(rows.map(|(key, text)| TabOutput::Row(key, text)));
        let orders = self.host.orders.drain(..).map(|order| match order {
            ThinkerOrder::Think(ticket, question) => TabOutput::Think {
                ticket,
                file: question.wants_network().then_some(NETWORK_FILE),
                question: question.to_bytes(),
            },
            ThinkerOrder::Rest => TabOutput::Rest,
        });
        self.outputs.extend(orders);
    }
}
