//! One thread that thinks, about one thing at a time; a new question ends the old one.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

use super::Happening;
use crate::app::Ticket;
use jetan_play::thought::Work;

/// Something to think about, with its own way to be stopped.
struct Question {
    ticket: Ticket,
    work: Work,
    is_stopped: Arc<AtomicBool>,
}

/// The thread, seen from outside.
pub(super) struct Thinker {
    questions: Sender<Question>,
    /// Stops what is thought about now.
    stop: Arc<AtomicBool>,
}

impl Thinker {
    pub(super) fn new(answers: Sender<Happening>) -> Thinker {
        let (questions, asked) = mpsc::channel::<Question>();
        thread::spawn(move || {
            for Question { ticket, work, is_stopped } in asked {
                let mut should_stop = || is_stopped.load(Ordering::Relaxed);
                let thought = panic::catch_unwind(AssertUnwindSafe(|| work(&mut should_stop)));
                let happening = match thought {
                    Ok(thought) => Happening::Thought(ticket, thought),
                    Err(_) => Happening::Broken,
                };
                if answers.send(happening).is_err() {
                    return;
                }
            }
        });
        Thinker { questions, stop: Arc::default() }
    }

    /// Thinks about this next, and about nothing else any more.
    pub(super) fn think(&mut self, ticket: Ticket, work: Work) {
        self.rest();
        self.stop = Arc::default();
        let is_stopped = Arc::clone(&self.stop);
        // The thread lives as long as this does: it catches what work does wrong.
        let _ = self.questions.send(Question { ticket, work, is_stopped });
    }

    /// Stops the thought at hand; its answer will not come.
    pub(super) fn rest(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.rest();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::Receiver;

    use super::*;
    use jetan_play::thought::Thought;

    fn ticket_of(answers: &Receiver<Happening>) -> Option<Ticket> {
        match answers.recv().expect("the thread lives") {
            Happening::Thought(ticket, _) => Some(ticket),
            _ => None,
        }
    }

    #[test]
    fn a_new_question_ends_the_old_one() {
        let (sender, answers) = mpsc::channel();
        let mut thinker = Thinker::new(sender);
        thinker.think(
            1,
            Box::new(|should_stop| {
                while !should_stop() {
                    thread::yield_now();
                }
                Thought::Stopped
            }),
        );
        thinker.think(2, Box::new(|_| Thought::Slide(None)));
        assert_eq!(ticket_of(&answers), Some(1));
        assert_eq!(ticket_of(&answers), Some(2));
    }

    #[test]
    fn a_bug_while_thinking_is_told() {
        let (sender, answers) = mpsc::channel();
        let mut thinker = Thinker::new(sender);
        thinker.think(1, Box::new(|_| panic!("on purpose")));
        assert_eq!(ticket_of(&answers), None);
        thinker.think(2, Box::new(|_| Thought::Slide(None)));
        assert_eq!(ticket_of(&answers), Some(2));
    }
}
