//! `jetan lsp`: the language server on standard input and standard output.

use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;

use jetan_asm::limits::FILE_BYTES_MAX;
use jetan_asm::source::UnreadableFile;
use jetan_lsp::framing::{self, Incoming};
use jetan_lsp::{FileAccess, FolderEntry, LanguageServer, ServerExit, internal_error};
use jetan_os::file::{self, AcceptedFiles, ReadError};
use lsp_server::Message;

use crate::cli::lsp::LspArgs;
use crate::exit::{CommandFailure, Exit};
use crate::panic_guard::catch_panic;

/// Messages that are read ahead of the one that is answered.
const READ_AHEAD: usize = 16;
/// The most files of a folder that are listed.
const LISTED_MAX: usize = 10_000;

/// Serves until the client says `exit` or closes the stream.
pub(crate) fn run(_typed: &LspArgs) -> Result<Exit, CommandFailure> {
    let (sender, incoming) = mpsc::sync_channel(READ_AHEAD);
    let read = move || {
        let mut stream = io::stdin().lock();
        // An error of the stream is its end: there is nobody left to tell.
        while let Ok(Some(message)) = framing::read(&mut stream) {
            if sender.send(message).is_err() {
                return;
            }
        }
    };
    let reader = thread::Builder::new().name("lsp-reader".to_owned());
    reader.spawn(read).map_err(|error| {
        CommandFailure::new(Exit::Unreadable, format!("jetan: {}", file::reason(&error)))
    })?;
    let mut out = BufWriter::new(io::stdout().lock());
    match serve(&incoming, &mut out) {
        Ok(ServerExit::Orderly) => Ok(Exit::Success),
        // The protocol asks for this code.
        Ok(ServerExit::Sudden) => Ok(Exit::Chosen(1)),
        // The client has closed its end.
        Err(_) => Err(CommandFailure::ClosedPipe),
    }
}

fn serve(incoming: &Receiver<Incoming>, out: &mut impl Write) -> io::Result<ServerExit> {
    let mut server = LanguageServer::default();
    loop {
        // Everything that has come is taken before the next answer is made, so that a request can
        // be cancelled while it waits.
        while !server.is_full() {
            let next = if server.is_busy() {
                incoming.try_recv()
            } else {
                incoming.recv().map_err(|_| TryRecvError::Disconnected)
            };
            match next {
                Ok(Incoming::Message(message)) => server.receive(*message),
                Ok(Incoming::Broken(answer)) => framing::write_value(out, &answer)?,
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) if server.is_busy() => break,
                Err(TryRecvError::Disconnected) => return Ok(ServerExit::Sudden),
            }
        }
        for message in advance(&mut server) {
            framing::write(out, &message)?;
        }
        if let Some(exit) = server.exit() {
            return Ok(exit);
        }
    }
}

/// One answer. A panic, which is a bug of ours, becomes an error answer and not the end of an
/// editor's session.
fn advance(server: &mut LanguageServer) -> Vec<Message> {
    let id = server.next_request().cloned();
    match catch_panic("lsp", || server.advance(&mut SystemFiles)) {
        Ok(messages) => messages,
        Err(_) => id.map(internal_error).into_iter().collect(),
    }
}

/// The files of this computer.
struct SystemFiles;

impl FileAccess for SystemFiles {
    fn read(&mut self, path: &str) -> Result<Vec<u8>, UnreadableFile> {
        let read = file::read(Path::new(path), AcceptedFiles::Files, FILE_BYTES_MAX as u64);
        read.map_err(|error| match error {
            ReadError::Missing => UnreadableFile::Missing,
            ReadError::TooLarge(_) => UnreadableFile::TooLarge,
            other => UnreadableFile::Other(other.to_string()),
        })
    }

    fn list(&mut self, folder: &str) -> Vec<FolderEntry> {
        let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
        let file = |entry: std::fs::DirEntry| {
            // Follows links, as reading the file will.
            let about = std::fs::metadata(entry.path()).ok().filter(std::fs::Metadata::is_file)?;
            let name = entry.file_name().into_string().ok()?;
            Some(FolderEntry { name, size: about.len() })
        };
        let mut files: Vec<FolderEntry> =
            entries.flatten().take(LISTED_MAX).filter_map(file).collect();
        // A folder is listed in any order, and the first files of it are looked into.
        files.sort_by(|one, other| one.name.cmp(&other.name));
        files
    }
}
