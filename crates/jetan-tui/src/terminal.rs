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

use jetan_games::Name;
use jetan_os::{file, input, signals, terminal};

use crate::app::{App, Request, Ticket};
use crate::game::Key;
use crate::store::{Keeper, REPLAYS_MAX};
use jetan_play::thought::Thought;
use keys::Reader;
pub use keys::{Input, Turn};
pub(crate) use surface::Surface;
use thinker::Thinker;

/// The longest time that passes at once: after a pause of the process nothing jumps.
const ELAPSED_MAX: Duration = Duration::from_millis(1500);

/// So many failures in a row mean that there is no terminal any more.
const FAILURES_MAX: u32 = 20;
/// Between two looks for keys in a terminal that does not wait for them.
const PAUSE: Duration = Duration::from_millis(20);

/// The reason the screen was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The player quit.
    Quit,
    /// Ctrl-C, or the system asked the process to end.
    Interrupted,
    /// Thinking went wrong, which is a bug of ours; the panic hook has reported it.
    Broken,
}

/// Something that happens outside of the application.
enum Happening {
    Input(Input),
    /// The terminal has gone.
    Closed,
    Thought(Ticket, Thought),
    /// Thinking went wrong.
    Broken,
    Signal(signals::Event),
}

/// Runs the application in this terminal until it ends; without a keeper nothing is kept.
pub fn run(app: &mut App, keeper: Option<&mut Keeper>) -> io::Result<Ended> {
    let (sender, happenings) = mpsc::channel();
    let told = sender.clone();
    // Whoever does not receive any more has ended already.
    signals::listen(move |event| drop(told.send(Happening::Signal(event))));
    let mut surface = Surface::open()?;
    let typed = sender.clone();
    watch_keys(move |input| typed.send(input.map_or(Happening::Closed, Happening::Input)).is_ok());
    let mut thinker = Thinker::new(sender);
    let ended = Loop { app, keeper, surface: &mut surface, thinker: &mut thinker }.run(&happenings);
    terminal::restore();
    ended
}

struct Loop<'a> {
    app: &'a mut App,
    keeper: Option<&'a mut Keeper>,
    surface: &'a mut Surface,
    thinker: &'a mut Thinker,
}

impl Loop<'_> {
    fn run(&mut self, happenings: &Receiver<Happening>) -> io::Result<Ended> {
        let mut before = Instant::now();
        loop {
            // A move is saved before it is seen: what a player has seen is not lost.
            if self.carry_out_requests() {
                return Ok(Ended::Quit);
            }
            self.surface.draw(|buffer| self.app.draw(buffer))?;
            let happening = match self.app.patience() {
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
    fn take(&mut self, happening: Happening) -> Option<Ended> {
        match happening {
            Happening::Input(input) => return self.take_input(input),
            Happening::Thought(ticket, thought) => self.app.receive(ticket, thought),
            // It is noticed when drawing, which happens after everything.
            Happening::Signal(signals::Event::Redraw) => {}
            Happening::Closed | Happening::Signal(signals::Event::End) => {
                return Some(self.interrupt());
            }
            Happening::Broken => return Some(Ended::Broken),
        }
        None
    }

    fn take_input(&mut self, input: Input) -> Option<Ended> {
        match input {
            // Games know one key that takes something back.
            Input::Key(Key::Delete) => self.app.press(Key::Backspace),
            Input::Key(key) => self.app.press(key),
            Input::Click(x, y) => self.app.click(x, y),
            // The second is what Ctrl-\ types.
            Input::Control('c' | '|') => return Some(self.interrupt()),
            Input::Control('z') => terminal::suspend(),
            Input::Control('l') => self.surface.repaint(),
            Input::Control(_) | Input::Wheel(..) | Input::Pasted(_) => {}
        }
        None
    }

    /// Lets the application save what there is to save.
    fn interrupt(&mut self) -> Ended {
        self.app.quit();
        self.carry_out_requests();
        Ended::Interrupted
    }

    /// Does what the application wants; true if it wants to end.
    fn carry_out_requests(&mut self) -> bool {
        let mut quits = false;
        for request in self.app.take_requests() {
            match request {
                Request::Think(ticket, work) => self.thinker.think(ticket, work),
                Request::Rest => self.thinker.rest(),
                Request::Quit => quits = true,
                Request::ListReplays(game) => self.list_replays(game),
                request => self.keep(request),
            }
        }
        quits
    }

    fn list_replays(&mut self, game: Name) {
        let keeper = self.keeper.as_deref();
        let found = keeper.map(|keeper| keeper.store().replays(game, REPLAYS_MAX));
        self.app.show_replays(game, found.unwrap_or_default());
    }

    fn keep(&mut self, request: Request) {
        let Some(keeper) = self.keeper.as_deref_mut() else { return };
        let kept = match request {
            Request::Save(record) => keeper.save(&record),
            Request::Forget(name) => keeper.forget(name),
            Request::Score(entry) => keeper.store().add_score(entry),
            Request::KeepReplay(record) => keeper.store().keep_replay(&record).map(|path| {
                self.app.tell_kept(&file::name(&path));
            }),
            Request::Think(..) | Request::Rest | Request::Quit | Request::ListReplays(_) => Ok(()),
        };
        if let Err(trouble) = kept {
            self.app.tell(trouble.to_string());
        }
    }
}

/// Waits for keys in a thread of its own, which ends with the process or when `tell` returns false;
/// `tell` gets `None` when the terminal has gone.
///
/// The bytes are understood here and not by a library, because waiting for keys and for a new
/// size at once is where a key can be forgotten until the next one.
pub(crate) fn watch_keys(tell: impl Fn(Option<Input>) -> bool + Send + 'static) {
    thread::spawn(move || {
        let mut reader = Reader::default();
        let mut bytes = [0; 1024];
        let mut failures = 0;
        while failures < FAILURES_MAX {
            match input::read_keys(&mut bytes) {
                Ok(0) => break,
                Ok(count) => {
                    failures = 0;
                    if !reader.take(&bytes[..count]).into_iter().map(Some).all(&tell) {
                        return;
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // Another program may have left the terminal in this state.
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => thread::sleep(PAUSE),
                Err(_) => failures += 1,
            }
        }
        tell(None);
    });
}
