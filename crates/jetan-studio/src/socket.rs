//! A connection: carries messages between a WebSocket and its session.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket, close_code};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use jetan_wire::{FailureCode, Incoming, Request, RequestFailure, answer_text};
use jetan_workbench::{MessageFrame, OutgoingMessage};
use tokio::sync::{mpsc, oneshot};

use crate::session::SessionMessage;
use crate::sessions::{SESSION_KEPT_TIME, SessionHandle, SessionRegistry, SessionsFull};

/// The time in which a connection has to say who it is.
const GREETING_TIME_MAX: Duration = Duration::from_secs(10);
/// Messages that wait for a client; then its session waits.
const CLIENT_QUEUE_MESSAGES_MAX: usize = 256;
/// Bytes that a message costs besides its text, so that very many small ones are bounded too.
const MESSAGE_COST_BYTES: usize = 1024;

type FrameSink = SplitSink<WebSocket, Frame>;

/// The reason a connection ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ConnectionEnd {
    /// The client has gone.
    Gone,
    /// It has sent more than a message can have, or something that is not a message.
    Unreadable,
    /// It has not said who it is.
    Late,
    /// There is no session for it.
    Full,
    /// The session has another client now, or has ended.
    Taken,
}

impl ConnectionEnd {
    fn frame(self) -> Option<CloseFrame> {
        let (code, reason) = match self {
            ConnectionEnd::Gone => return None,
            ConnectionEnd::Unreadable => {
                (close_code::SIZE, "a message is a text of at most 20 MiB")
            }
            ConnectionEnd::Late => (close_code::POLICY, "the first message is `hello`"),
            ConnectionEnd::Full => (close_code::AGAIN, "there are too many sessions"),
            ConnectionEnd::Taken => (close_code::NORMAL, "the session goes on elsewhere"),
        };
        Some(CloseFrame { code, reason: reason.into() })
    }
}

/// Serves a connection to its end.
pub(crate) async fn carry(socket: WebSocket, sessions: Arc<SessionRegistry>) {
    let (mut sink, mut stream) = socket.split();
    // Without a greeting a connection would hold a task and a socket for as long as it likes.
    let greeting = tokio::time::timeout(GREETING_TIME_MAX, arrival(&mut stream)).await;
    let first = match greeting.unwrap_or(Err(ConnectionEnd::Late)) {
        Ok(first) => first,
        Err(ending) => return close(&mut sink, ending).await,
    };
    let wanted = match &first.message.asked {
        Ok(Request::Hello(greeting)) => greeting.resume.as_deref(),
        _ => None,
    };
    let (sender, receiver) = mpsc::channel(CLIENT_QUEUE_MESSAGES_MAX);
    let Ok(handle) = sessions.connect(wanted, sender).map_err(|SessionsFull| ()) else {
        let why = "there are too many sessions: close some tabs first";
        let refusal = Err(RequestFailure::new(FailureCode::TooMany, why));
        if let Some(text) = answer_text(first.message.reply_to, &refusal) {
            let _ = sink.send(Frame::Text(text.into())).await;
        }
        return close(&mut sink, ConnectionEnd::Full).await;
    };
    // The writer's task owns the sink, so whoever finds a reason to end hands it over.
    let (say, ending) = oneshot::channel();
    let writer = tokio::spawn(write(sink, receiver, ending));
    tokio::pin!(writer);
    pass_on(first, &handle).await;
    loop {
        tokio::select! {
            read = arrival(&mut stream) => match read {
                Ok(message) => pass_on(message, &handle).await,
                Err(ending) => {
                    let _ = say.send(ending);
                    break;
                }
            },
            _ = &mut writer => break,
        }
    }
    if let Some(ticket) = sessions.leave(handle) {
        tokio::spawn(async move {
            tokio::time::sleep(SESSION_KEPT_TIME).await;
            sessions.expire(&ticket);
        });
    }
}

/// A message, and the bytes that it had.
struct ReceivedMessage {
    message: Incoming,
    bytes: usize,
}

/// The next message that comes; here it is read, once.
async fn arrival(stream: &mut SplitStream<WebSocket>) -> Result<ReceivedMessage, ConnectionEnd> {
    loop {
        match stream.next().await {
            Some(Ok(Frame::Text(text))) => {
                return Ok(ReceivedMessage { message: Incoming::parse(&text), bytes: text.len() });
            }
            // The library answers pings by itself.
            Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {}
            // Messages above the limits of the upgrade arrive here as errors.
            Some(Ok(Frame::Binary(_)) | Err(_)) => return Err(ConnectionEnd::Unreadable),
            Some(Ok(Frame::Close(_))) | None => return Err(ConnectionEnd::Gone),
        }
    }
}

/// Gives a message to the session, as soon as there is room for it.
async fn pass_on(arrived: ReceivedMessage, handle: &SessionHandle) {
    let ReceivedMessage { message, bytes } = arrived;
    // A message has 20 MiB at most, so its cost fits the 48 MiB of the semaphore; a larger one
    // would wait for ever.
    let cost = u32::try_from(bytes + MESSAGE_COST_BYTES).unwrap_or(u32::MAX);
    // Nothing is read from the socket while this waits, so TCP slows the client down.
    let room = Arc::clone(&handle.room).acquire_many_owned(cost).await;
    if let Ok(room) = room {
        handle.send(SessionMessage::Request(Box::new(message), room));
    }
}

/// Sends what the session has for its client, until one of them goes.
async fn write(
    mut sink: FrameSink,
    mut messages: mpsc::Receiver<OutgoingMessage>,
    mut ending: oneshot::Receiver<ConnectionEnd>,
) {
    let ending = loop {
        tokio::select! {
            message = messages.recv() => {
                let frame = match message.map(OutgoingMessage::into_frame) {
                    Some(MessageFrame::Text(text)) => Frame::Text(text.into()),
                    Some(MessageFrame::Binary(bytes)) => Frame::Binary(bytes.into()),
                    None => break ConnectionEnd::Taken,
                };
                if sink.send(frame).await.is_err() {
                    break ConnectionEnd::Gone;
                }
            }
            ending = &mut ending => break ending.unwrap_or(ConnectionEnd::Gone),
        }
    };
    close(&mut sink, ending).await;
}

async fn close(sink: &mut FrameSink, ending: ConnectionEnd) {
    if let Some(frame) = ending.frame() {
        let _ = sink.send(Frame::Close(Some(frame))).await;
    }
    let _ = sink.close().await;
}
