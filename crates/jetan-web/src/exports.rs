//! The functions that a worker's JavaScript calls.
//!
//! Bytes come in through one buffer: `jetan_room` gives its address for so many bytes, JavaScript
//! fills it, and the next call reads it. What leaves is fetched one output at a time:
//! `jetan_next` says of which kind the next one is, and its parts stay where `jetan_part` says
//! until the next call of any function.
#![expect(unsafe_code, reason = "names that JavaScript can find are exported without mangling")]

use std::cell::RefCell;
use std::panic;

use jetan_workbench::WakeTime;

use crate::tab::{StoreOutcome, TabOutput, WebTab};

// SAFETY: the worker's JavaScript provides the function with this type; it gives a number only, and
// does not call back into this module.
#[link(wasm_import_module = "jetan")]
unsafe extern "C" {
    /// Milliseconds since 1970.
    safe fn clock() -> f64;
}

thread_local! {
    static TAB: RefCell<Option<WebTab>> = const { RefCell::new(None) };
    /// Bytes on their way in.
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// The parts of the output that is on its way out; none for a part that is left out.
    static PARTS: RefCell<Vec<Option<Vec<u8>>>> = const { RefCell::new(Vec::new()) };
    static LAST_PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Takes what is in the buffer.
fn taken() -> Vec<u8> {
    BUFFER.take()
}

fn taken_text() -> String {
    String::from_utf8_lossy(&taken()).into_owned()
}

/// A name of so many bytes, and what follows it.
fn taken_pair(name_bytes: usize) -> (String, Vec<u8>) {
    let mut name = taken();
    let rest = name.split_off(name_bytes.min(name.len()));
    (String::from_utf8_lossy(&name).into_owned(), rest)
}

fn with_tab<T: Default>(work: impl FnOnce(&mut WebTab) -> T) -> T {
    TAB.with_borrow_mut(|tab| tab.as_mut().map_or_else(T::default, work))
}

fn note_panics() {
    panic::set_hook(Box::new(|panic| {
        LAST_PANIC.with_borrow_mut(|last| *last = panic.to_string());
    }));
}

/// Begins with an empty tab; the buffer has entropy, `has_storage` is 0 without a storage, and
/// `device_bytes` is the memory of the device, 0 if that is not known.
// SAFETY: no other symbol of the module has this name, here and below.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn jetan_start(has_storage: u32, device_bytes: f64) {
    note_panics();
    let mix = |sum: u64, byte: &u8| sum.rotate_left(8) ^ u64::from(*byte);
    let device_bytes = (device_bytes > 0.0).then_some(device_bytes as u64);
    let mut tab = WebTab::new(taken().iter().fold(0, mix), || clock(), device_bytes);
    if has_storage == 0 {
        tab.lose_storage();
    }
    TAB.set(Some(tab));
}

/// The name of a folder of the computer, in place of the browser's own, is in the buffer.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn jetan_name_folder() {
    let name = taken_text();
    with_tab(|tab| tab.name_folder(&name));
}

/// Makes the buffer so long, and gives its address.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn jetan_room(bytes: usize) -> *mut u8 {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        buffer.resize(bytes, 0);
        buffer.as_mut_ptr()
    })
}

/// A file of the storage is in the buffer, after its path; with `is_there` 0 it was removed.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn jetan_put_file(path_bytes: usize, is_there: u32) {
    let (path, bytes) = taken_pair(path_bytes);
    with_tab(|tab| tab.put_file(&path, (is_there != 0).then_some(bytes)));
}

/// A row of the saved games is in the buffer, after its key; with `is_there` 0 it was removed.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn jetan_put_row(key_bytes: usize, is_there: u32) {
    let (key, bytes) = taken_pair(key_bytes);
    let text = String::from_utf8_lossy(&bytes);
    with_tab(|tab| tab.put_row(&key, (is_there != 0).then_some(&text)));
}

/// A message of the page is in the buffer.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn jetan_message() {
    let text = taken_text();
    with_tab(|tab| tab.handle(&text));
}

/// Does a slice of work. Gives the time at which there is more to do: 0 for at once, infinity for
/// when a message comes.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn jetan_advance() -> f64 {
    let next = with_tab(|tab| Some(tab.advance()));
    match next.unwrap_or(WakeTime::Never) {
        WakeTime::Now => 0.0,
        WakeTime::At(ms) => ms as f64,
        WakeTime::Never => f64::INFINITY,
    }
}

/// A thought about the question of this ticket is in the buffer.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn jetan_thought(ticket: f64) {
    let thought = taken();
    with_tab(|tab| tab.take_thought(ticket as u64, &thought));
}

/// The thought at hand has checked so many times whether to stop.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn jetan_steps(steps: f64) {
    with_tab(|tab| tab.note_steps(steps as u64));
}

/// The storage has answered a write: 0 done, 1 changed, 2 failed for the reason in the buffer.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn jetan_stored(outcome: u32) {
    let why = taken_text();
    with_tab(|tab| {
        tab.stored(match outcome {
            0 => StoreOutcome::Done,
            1 => StoreOutcome::Changed,
            _ => StoreOutcome::Failed(why),
        });
    });
}

/// Takes the next output and gives its kind: 0 none, 1 text, 2 binary, 3 write (path, content,
/// stamp, stamp before), 4 row (key, text), 5 think (ticket in decimal digits, question, file to
/// give it first), 6 rest.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn jetan_next() -> u32 {
    let (kind, parts) = match with_tab(WebTab::next_output) {
        None => (0, vec![]),
        Some(TabOutput::Text(text)) => (1, vec![Some(text.into_bytes())]),
        Some(TabOutput::Binary(bytes)) => (2, vec![Some(bytes)]),
        Some(TabOutput::Write(write)) => (
            3,
            vec![
                Some(write.path.into_bytes()),
                Some(write.bytes),
                Some(write.stamp.into_bytes()),
                write.known.map(String::into_bytes),
            ],
        ),
        Some(TabOutput::Row(key, text)) => {
            (4, vec![Some(key.into_bytes()), text.map(String::into_bytes)])
        }
        Some(TabOutput::Think { ticket, question, file }) => {
            let file = file.map(|name| name.as_bytes().to_vec());
            (5, vec![Some(ticket.to_string().into_bytes()), Some(question), file])
        }
        Some(TabOutput::Rest) => (6, vec![]),
    };
    PARTS.set(parts);
    kind
}

/// The address of a part of the output.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn jetan_part(part: usize) -> *const u8 {
    PARTS.with_borrow(|parts| {
        parts.get(part).and_then(Option::as_ref).map_or(std::ptr::null(), Vec::as_ptr)
    })
}

/// The bytes of a part of the output; -1 if it is left out.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn jetan_part_bytes(part: usize) -> i32 {
    PARTS.with_borrow(|parts| {
        parts.get(part).and_then(Option::as_ref).map_or(-1, |bytes| bytes.len() as i32)
    })
}

/// Makes the message of the last panic the first part, for a report after the trap.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn jetan_panic() {
    let last = LAST_PANIC.with_borrow(|last| last.clone().into_bytes());
    PARTS.set(vec![Some(last)]);
}
