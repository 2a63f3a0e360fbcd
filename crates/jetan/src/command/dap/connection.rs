//! One client: its messages, the adapter's slices of work between them, and what it gets.

use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::time::Duration;

use jetan_dap::DebugAdapter;
use jetan_dap::frame::{FrameReader, framed};
use jetan_workbench::WakeTime;

use super::adapter_host::ProcessAdapterHost;

/// Messages that wait for the adapter. More are not read, so that the stream slows the client down.
const QUEUED_MESSAGES_MAX: usize = 64;
/// Bytes that are read at once.
const READ_BYTES: usize = 1 << 16;

/// A message, or what is wrong with what came in its place.
type ReceivedMessage = Result<String, String>;

/// Nobody reads what is written any more.
pub(super) struct ClientGone;

/// Serves a client until it says goodbye or goes.
pub(super) fn serve(
    input: impl Read + Send + 'static,
    write: &mut dyn FnMut(&[u8]) -> Result<(), ()>,
) -> Result<(), ClientGone> {
    let (sender, messages) = sync_channel(QUEUED_MESSAGES_MAX);
    // Not joined: it sleeps in a read that only the client or the end of the process ends.
    let reader = std::thread::Builder::new().spawn(move || read(input, &sender));
    if reader.is_err() {
        return Err(ClientGone);
    }
    let mut host = ProcessAdapterHost::default();
    let mut adapter = DebugAdapter::default();
    let mut next = WakeTime::Never;
    while !adapter.is_done() {
        let Ok(message) = receive(&messages, next) else { return Err(ClientGone) };
        host.begin_slice();
        next = match message {
            Some(message) => {
                handle(&mut adapter, &message, &mut host);
                WakeTime::Now
            }
            None => advance(&mut adapter, &mut host),
        };
        for text in adapter.take() {
            write(&framed(&text)).map_err(|()| ClientGone)?;
        }
    }
    Ok(())
}

/// Reads messages until the stream ends or nobody wants them.
fn read(mut input: impl Read, sender: &SyncSender<ReceivedMessage>) {
    let mut frames = FrameReader::default();
    let mut bytes = vec![0; READ_BYTES];
    loop {
        match input.read(&mut bytes) {
            Ok(0) => return,
            Ok(count) => frames.push(&bytes[..count]),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
        while let Some(body) = frames.next_body() {
            if sender.send(body).is_err() {
                return;
            }
        }
    }
}

/// The next message, or none if it is time to work.
fn receive(
    messages: &Receiver<ReceivedMessage>,
    next: WakeTime,
) -> Result<Option<ReceivedMessage>, ClientGone> {
    match next {
        WakeTime::Now => match messages.try_recv() {
            Ok(message) => Ok(Some(message)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(ClientGone),
        },
        WakeTime::At(ms) => {
            let wait_ms = u64::try_from(ms.saturating_sub(ProcessAdapterHost::time_ms()));
            // A clock that was set must not make anybody wait for years.
            let wait = Duration::from_millis(wait_ms.unwrap_or(0).min(60_000));
            match messages.recv_timeout(wait) {
                Ok(message) => Ok(Some(message)),
                Err(RecvTimeoutError::Timeout) => Ok(None),
                Err(RecvTimeoutError::Disconnected) => Err(ClientGone),
            }
        }
        WakeTime::Never => messages.recv().map(Some).map_err(|_| ClientGone),
    }
}

/// A panic is a bug of ours: the request is answered, and the adapter goes on without its run.
fn handle(adapter: &mut DebugAdapter, message: &ReceivedMessage, host: &mut ProcessAdapterHost) {
    match message {
        Ok(text) => {
            // A panic may leave anything half changed; `recover` drops the run.
            if catch_unwind(AssertUnwindSafe(|| adapter.handle(text, host))).is_err() {
                adapter.recover(Some(text));
            }
        }
        Err(why) => adapter.refuse_message(why),
    }
}

fn advance(adapter: &mut DebugAdapter, host: &mut ProcessAdapterHost) -> WakeTime {
    catch_unwind(AssertUnwindSafe(|| adapter.advance(host))).unwrap_or_else(|_| {
        adapter.recover(None);
        WakeTime::Never
    })
}
