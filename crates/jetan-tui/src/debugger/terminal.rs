//! The debugger in the real terminal.

use std::collections::VecDeque;
use std::io;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use jetan_os::{signals, terminal};

use super::{DebuggerApp, WorkProgress};
use crate::game::Key;
use crate::terminal::{CloseReason, TerminalInput, TerminalSurface, watch_keys};

/// Time between two checks of whether something outside has changed.
const LOOK_AROUND_INTERVAL: Duration = Duration::from_secs(2);
/// Time between two pictures of the progress of work.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(60);
/// Work that is done sooner is not shown.
const PROGRESS_DELAY: Duration = Duration::from_millis(150);

/// Something that happens outside of the application.
#[derive(Clone, Copy)]
enum DebuggerEvent {
    Input(TerminalInput),
    /// The terminal has gone.
    Closed,
    Signal(signals::SignalEvent),
}

/// Runs the debugger in this terminal until it is left. `look_around` is called every few
/// seconds and returns the notice to show.
pub fn run(
    app: &mut DebuggerApp<'_, '_>,
    look_around: &mut dyn FnMut() -> Option<String>,
) -> io::Result<CloseReason> {
    let (sender, happenings) = mpsc::channel();
    let for_signals = sender.clone();
    // Whoever does not receive any more has ended already.
    signals::listen(move |event| {
        let _ = for_signals.send(DebuggerEvent::Signal(event));
    });
    // After the signals: one that comes from here on is received, and the terminal is restored.
    let mut surface = TerminalSurface::open()?;
    watch_keys(move |input| {
        sender.send(input.map_or(DebuggerEvent::Closed, DebuggerEvent::Input)).is_ok()
    });
    let mut driver = DebuggerLoop { surface: &mut surface, happenings, waiting: VecDeque::new() };
    let ended = driver.run(app, look_around);
    // Also after an error, whose message must not be written to a screen that vanishes.
    terminal::restore();
    ended
}

struct DebuggerLoop<'a> {
    surface: &'a mut TerminalSurface,
    happenings: Receiver<DebuggerEvent>,
    /// Events that came during work.
    waiting: VecDeque<DebuggerEvent>,
}

impl DebuggerLoop<'_> {
    fn run(
        &mut self,
        app: &mut DebuggerApp<'_, '_>,
        look_around: &mut dyn FnMut() -> Option<String>,
    ) -> io::Result<CloseReason> {
        let mut looked = Instant::now();
        loop {
            self.surface.draw(|buffer| app.draw(buffer))?;
            if let Some(happening) = self.next(LOOK_AROUND_INTERVAL)
                && self.take(app, happening)
            {
                return Ok(CloseReason::Interrupted);
            }
            // Keys that were typed meanwhile are shown in one picture, unless there is work.
            while !app.has_work()
                && let Some(happening) = self.next(Duration::ZERO)
            {
                if self.take(app, happening) {
                    return Ok(CloseReason::Interrupted);
                }
            }
            if self.work(app)? {
                return Ok(CloseReason::Interrupted);
            }
            if let Some(ended) = app.ended() {
                return Ok(ended);
            }
            if looked.elapsed() >= LOOK_AROUND_INTERVAL {
                app.notify(look_around());
                looked = Instant::now();
            }
        }
    }

    fn next(&mut self, time: Duration) -> Option<DebuggerEvent> {
        self.waiting.pop_front().or_else(|| self.happenings.recv_timeout(time).ok())
    }

    /// Takes what happened; true if that ends everything.
    fn take(&mut self, app: &mut DebuggerApp<'_, '_>, happening: DebuggerEvent) -> bool {
        match happening {
            DebuggerEvent::Input(TerminalInput::Control('z')) => terminal::suspend(),
            DebuggerEvent::Input(TerminalInput::Control('l')) => self.surface.repaint(),
            DebuggerEvent::Input(input) => app.press(input),
            // It is noticed when drawing, which happens after everything.
            DebuggerEvent::Signal(signals::SignalEvent::Redraw) => {}
            DebuggerEvent::Closed | DebuggerEvent::Signal(signals::SignalEvent::End) => {
                return true;
            }
        }
        false
    }

    /// Lets the application do its work, and shows how far it is; true if everything is to end.
    fn work(&mut self, app: &mut DebuggerApp<'_, '_>) -> io::Result<bool> {
        let mut ends = false;
        let mut failed = None;
        let mut drawn = Instant::now() + PROGRESS_DELAY;
        app.work(&mut |progress: &WorkProgress<'_>| {
            let now = Instant::now();
            // Keys are looked for as often as pictures are drawn, which costs the work nothing in
            // between.
            if now < drawn {
                return true;
            }
            drawn = now + PROGRESS_INTERVAL;
            if let Err(error) = self.surface.draw(|buffer| progress.draw(buffer)) {
                failed = Some(error);
                return false;
            }
            match self.is_interrupted() {
                WorkInterrupt::None => true,
                WorkInterrupt::Stop => false,
                WorkInterrupt::End => {
                    ends = true;
                    false
                }
            }
        });
        failed.map_or(Ok(ends), Err)
    }

    /// Whether somebody wants the work to stop; everything else waits until it is done.
    fn is_interrupted(&mut self) -> WorkInterrupt {
        while let Ok(happening) = self.happenings.try_recv() {
            match happening {
                DebuggerEvent::Input(
                    TerminalInput::Key(Key::Esc) | TerminalInput::Control('c' | '|'),
                ) => {
                    // Keys that were typed before it were meant for another state.
                    self.waiting.clear();
                    return WorkInterrupt::Stop;
                }
                DebuggerEvent::Input(TerminalInput::Control('z')) => terminal::suspend(),
                DebuggerEvent::Closed | DebuggerEvent::Signal(signals::SignalEvent::End) => {
                    return WorkInterrupt::End;
                }
                other => self.waiting.push_back(other),
            }
        }
        WorkInterrupt::None
    }
}

enum WorkInterrupt {
    None,
    Stop,
    End,
}
