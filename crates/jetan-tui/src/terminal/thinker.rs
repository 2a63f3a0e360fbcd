//! One thread that thinks, about one thing at a time; a new question ends the old one.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

use super::TerminalEvent;
use crate::app::ThoughtTicket;
use jetan_play::thought::{GameQuestion, GameThought};

/// Something to think about, with its own way to be stopped.
struct TicketedQuestion {
    ticket: ThoughtTicket,
    question: GameQuestion,
    is_stopped: Arc<AtomicBool>,
}

/// Whoever works out questions.
type AnswerFn = fn(GameQuestion, &mut dyn FnMut() -> bool) -> GameThought;

/// The thread, seen from outside.
pub(super) struct ThinkerThread {
    questions: Sender<TicketedQuestion>,
    /// Stops what is thought about now.
    stop: Arc<AtomicBool>,
}

impl ThinkerThread {
    pub(super) fn new(answers: Sender<TerminalEvent>) -> ThinkerThread {
        ThinkerThread::with(answers, GameQuestion::answer)
    }

    fn with(answers: Sender<TerminalEvent>, answer: AnswerFn) -> ThinkerThread {
        let (questions, asked) = mpsc::channel::<TicketedQuestion>();
        thread::spawn(move || {
            for TicketedQuestion { ticket, question, is_stopped } in asked {
                // Relaxed will do: the flag publishes nothing else.
                let mut should_stop = || is_stopped.load(Ordering::Relaxed);
                // The hook has reported the panic; here the thread only must not end, or the game
                // would wait for ever.
                let thought =
                    panic::catch_unwind(AssertUnwindSafe(|| answer(question, &mut should_stop)));
                let happening = match thought {
                    Ok(thought) => TerminalEvent::Thought(ticket, thought),
                    Err(_) => TerminalEvent::Broken,
                };
                if answers.send(happening).is_err() {
                    return;
                }
            }
        });
        ThinkerThread { questions, stop: Arc::default() }
    }

    /// Thinks about this next, and about nothing else any more.
    pub(super) fn think(&mut self, ticket: ThoughtTicket, question: GameQuestion) {
        self.rest();
        // A new flag, because the old one stays set for the question that it has stopped.
        self.stop = Arc::default();
        let is_stopped = Arc::clone(&self.stop);
        // The thread lives as long as this does: it catches what goes wrong.
        let _ = self.questions.send(TicketedQuestion { ticket, question, is_stopped });
    }

    /// Stops the thought at hand; its answer will not come.
    pub(super) fn rest(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Drop for ThinkerThread {
    fn drop(&mut self) {
        self.rest();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::Receiver;

    use jetan_play::settings::PlaySettings;
    use jetan_play::twenty48::games;

    use super::*;

    fn ticket_of(answers: &Receiver<TerminalEvent>) -> Option<ThoughtTicket> {
        match answers.recv().expect("the thread lives") {
            TerminalEvent::Thought(ticket, _) => Some(ticket),
            _ => None,
        }
    }

    /// Games that nobody waits for, or none.
    fn question(count: u32) -> GameQuestion {
        games(&PlaySettings::default(), 0, count)
    }

    #[test]
    fn a_new_question_ends_the_old_one() {
        let (sender, answers) = mpsc::channel();
        let mut thinker = ThinkerThread::new(sender);
        thinker.think(1, question(u32::MAX));
        thinker.think(2, question(0));
        assert_eq!(ticket_of(&answers), Some(1));
        assert_eq!(ticket_of(&answers), Some(2));
    }

    #[test]
    fn a_bug_while_thinking_is_reported() {
        let (sender, answers) = mpsc::channel();
        let mut thinker = ThinkerThread::with(sender, |question, should_stop| match question {
            GameQuestion::Games { games: 1, .. } => panic!("on purpose"),
            question => question.answer(should_stop),
        });
        thinker.think(1, question(1));
        assert_eq!(ticket_of(&answers), None);
        thinker.think(2, question(0));
        assert_eq!(ticket_of(&answers), Some(2));
    }
}
