//! One thread of a session that thinks, about one thing at a time; a new question ends the old one.

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Weak};
use std::thread;

use jetan_workbench::host::{GameQuestion, GameThought};

use crate::session::SessionMessage;

/// The state that a thought and whoever waits for it share.
#[derive(Default)]
struct ThoughtControl {
    is_stopped: AtomicBool,
    /// The number of times it has checked whether to stop.
    steps: AtomicU64,
}

/// A question on its way to the thread.
struct TicketedQuestion {
    ticket: u64,
    question: GameQuestion,
    watch: Arc<ThoughtControl>,
}

/// The channels to and from the thread.
struct ThoughtThread {
    questions: Sender<TicketedQuestion>,
    answers: Receiver<(u64, GameThought)>,
}

/// Whoever works out questions.
type QuestionSolver = fn(GameQuestion, &mut dyn FnMut() -> bool) -> GameThought;

/// The thread, seen from outside; it is started with the first question.
pub(crate) struct GameThinker {
    waker: Weak<Sender<SessionMessage>>,
    thread: Option<ThoughtThread>,
    answer: QuestionSolver,
    /// Of what is thought about now.
    watch: Arc<ThoughtControl>,
}

impl GameThinker {
    /// A thinker that tells the session when it has an answer.
    pub(crate) fn new(waker: Weak<Sender<SessionMessage>>) -> GameThinker {
        GameThinker { waker, thread: None, answer: GameQuestion::answer, watch: Arc::default() }
    }

    /// Thinks about this next, and about nothing else any more.
    pub(crate) fn think(&mut self, ticket: u64, question: GameQuestion) {
        // The old thought is stopped by the old watch; the new one must not start stopped.
        self.rest();
        self.watch = Arc::default();
        let asked = TicketedQuestion { ticket, question, watch: Arc::clone(&self.watch) };
        if self.thread.is_none() {
            self.thread = start(Weak::clone(&self.waker), self.answer);
        }
        if let Some(thread) = &self.thread {
            let _ = thread.questions.send(asked);
        }
    }

    /// The number of times the current thought has checked whether to stop.
    pub(crate) fn steps(&self) -> u64 {
        self.watch.steps.load(Ordering::Relaxed)
    }

    /// An answer that nobody has taken yet.
    pub(crate) fn thought(&mut self) -> Option<(u64, GameThought)> {
        self.thread.as_ref()?.answers.try_recv().ok()
    }

    /// Stops the thought at hand; its answer will not come.
    pub(crate) fn rest(&self) {
        self.watch.is_stopped.store(true, Ordering::Relaxed);
    }
}

impl Drop for GameThinker {
    fn drop(&mut self) {
        self.rest();
    }
}

fn start(waker: Weak<Sender<SessionMessage>>, answer: QuestionSolver) -> Option<ThoughtThread> {
    let (questions, asked) = mpsc::channel::<TicketedQuestion>();
    let (answers, answered) = mpsc::channel();
    let work = move || {
        for TicketedQuestion { ticket, question, watch } in asked {
            let mut should_stop = || {
                watch.steps.fetch_add(1, Ordering::Relaxed);
                watch.is_stopped.load(Ordering::Relaxed)
            };
            // A panic of ours while thinking is not a thought.
            let thought =
                panic::catch_unwind(AssertUnwindSafe(|| answer(question, &mut should_stop)));
            // A stopped thought is answered as well: there is one answer for each ticket.
            if answers.send((ticket, thought.unwrap_or(GameThought::Stopped))).is_err() {
                return;
            }
            // The session has ended, and nobody would read another answer.
            let Some(waker) = waker.upgrade() else { return };
            let _ = waker.send(SessionMessage::Thought);
        }
    };
    thread::Builder::new().name("thinker".to_owned()).spawn(work).ok()?;
    Some(ThoughtThread { questions, answers: answered })
}

#[cfg(test)]
mod tests {
    use jetan_play::settings::PlaySettings;
    use jetan_play::twenty48::games;

    use super::*;

    /// A thinker, and the posts of its session.
    fn thinker() -> (GameThinker, Arc<Sender<SessionMessage>>, Receiver<SessionMessage>) {
        let (sender, posts) = mpsc::channel();
        let sender = Arc::new(sender);
        (GameThinker::new(Arc::downgrade(&sender)), sender, posts)
    }

    /// More games than anybody waits for.
    fn endless() -> GameQuestion {
        games(&PlaySettings::default(), 0, u32::MAX)
    }

    fn short() -> GameQuestion {
        games(&PlaySettings::default(), 0, 0)
    }

    #[test]
    fn a_new_question_ends_the_old_one_and_answers_wake_the_session() {
        let (mut thinker, _sender, posts) = thinker();
        thinker.think(1, endless());
        thinker.think(2, short());
        for ticket in [1, 2] {
            assert!(matches!(posts.recv(), Ok(SessionMessage::Thought)));
            assert_eq!(thinker.thought().map(|(of, _)| of), Some(ticket));
        }
        assert!(thinker.thought().is_none());
    }

    #[test]
    fn a_bug_while_thinking_is_an_answer_too() {
        let (mut thinker, _sender, posts) = thinker();
        thinker.answer = |_, _| panic!("on purpose");
        thinker.think(1, short());
        assert!(matches!(posts.recv(), Ok(SessionMessage::Thought)));
        assert!(matches!(thinker.thought(), Some((1, GameThought::Stopped))));
    }

    #[test]
    fn thinking_does_not_keep_a_session_alive() {
        let (mut thinker, sender, posts) = thinker();
        thinker.think(1, short());
        assert!(matches!(posts.recv(), Ok(SessionMessage::Thought)));
        drop(sender);
        assert!(posts.recv().is_err());
    }
}
