//! The server as a value: messages wait in a queue and are answered one after the other.

use std::collections::VecDeque;

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{self as notification, Notification as _};
use lsp_types::request::{self as asked, Request as _};
use lsp_types::{
    CancelParams, DidChangeWatchedFilesRegistrationOptions, FileSystemWatcher, GlobPattern,
    InitializeParams, LogMessageParams, MessageType, NumberOrString, Registration,
    RegistrationParams,
};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::answers::{self, AnswerContext, AnswerError};
use crate::capabilities::{self, ClientAbilities};
use crate::convert::UriBook;
use crate::diagnostics::SentDiagnostics;
use crate::documents::{OpenDocument, OpenDocuments};
use crate::file_access::FileAccess;
use crate::file_names::FileNames;
use crate::limits::QUEUE_MAX;
use crate::programs::{EditedFolder, OpenPrograms};

/// The end of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServerExit {
    /// The client has said `shutdown` before `exit`.
    Orderly,
    /// It has not.
    Sudden,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ServerPhase {
    #[default]
    New,
    Running,
    ShutDown,
    Exited(ServerExit),
}

/// A language server without its streams and files.
#[derive(Debug, Default)]
pub struct LanguageServer {
    phase: ServerPhase,
    queue: VecDeque<Message>,
    /// Answers to requests that were cancelled before they were looked at.
    cancelled: Vec<RequestId>,
    client: ClientAbilities,
    names: FileNames,
    documents: OpenDocuments,
    programs: OpenPrograms,
    sent: SentDiagnostics,
    /// Whether problems may have changed since they were sent.
    is_unsent: bool,
}

impl LanguageServer {
    /// Takes a message, to be looked at by [`LanguageServer::advance`].
    pub fn receive(&mut self, message: Message) {
        if let Message::Notification(one) = &message
            && one.method == notification::Cancel::METHOD
        {
            self.cancel(one);
            return;
        }
        self.queue.push_back(message);
    }

    /// Whether no more messages should be taken until some were looked at.
    pub fn is_full(&self) -> bool {
        self.queue.len() >= QUEUE_MAX
    }

    /// Whether there is something to do.
    pub fn is_busy(&self) -> bool {
        !self.queue.is_empty() || !self.cancelled.is_empty() || self.is_unsent
    }

    /// Set once the client has said `exit`.
    pub fn exit(&self) -> Option<ServerExit> {
        match self.phase {
            ServerPhase::Exited(exit) => Some(exit),
            _ => None,
        }
    }

    /// The text of an open document, by its URI as the client writes it.
    pub fn text(&self, uri: &str) -> Option<&str> {
        let mut all = self.documents.names().filter_map(|name| self.documents.get(name));
        all.find(|document| document.uri.as_str() == uri).map(|document| document.text.as_str())
    }

    /// The request that the next [`LanguageServer::advance`] answers.
    pub fn next_request(&self) -> Option<&RequestId> {
        match self.queue.front() {
            Some(Message::Request(request)) if self.cancelled.is_empty() => Some(&request.id),
            _ => None,
        }
    }

    /// Does one thing that is waiting and gives the messages that came of it.
    ///
    /// Problems are sent when no message waits: while somebody types, only the last state of a
    /// text is worth a report.
    pub fn advance(&mut self, files: &mut dyn FileAccess) -> Vec<Message> {
        if let Some(id) = self.cancelled.pop() {
            let code = ErrorCode::RequestCanceled as i32;
            return vec![
                Response::new_err(id, code, "the request was cancelled".to_owned()).into(),
            ];
        }
        match self.queue.pop_front() {
            Some(Message::Request(request)) => vec![self.answer(request, files).into()],
            Some(Message::Notification(notification)) => self.notify(notification),
            // The only request of ours is one that a client may refuse.
            Some(Message::Response(_)) => Vec::new(),
            None => self.publish(files),
        }
    }

    fn cancel(&mut self, notification: &Notification) {
        let Ok(params) = serde_json::from_value::<CancelParams>(notification.params.clone()) else {
            return;
        };
        let id = match params.id {
            NumberOrString::Number(number) => RequestId::from(number),
            NumberOrString::String(text) => RequestId::from(text),
        };
        let is_meant = |message: &Message| matches!(message, Message::Request(r) if r.id == id);
        // One that was answered already is not there any more.
        if let Some(at) = self.queue.iter().position(is_meant) {
            self.queue.remove(at);
            self.cancelled.push(id);
        }
    }

    fn publish(&mut self, files: &mut dyn FileAccess) -> Vec<Message> {
        if !std::mem::take(&mut self.is_unsent) {
            return Vec::new();
        }
        self.refresh(files);
        let book = UriBook { documents: &self.documents, names: &self.names };
        let lists = self.sent.update(&self.programs, &book);
        let method = notification::PublishDiagnostics::METHOD;
        lists.into_iter().map(|list| Notification::new(method.to_owned(), list).into()).collect()
    }

    fn refresh(&mut self, files: &mut dyn FileAccess) {
        if self.programs.is_dirty() {
            let (documents, names) = (&self.documents, &self.names);
            self.programs.refresh(&mut EditedFolder { documents, names, files });
        }
    }

    fn answer(&mut self, request: Request, files: &mut dyn FileAccess) -> Response {
        let Request { id, method, params } = request;
        let refused =
            |code: ErrorCode, why: &str| Response::new_err(id.clone(), code as i32, why.to_owned());
        match (self.phase, method.as_str()) {
            (ServerPhase::New, asked::Initialize::METHOD) => match parsed(params) {
                Ok(params) => Response::new_ok(id, self.initialize(&params)),
                Err(error) => error.response(id),
            },
            (ServerPhase::New, _) => {
                refused(ErrorCode::ServerNotInitialized, "the first request is `initialize`")
            }
            (ServerPhase::Running, asked::Initialize::METHOD) => {
                refused(ErrorCode::InvalidRequest, "there was an `initialize` before")
            }
            (ServerPhase::Running, asked::Shutdown::METHOD) => {
                self.phase = ServerPhase::ShutDown;
                Response::new_ok(id, Value::Null)
            }
            (ServerPhase::Running, _) => {
                self.refresh(files);
                let Self { documents, names, programs, client, .. } = self;
                let mut context =
                    AnswerContext { documents, names, programs, client: *client, files };
                match route(&mut context, &method, params) {
                    Ok(value) => Response::new_ok(id, value),
                    Err(error) => error.response(id),
                }
            }
            (ServerPhase::ShutDown | ServerPhase::Exited(_), _) => {
                refused(ErrorCode::InvalidRequest, "the server was shut down")
            }
        }
    }

    fn initialize(&mut self, params: &InitializeParams) -> lsp_types::InitializeResult {
        self.phase = ServerPhase::Running;
        self.client = ClientAbilities::of(&params.capabilities);
        self.names = FileNames::in_folder(capabilities::folder(params));
        capabilities::answer()
    }

    /// Takes something that the client says without asking.
    fn notify(&mut self, notification: Notification) -> Vec<Message> {
        let Notification { method, params } = notification;
        if method == notification::Exit::METHOD {
            let is_orderly = self.phase == ServerPhase::ShutDown;
            let exit = if is_orderly { ServerExit::Orderly } else { ServerExit::Sudden };
            self.phase = ServerPhase::Exited(exit);
            return Vec::new();
        }
        // Anything else before `initialize` and after `shutdown` is to be dropped.
        if self.phase != ServerPhase::Running {
            return Vec::new();
        }
        let done = match method.as_str() {
            notification::Initialized::METHOD => return self.watch(),
            notification::DidOpenTextDocument::METHOD => self.open(params),
            notification::DidChangeTextDocument::METHOD => self.change(params),
            notification::DidCloseTextDocument::METHOD => self.close(params),
            notification::DidSaveTextDocument::METHOD
            | notification::DidChangeWatchedFiles::METHOD => {
                self.programs.files_changed();
                Ok(())
            }
            // Unknown notifications are ignored, as the protocol asks for.
            _ => return Vec::new(),
        };
        self.is_unsent = true;
        match done {
            Ok(()) => Vec::new(),
            Err(message) => vec![log(format!("{method}: {message}"))],
        }
    }

    /// Asks to hear of sources that change while they are not open.
    fn watch(&self) -> Vec<Message> {
        if !self.client.watches_files {
            return Vec::new();
        }
        let watcher = |pattern: &str| FileSystemWatcher {
            glob_pattern: GlobPattern::String(pattern.to_owned()),
            kind: None,
        };
        let watchers = ["**/*.{asm,s,S,inc,mips}", "**/{pack,jetan}.toml"].map(watcher).to_vec();
        let options = DidChangeWatchedFilesRegistrationOptions { watchers };
        let registration = Registration {
            id: "jetan-files".to_owned(),
            method: notification::DidChangeWatchedFiles::METHOD.to_owned(),
            register_options: serde_json::to_value(options).ok(),
        };
        let params = RegistrationParams { registrations: vec![registration] };
        let id = RequestId::from("jetan-files".to_owned());
        vec![Request::new(id, asked::RegisterCapability::METHOD.to_owned(), params).into()]
    }

    fn open(&mut self, params: Value) -> Result<(), String> {
        let document =
            notification_params::<notification::DidOpenTextDocument>(params)?.text_document;
        let name = self.names.of_uri(&document.uri);
        self.programs.files_changed();
        let lsp_types::TextDocumentItem { uri, version, text, .. } = document;
        self.documents.open(name, OpenDocument { uri, version, text })
    }

    fn change(&mut self, params: Value) -> Result<(), String> {
        let params = notification_params::<notification::DidChangeTextDocument>(params)?;
        let name = self.names.of_uri(&params.text_document.uri);
        let version = params.text_document.version;
        let changed = self.documents.change(&name, version, params.content_changes);
        if changed.is_err() && self.documents.close(&name).is_ok() {
            // What the client has now is not known, and answers about another text would be wrong.
            self.programs.files_changed();
        } else {
            self.programs.text_changed(&name);
        }
        changed
    }

    fn close(&mut self, params: Value) -> Result<(), String> {
        let params = notification_params::<notification::DidCloseTextDocument>(params)?;
        self.programs.files_changed();
        self.documents.close(&self.names.of_uri(&params.text_document.uri))
    }
}

fn notification_params<N: notification::Notification>(params: Value) -> Result<N::Params, String> {
    serde_json::from_value(params).map_err(|error| error.to_string())
}

fn parsed<P: DeserializeOwned>(params: Value) -> Result<P, AnswerError> {
    serde_json::from_value(params).map_err(|error| AnswerError::params(&error))
}

fn log(message: String) -> Message {
    let params = LogMessageParams { typ: MessageType::ERROR, message };
    Notification::new(notification::LogMessage::METHOD.to_owned(), params).into()
}

/// Lets a function answer a request of a type.
fn reply<R: asked::Request>(
    context: &mut AnswerContext<'_>,
    params: Value,
    work: fn(&mut AnswerContext<'_>, &R::Params) -> Result<R::Result, AnswerError>,
) -> Result<Value, AnswerError> {
    let result = work(context, &parsed(params)?)?;
    serde_json::to_value(result).map_err(|error| AnswerError::failed(error.to_string()))
}

/// Finds who answers a request.
fn route(
    context: &mut AnswerContext<'_>,
    method: &str,
    params: Value,
) -> Result<Value, AnswerError> {
    use answers::{calls, changes, completion, names, outline, reading, tokens};
    macro_rules! routes {
        ($($request:ident => $work:path,)*) => {
            match method {
                $(asked::$request::METHOD => reply::<asked::$request>(context, params, $work),)*
                _ => Err(AnswerError::unknown_method(method)),
            }
        };
    }
    routes! {
        HoverRequest => reading::hover,
        SignatureHelpRequest => reading::signature,
        InlayHintRequest => reading::hints,
        CodeLensRequest => reading::lenses,
        Completion => completion::complete,
        ResolveCompletionItem => completion::resolve,
        GotoDefinition => names::definition,
        References => names::references,
        DocumentHighlightRequest => names::highlight,
        PrepareRenameRequest => names::prepare_rename,
        Rename => names::rename,
        DocumentLinkRequest => names::links,
        DocumentSymbolRequest => outline::symbols,
        WorkspaceSymbolRequest => outline::workspace_symbols,
        FoldingRangeRequest => outline::folds,
        CallHierarchyPrepare => calls::prepare,
        CallHierarchyIncomingCalls => calls::incoming,
        CallHierarchyOutgoingCalls => calls::outgoing,
        SemanticTokensFullRequest => tokens::full,
        SemanticTokensRangeRequest => tokens::range,
        CodeActionRequest => changes::actions,
        Formatting => changes::format,
        RangeFormatting => changes::format_range,
        OnTypeFormatting => changes::format_on_type,
    }
}

/// An error answer to a request whose answer could not be made, for whoever drives the server.
pub fn internal_error(id: RequestId) -> Message {
    let message = "internal error in Jetan; your files are safe".to_owned();
    Response::new_err(id, ErrorCode::InternalError as i32, message).into()
}
