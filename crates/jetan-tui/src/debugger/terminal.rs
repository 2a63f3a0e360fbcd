//! The debugger in the real terminal.

use std::collections::VecDeque;
use std::io;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use jetan_os::{signals, terminal};

use super::{App, Progress};
use crate::game::Key;
use crate::terminal::{Ended, Input, Surface, watch_keys};

/// Time between two checks of whether something outside has changed.
const ROUND: Duration = Duration::from_secs(2);
/// Time between two pictures of the progress of work.
const FRAME: Duration = Duration::from_millis(60);
/// Work that is done sooner is not shown.
const SHORT: Duration = Duration::from_millis(150);

/// Something that happens outside of the application.
#[derive(Clone, Copy)]
enum Happening {
    Input(Input),
    /// The terminal has gone.
    Closed,
    Signal(signals::Event),
}

/// Runs the debugger in this terminal until it is left. `look_around` is called every few
/// seconds and returns the notice to show.
pub fn run(
    app: &mut App<'_, '_>,
    look_around: &mut dyn FnMut() -> Option<String>,
) -> io::Result<Ended> {
    let (sender, happenings) = mpsc::channel();
    let told = sender.clone();
    // Whoever does not receive any more has ended already.
    signals::listen(move |event| {
        let _ = told.send(Happening::Signal(event));
    });
    // After the signals: one that comes from here on is received, and the terminal is restored.
    let mut surface = Surface::open()?;
    watch_keys(move |input| sender.send(input.map_or(Happening::Closed, Happening::Input)).is_ok());
    let mut driver = Driver { surface: &mut surface, happenings, waiting: VecDeque::new() };
    let ended = driver.run(app, look_around);
    // Also after an error, whose message must not be written to a screen that vanishes.
    terminal::restore();
    ended
}

struct Driver<'a> {
    surface: &'a mut Surface,
    happenings: Receiver<Happening>,
    /// Events that came during work.
    waiting: VecDeque<Happening>,
}

impl Driver<'_> {
    fn run(
        &mut self,
        app: &mut App<'_, '_>,
        look_around: &mut dyn FnMut() -> Option<String>,
    ) -> io::Result<Ended> {
        let mut looked = Instant::now();
        loop {
            self.surface.draw(|buffer| app.draw(buffer))?;
            if let Some(happening) = self.next(ROUND)
                && self.take(app, happening)
            {
                return Ok(Ended::Interrupted);
            }
            // Keys that were typed meanwhile are shown in one picture, unless there is work.
            while !app.has_work()
                && let Some(happening) = self.next(Duration::ZERO)
            {
                if self.take(app, happening) {
                    return Ok(Ended::Interrupted);
                }
            }
            if self.work(app)? {
                return Ok(Ended::Interrupted);
            }
            if let Some(ended) = app.ended() {
                return Ok(ended);
            }
            if looked.elapsed() >= ROUND {
                app.notify(look_around());
                looked = Instant::now();
            }
        }
    }

    fn next(&mut self, time: Duration) -> Option<Happening> {
        self.waiting.pop_front().or_else(|| self.happenings.recv_timeout(time).ok())
    }

    /// Takes what happened; true if that ends everything.
    fn take(&mut self, app: &mut App<'_, '_>, happening: Happening) -> bool {
        match happening {
            Happening::Input(Input::Control('z')) => terminal::suspend(),
            Happening::Input(Input::Control('l')) => self.surface.repaint(),
            Happening::Input(input) => app.press(input),
            // It is noticed when drawing, which happens after everything.
            Happening::Signal(signals::Event::Redraw) => {}
            Happening::Closed | Happening::Signal(signals::Event::End) => return true,
        }
        false
    }

    /// Lets the application do its work, and shows how far it is; true if everything is to end.
    fn work(&mut self, app: &mut App<'_, '_>) -> io::Result<bool> {
        let mut ends = false;
        let mut failed = None;
        let mut drawn = Instant::now() + SHORT;
        app.work(&mut |progress: &Progress<'_>| {
            let now = Instant::now();
            // Keys are looked for as often as pictures are drawn, which costs the work nothing in
            // between.
            if now < drawn {
                return true;
            }
            drawn = now + FRAME;
            if let Err(error) = self.surface.draw(|buffer| progress.draw(buffer)) {
                failed = Some(error);
                return false;
            }
            match self.is_interrupted() {
                Interruption::None => true,
                Interruption::Stop => false,
                Interruption::End => {
                    ends = true;
                    false
                }
            }
        });
        failed.map_or(Ok(ends), Err)
    }

    /// Whether somebody wants the work to stop; everything else waits until it is done.
    fn is_interrupted(&mut self) -> Interruption {
        while let Ok(happening) = self.happenings.try_recv() {
            match happening {
                Happening::Input(Input::Key(Key::Esc) | Input::Control('c' | '|')) => {
                    // Keys that were typed before it were meant for another state.
                    self.waiting.clear();
                    return Interruption::Stop;
                }
                Happening::Input(Input::Control('z')) => terminal::suspend(),
                Happening::Closed | Happening::Signal(signals::Event::End) => {
                    return Interruption::End;
                }
                other => self.waiting.push_back(other),
            }
        }
        Interruption::None
    }
}

enum Interruption {
    None,
    Stop,
    End,
}
