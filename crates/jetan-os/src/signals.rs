//! Signals as the few things they mean here.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, Once, PoisonError};

use crate::{sys, terminal};

/// The meaning of a signal for its listener.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignalEvent {
    /// The process is to end: Ctrl-C, Ctrl-\, the terminal has gone, or somebody asked for it.
    End,
    /// The terminal has another size, or is ours again after the process was suspended.
    Redraw,
}

/// A signal by what it does to the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(windows, expect(dead_code, reason = "nothing is suspended there"))]
pub(crate) enum Signal {
    End,
    Suspend,
    Resumed,
    Resized,
}

type SignalListener = Arc<dyn Fn(SignalEvent) + Send + Sync>;

static LISTENER: Mutex<Option<SignalListener>> = Mutex::new(None);

/// Notifies `observer`, in a thread of its own, that the process is to end, instead of ending
/// it; from then on also of what happens to a terminal that was taken over. The last listener
/// is the one.
pub fn listen(observer: impl Fn(SignalEvent) + Send + Sync + 'static) {
    static WATCHED: Once = Once::new();
    // Set before the watcher starts, so that the very first signal finds a listener.
    *LISTENER.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(observer));
    WATCHED.call_once(|| sys::watch_interruptions(take));
}

/// Becomes true when the process is to end; a second time ends it at once with this exit code.
///
/// Needs no thread, whose allocator would reserve 64 MiB of the address space, but leaves a
/// terminal as it is: for what has not changed one.
pub fn flag(code: i32) -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    sys::note_interruptions(&flag, code);
    flag
}

/// Lets a file that reaches a limit of the system (`ulimit -f`) be an error like a full disk,
/// instead of the end of the process.
pub fn outlive_file_limits() {
    sys::note_file_limits();
}

/// Watches every signal that would leave a terminal as we made it.
///
/// Only once there is something to put back: a process that was told to survive its terminal, and
/// never touches it, must not die of these.
pub(crate) fn watch_terminal_signals() {
    static GUARDED: Once = Once::new();
    GUARDED.call_once(|| sys::watch_terminal(take));
}

/// Takes a signal; false if nobody listens, so that it has to do what it does by itself.
fn take(signal: Signal) -> bool {
    let event = match signal {
        Signal::End => SignalEvent::End,
        Signal::Resized => SignalEvent::Redraw,
        Signal::Suspend => {
            terminal::suspend();
            SignalEvent::Redraw
        }
        Signal::Resumed => {
            terminal::resume();
            SignalEvent::Redraw
        }
    };
    // A redraw counts as handled even if nobody listens: the default action of SIGTSTP would stop a
    // second time the process that `suspend` has just stopped.
    notify(event) || event == SignalEvent::Redraw
}

/// Tells whoever listens; false if nobody does.
pub(crate) fn notify(event: SignalEvent) -> bool {
    // Cloned, so that the lock is not held while the listener runs: it may call `listen` itself.
    let listener = LISTENER.lock().unwrap_or_else(PoisonError::into_inner).clone();
    if let Some(observer) = listener {
        observer(event);
        return true;
    }
    // The default action is about to end the process, so this is the last chance to restore it.
    if event == SignalEvent::End {
        terminal::restore();
    }
    false
}
