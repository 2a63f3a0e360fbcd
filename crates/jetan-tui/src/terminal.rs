//! The real terminal: raw mode, a screen of our own, keys, time, thoughts and signals.
//!
//! Everything that happens comes through one channel, so the loop sleeps until there is something
//! to do. Whatever ends it, the terminal is put back as it was.

mod keys;
mod surface;
mod thinker;

use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use jetan_games::GameTitle;
use jetan_os::{file, input, signals, terminal};

use crate::app::{AppRequest, GamesApp, ThoughtTicket};
use crate::game::Key;
use crate::store::{REPLAYS_MAX, SaveKeeper};
use jetan_play::thought::GameThought;
use keys::KeyReader;
pub use keys::{TerminalInput, WheelTurn};
pub(crate) use surface::TerminalSurface;
use thinker::ThinkerThread;

/// The longest time that passes at once: after a pause of the process nothing jumps.
const ELAPSED_MAX: Duration = Duration::from_millis(1500);

/// So many failures in a row mean that there is no terminal any more.
const FAILURES_MAX: u32 = 20;
/// Between two looks for keys in a terminal that does not wait for them.
const KEY_POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The reason the screen was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CloseReason {
    /// The player quit.
    Quit,
    /// Ctrl-C, or the system asked the process to end.
    Interrupted,
    /// Thinking went wrong, which is a bug of ours; the panic hook has reported it.
    Broken,
}

/// Something that happens outside of the application.
enum TerminalEvent {
    Input(TerminalInput),
    /// The terminal has gone.
    Closed,
    Thought(ThoughtTicket, GameThought),
    /// Thinking went wrong.
    Broken,
    Signal(signals::SignalEvent),
}

/// Runs the application in this terminal until it ends; without a keeper nothing is kept.
pub fn run(app: &mut GamesApp, keeper: Option<&mut SaveKeeper>) -> io::Result<CloseReason> {
    let (sender, happenings) = mpsc::channel();
    let for_signals = sender.clone();
    // Whoever does not receive any more has ended already.
    signals::listen(move |event| drop(for_signals.send(TerminalEvent::Signal(event))));
    let mut surface = TerminalSurface::open()?;
    let typed = sender.clone();
    watch_keys(move |input| {
        typed.send(input.map_or(TerminalEvent::Closed, TerminalEvent::Input)).is_ok()
    });
    let mut thinker = ThinkerThread::new(sender);
    let ended =
        GameLoop { app, keeper, surface: &mut surface, thinker: &mut thinker }.run(&happenings);
    terminal::restore();
    ended
}

struct GameLoop<'a> {
    app: &'a mut GamesApp,
    keeper: Option<&'a mut SaveKeeper>,
    surface: &'a mut TerminalSurface,
    thinker: &'a mut ThinkerThread,
}

impl GameLoop<'_> {
    fn run(&mut self, happenings: &Receiver<TerminalEvent>) -> io::Result<CloseReason> {
        let mut before = Instant::now();
        loop {
            // A move is saved before it is seen: what a player has seen is not lost.
            if self.carry_out_requests() {
                return Ok(CloseReason::Quit);
            }
            self.surface.draw(|buffer| self.app.draw(buffer))?;
            let happening = match self.app.time_to_next_tick() {
                None => happenings.recv().map_err(|_| RecvTimeoutError::Disconnected),
                // Drawing has taken a part of the time already.
                Some(patience) => {
                    happenings.recv_timeout(patience.saturating_sub(before.elapsed()))
                }
            };
            let now = Instant::now();
            // Time passes before keys are taken, so that a key belongs to the picture that was
            // seen.
            self.app.tick(now.duration_since(before).min(ELAPSED_MAX));
            before = now;
            let mut next = happening.ok();
            // Keys that were typed meanwhile are shown in one picture.
            while let Some(happening) = next {
                if let Some(ended) = self.take(happening) {
                    return Ok(ended);
                }
                next = happenings.try_recv().ok();
            }
        }
    }

    /// Takes what happened; an answer ends the loop.
    fn take(&mut self, happening: TerminalEvent) -> Option<CloseReason> {
        match happening {
            TerminalEvent::Input(input) => return self.take_input(input),
            TerminalEvent::Thought(ticket, thought) => self.app.receive(ticket, thought),
            // It is noticed when drawing, which happens after everything.
            TerminalEvent::Signal(signals::SignalEvent::Redraw) => {}
            TerminalEvent::Closed | TerminalEvent::Signal(signals::SignalEvent::End) => {
                return Some(self.interrupt());
            }
            TerminalEvent::Broken => return Some(CloseReason::Broken),
        }
        None
    }

    fn take_input(&mut self, input: TerminalInput) -> Option<CloseReason> {
        match input {
            // Games know one key that takes something back.
            TerminalInput::Key(Key::Delete) => self.app.press(Key::Backspace),
            TerminalInput::Key(key) => self.app.press(key),
            TerminalInput::Click(x, y) => self.app.click(x, y),
            // The second is what Ctrl-\ types.
            TerminalInput::Control('c' | '|') => return Some(self.interrupt()),
            TerminalInput::Control('z') => terminal::suspend(),
            TerminalInput::Control('l') => self.surface.repaint(),
            TerminalInput::Control(_) | TerminalInput::Wheel(..) | TerminalInput::Pasted(_) => {}
        }
        None
    }

    /// Lets the application save what there is to save.
    fn interrupt(&mut self) -> CloseReason {
        self.app.quit();
        self.carry_out_requests();
        CloseReason::Interrupted
    }

    /// Does what the application wants; true if it wants to end.
    fn carry_out_requests(&mut self) -> bool {
        let mut quits = false;
        for request in self.app.take_requests() {
            match request {
                AppRequest::Think(ticket, work) => self.thinker.think(ticket, work),
                AppRequest::Rest => self.thinker.rest(),
                AppRequest::Quit => quits = true,
                AppRequest::ListReplays(game) => self.list_replays(game),
                request => self.keep(request),
            }
        }
        quits
    }

    fn list_replays(&mut self, game: GameTitle) {
        let keeper = self.keeper.as_deref();
        let found = keeper.map(|keeper| keeper.store().replays(game, REPLAYS_MAX));
        self.app.show_replays(game, found.unwrap_or_default());
    }

    fn keep(&mut self, request: AppRequest) {
        let Some(keeper) = self.keeper.as_deref_mut() else { return };
        let kept = match request {
            AppRequest::Save(record) => keeper.save(&record),
            AppRequest::Forget(name) => keeper.forget(name),
            AppRequest::Score(entry) => keeper.store().add_score(entry),
            AppRequest::KeepReplay(record) => keeper.store().keep_replay(&record).map(|path| {
                self.app.show_kept(&file::name(&path));
            }),
            AppRequest::Think(..)
            | AppRequest::Rest
            | AppRequest::Quit
            | AppRequest::ListReplays(_) => Ok(()),
        };
        if let Err(trouble) = kept {
            self.app.show_notice(trouble.to_string());
        }
    }
}

/// Waits for keys in a thread of its own, which ends with the process or when `tell` returns false;
/// `tell` gets `None` when the terminal has gone.
///
/// The bytes are understood here and not by a library, because waiting for keys and for a new
/// size at once is where a key can be forgotten until the next one.
pub(crate) fn watch_keys(send: impl Fn(Option<TerminalInput>) -> bool + Send + 'static) {
    thread::spawn(move || {
        let mut reader = KeyReader::default();
        let mut bytes = [0; 1024];
        let mut failures = 0;
        while failures < FAILURES_MAX {
            match input::read_keys(&mut bytes) {
                Ok(0) => break,
                Ok(count) => {
                    failures = 0;
                    if !reader.take(&bytes[..count]).into_iter().map(Some).all(&send) {
                        return;
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // Another program may have left the terminal in this state.
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    thread::sleep(KEY_POLL_INTERVAL);
                }
                Err(_) => failures += 1,
            }
        }
        send(None);
    });
}
