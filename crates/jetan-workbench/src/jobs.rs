//! Requests whose answer takes long: jobs that wait for their turn, a slice at a time.
//!
//! A job works on what it owns. Only when it is done, what it has found changes the workbench: one
//! that is cancelled leaves nothing behind. What a job needs for itself decides what ends it.

use std::future::Future;
use std::task::Poll;

use jetan_run::{SlicedJob, YieldPoint};
use jetan_wire::{Cancel, Event, FailureCode, JobProgress, Reply, ReplyTo};

use crate::host::WorkbenchHost;
use crate::message::{DONE, RequestAnswer, RequestError};
use crate::workbench::{RequestContext, WakeTime, Workbench};

/// Jobs that can wait at a time.
const JOBS_MAX: usize = 16;
/// Between two events about how far a job is, in milliseconds.
const PROGRESS_MS: i64 = 100;

/// A part of the workbench that a job needs to stay as it is. Whoever changes it ends the job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JobNeeds {
    /// The run and where it stands.
    Run,
    /// The check.
    Check,
    /// The step of the first hour that is tried.
    Lesson,
}

/// The rest, which is done with the workbench when a job is done.
pub(crate) type JobFinish<A> = Box<dyn FnOnce(&mut RequestContext<'_>) -> RequestAnswer<A>>;

/// An answer, or the work that leads to it.
pub(crate) enum AnswerOrWork<A> {
    Now(A),
    Work(PendingWork<A>),
}

/// Work that leads to an answer.
pub(crate) struct PendingWork<A> {
    needs: JobNeeds,
    job: SlicedJob<'static, RequestAnswer<JobFinish<A>>>,
}

impl<A> PendingWork<A> {
    /// Does it as a part of other work, which yields where this does.
    pub(crate) async fn done(mut self, point: &YieldPoint) -> RequestAnswer<JobFinish<A>> {
        loop {
            if let Poll::Ready(done) = self.job.advance() {
                return done;
            }
            // `pass` and not `reach`: the outer job is dropped as a whole when it is cancelled, so
            // the inner one is never asked to end early.
            point.pass(self.job.count()).await;
        }
    }
}

impl<A: 'static> AnswerOrWork<A> {
    /// Work that owns all it takes.
    pub(crate) fn work<W>(needs: JobNeeds, make: impl FnOnce(YieldPoint) -> W) -> AnswerOrWork<A>
    where
        W: Future<Output = RequestAnswer<JobFinish<A>>> + 'static,
    {
        AnswerOrWork::Work(PendingWork { needs, job: SlicedJob::new(make) })
    }

    /// Work that has the answer when it is done.
    pub(crate) fn question<W>(
        needs: JobNeeds,
        make: impl FnOnce(YieldPoint) -> W,
    ) -> AnswerOrWork<A>
    where
        W: Future<Output = RequestAnswer<A>> + 'static,
    {
        let job = SlicedJob::new(make);
        let finished = |answer: RequestAnswer<A>| -> RequestAnswer<JobFinish<A>> {
            let answer = answer?;
            Ok(Box::new(move |_| Ok(answer)))
        };
        AnswerOrWork::Work(PendingWork { needs, job: job.map(finished) })
    }

    /// The same for an answer of another form.
    pub(crate) fn map<B: 'static>(self, change: impl FnOnce(A) -> B + 'static) -> AnswerOrWork<B> {
        match self {
            AnswerOrWork::Now(answer) => AnswerOrWork::Now(change(answer)),
            AnswerOrWork::Work(PendingWork { needs, job }) => {
                // Mapped after the finish and not after the work: what the client gets is made of
                // the workbench as it is then.
                let changed = |done: RequestAnswer<JobFinish<A>>| -> RequestAnswer<JobFinish<B>> {
                    let finish = done?;
                    Ok(Box::new(move |context: &mut RequestContext<'_>| {
                        finish(context).map(change)
                    }))
                };
                AnswerOrWork::Work(PendingWork { needs, job: job.map(changed) })
            }
        }
    }
}

/// A request that is being answered.
pub(crate) struct RequestJob {
    reply_to: ReplyTo,
    name: &'static str,
    work: PendingWork<Reply>,
    /// The time of its last progress event, in milliseconds.
    told_ms: Option<i64>,
}

impl RequestJob {
    pub(crate) fn reply_to(&self) -> ReplyTo {
        self.reply_to
    }

    pub(crate) fn needs_run(&self) -> bool {
        self.work.needs == JobNeeds::Run
    }

    fn progress(&mut self, now_ms: i64) -> Option<Event> {
        // Whoever sent no number waits for no answer and could not tell which request the progress
        // is about.
        let ReplyTo::Number(request) = self.reply_to else { return None };
        let is_due = |told_ms: i64| !(0..PROGRESS_MS).contains(&(now_ms - told_ms));
        if !self.told_ms.is_none_or(is_due) {
            return None;
        }
        self.told_ms = Some(now_ms);
        let count = self.work.job.count();
        Some(Event::Progress(JobProgress { request, name: self.name.to_owned(), count }))
    }
}

fn cancelled() -> RequestError {
    RequestError::new(FailureCode::Cancelled, "cancelled before the answer was found")
}

impl Workbench {
    /// Begins to answer a request, and does a slice of it at once if nothing else waits.
    pub(crate) fn begin_job(
        &mut self,
        reply_to: ReplyTo,
        name: &'static str,
        work: PendingWork<Reply>,
        carrier: &mut dyn WorkbenchHost,
    ) {
        // A client that asks faster than it is answered is refused; each job may hold a copy of the
        // run.
        if self.jobs.len() == JOBS_MAX {
            let refusal =
                RequestError::new(FailureCode::TooMany, "16 requests wait for their answers");
            return self.respond(reply_to, Err(refusal.into()), self.outbox.len());
        }
        self.jobs.push_back(RequestJob { reply_to, name, work, told_ms: None });
        // Most jobs are done within the first slice, so that their answer goes out before the next
        // message is read.
        if self.jobs.len() == 1 {
            self.advance_jobs(carrier);
        }
    }

    /// Works on the oldest job for a slice, and on the next ones if that is done.
    pub(crate) fn advance_jobs(&mut self, carrier: &mut dyn WorkbenchHost) -> WakeTime {
        loop {
            let Some(job) = self.jobs.front_mut() else { return WakeTime::Never };
            match job.work.job.advance() {
                Poll::Ready(done) => self.finish_job(done, carrier),
                // One job after the other and not in turns: two searches that share the time both
                // take twice as long, and the first answer comes later.
                Poll::Pending if carrier.has_time() => continue,
                Poll::Pending => {
                    // Only when the slice is over: a job that ends within it says nothing but its
                    // answer.
                    let event = job.progress(carrier.now_ms());
                    if let Some(event) = event {
                        self.send(event);
                    }
                    return WakeTime::Now;
                }
            }
            // After each finished job: finishing may have taken long, and the run has to get its
            // slice too.
            if !carrier.has_time() {
                return if self.jobs.is_empty() { WakeTime::Never } else { WakeTime::Now };
            }
        }
    }

    fn finish_job(
        &mut self,
        done: RequestAnswer<JobFinish<Reply>>,
        carrier: &mut dyn WorkbenchHost,
    ) {
        let Some(job) = self.jobs.pop_front() else { return };
        // If this panics, whoever recovers has to answer.
        self.finishing = job.reply_to;
        let earlier = self.outbox.len();
        // The number is 0, since no request with a binary answer is a job.
        let answer =
            done.and_then(|finish| finish(&mut RequestContext { bench: self, carrier, id: 0 }));
        self.finishing = ReplyTo::Nobody;
        self.respond(job.reply_to, answer.map_err(Into::into), earlier);
    }

    /// Gives up the jobs that need something.
    pub(crate) fn cancel_jobs(&mut self, is_meant: impl Fn(&RequestJob) -> bool) {
        // Taken as a whole, because answering needs the workbench; those that stay keep their
        // order.
        for job in std::mem::take(&mut self.jobs) {
            if is_meant(&job) {
                self.respond(job.reply_to, Err(cancelled().into()), self.outbox.len());
            } else {
                self.jobs.push_back(job);
            }
        }
    }
}

impl RequestContext<'_> {
    /// Takes something to change it: jobs that need it as it is are given up.
    pub(crate) fn claim(&mut self, what: JobNeeds) {
        // Cancelled and not finished: the answer would be about something that is about to change.
        self.bench.cancel_jobs(|job| job.work.needs == what);
    }
}

/// Gives up a request that is being answered, or all.
pub(crate) fn cancel(context: &mut RequestContext<'_>, cancel: Cancel) -> RequestAnswer {
    context.bench.cancel_jobs(|job| {
        cancel.request.is_none_or(|request| job.reply_to == ReplyTo::Number(request))
    });
    DONE
}
