//! The real terminal: raw mode, a screen of our own, keys, time, thoughts and signals.
//!
//! Everything that happens comes through one channel, so the loop sleeps until there is something
//! to do. Whatever ends it, the terminal is put back as it was.

mod surface;
mod thinker;

use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers, MouseEventKind};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};
use signal_hook::iterator::Signals;

use crate::app::{App, Request, Ticket};
use crate::game::Key;
use crate::store::Store;
use crate::thought::Thought;
use surface::Surface;
use thinker::Thinker;

pub use surface::restore;

/// The longest time that passes at once: after a pause of the process nothing jumps.
const ELAPSED_MAX: Duration = Duration::from_millis(1500);

/// So many failures in a row mean that there is no terminal any more.
const FAILURES_MAX: u32 = 20;

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The player wanted it so.
    Quit,
    /// Ctrl-C, or the system asked the process to end.
    Interrupted,
    /// Thinking went wrong, which is a bug of ours; the panic hook was told.
    Broken,
}

/// Something that happens outside of the application.
enum Happening {
    Terminal(Event),
    /// The terminal has gone.
    Closed,
    Thought(Ticket, Thought),
    /// Thinking went wrong.
    Broken,
    Signal(i32),
}

/// Runs the application in this terminal until it ends; without a store nothing is kept.
pub fn run(app: &mut App, store: Option<&Store>) -> io::Result<Ended> {
    let (sender, happenings) = mpsc::channel();
    watch_signals(sender.clone())?;
    let mut surface = Surface::open()?;
    watch_keys(sender.clone());
    let mut thinker = Thinker::new(sender);
    let ended = Loop { app, store, surface: &mut surface, thinker: &mut thinker }.run(&happenings);
    restore();
    ended
}

struct Loop<'a> {
    app: &'a mut App,
    store: Option<&'a Store>,
    surface: &'a mut Surface,
    thinker: &'a mut Thinker,
}

impl Loop<'_> {
    fn run(&mut self, happenings: &Receiver<Happening>) -> io::Result<Ended> {
        let mut before = Instant::now();
        loop {
            // Files may take their time, so what the player sees comes first.
            self.surface.draw(self.app)?;
            if self.carry_out_requests() {
                return Ok(Ended::Quit);
            }
            self.surface.draw(self.app)?;
            let happening = match self.app.patience() {
                None => happenings.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(patience) => {
                    happenings.recv_timeout(patience.saturating_sub(before.elapsed()))
                }
            };
            let now = Instant::now();
            self.app.tick(now.duration_since(before).min(ELAPSED_MAX));
            before = now;
            let mut next = happening.ok();
            // Keys that were typed meanwhile are shown in one picture.
            while let Some(happening) = next {
                if let Some(ended) = self.take(happening)? {
                    return Ok(ended);
                }
                next = happenings.try_recv().ok();
            }
        }
    }

    /// Takes what happened; an answer ends the loop.
    fn take(&mut self, happening: Happening) -> io::Result<Option<Ended>> {
        match happening {
            Happening::Terminal(event) => return self.take_event(&event),
            Happening::Thought(ticket, thought) => self.app.receive(ticket, thought),
            Happening::Signal(SIGTSTP) => self.suspend()?,
            Happening::Signal(SIGCONT) => self.surface.reopen()?,
            Happening::Closed | Happening::Signal(_) => return Ok(Some(self.interrupt())),
            Happening::Broken => return Ok(Some(Ended::Broken)),
        }
        Ok(None)
    }

    fn take_event(&mut self, event: &Event) -> io::Result<Option<Ended>> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
                match (key.code, is_control) {
                    (KeyCode::Char('c'), true) => return Ok(Some(self.interrupt())),
                    (KeyCode::Char('z'), true) => self.suspend()?,
                    (KeyCode::Char('l'), true) => self.surface.repaint(),
                    (_, true) => {}
                    (code, false) => {
                        if let Some(key) = key_of(code) {
                            self.app.press(key);
                        }
                    }
                }
            }
            Event::Mouse(mouse) if matches!(mouse.kind, MouseEventKind::Down(_)) => {
                self.app.click(mouse.column, mouse.row);
            }
            // What is pasted is not played, and a new size is noticed when drawing.
            _ => {}
        }
        Ok(None)
    }

    /// Lets the application save what there is to save.
    fn interrupt(&mut self) -> Ended {
        self.app.quit();
        self.carry_out_requests();
        Ended::Interrupted
    }

    fn suspend(&mut self) -> io::Result<()> {
        restore();
        signal_hook::low_level::emulate_default_handler(SIGTSTP)?;
        self.surface.reopen()
    }

    /// Does what the application wants; true if it wants to end.
    fn carry_out_requests(&mut self) -> bool {
        let mut quits = false;
        for request in self.app.take_requests() {
            match request {
                Request::Think(ticket, work) => self.thinker.think(ticket, work),
                Request::Rest => self.thinker.rest(),
                Request::Quit => quits = true,
                request => self.keep(request),
            }
        }
        quits
    }

    fn keep(&mut self, request: Request) {
        let Some(store) = self.store else { return };
        let kept = match request {
            Request::Save(record) => store.save(&record),
            Request::Forget(name) => store.forget(name),
            Request::Score(entry) => store.add_score(entry),
            Request::KeepReplay(record) => store.keep_replay(&record).map(|path| {
                self.app.tell(format!("kept as {}", path.display()));
            }),
            Request::Think(..) | Request::Rest | Request::Quit => Ok(()),
        };
        if let Err(trouble) = kept {
            self.app.tell(trouble.to_string());
        }
    }
}

fn key_of(code: KeyCode) -> Option<Key> {
    Some(match code {
        KeyCode::Char(letter) => Key::Char(letter),
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Enter => Key::Enter,
        KeyCode::Tab => Key::Tab,
        KeyCode::BackTab => Key::BackTab,
        KeyCode::Backspace | KeyCode::Delete => Key::Backspace,
        KeyCode::Esc => Key::Esc,
        _ => return None,
    })
}

/// Keys are waited for in a thread of their own, which ends with the process.
fn watch_keys(sender: Sender<Happening>) {
    thread::spawn(move || {
        let mut failures = 0;
        while failures < FAILURES_MAX {
            match event::read() {
                Ok(event) => {
                    failures = 0;
                    if sender.send(Happening::Terminal(event)).is_err() {
                        return;
                    }
                }
                // A size that could not be asked for is no reason to end.
                Err(_) => failures += 1,
            }
        }
        let _ = sender.send(Happening::Closed);
    });
}

fn watch_signals(sender: Sender<Happening>) -> io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT])?;
    thread::spawn(move || {
        for signal in signals.forever() {
            if sender.send(Happening::Signal(signal)).is_err() {
                return;
            }
        }
    });
    Ok(())
}
