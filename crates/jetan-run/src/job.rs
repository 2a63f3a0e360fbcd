//! Long work as a value: it is advanced a part at a time, says how far it is, and can be ended
//! between two parts.
//!
//! Whoever works is written as an `async` function and comes to a [`YieldPoint`] after every so
//! many instructions; counting them, and not a clock, decides where that is. Whoever has the
//! [`SlicedJob`] advances it from one such point to the next, and decides between two whether to go
//! on, to do something else first, or to drop it.

use std::cell::Cell;
use std::future::Future;
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

/// Everything that a piece of work and its [`SlicedJob`] tell each other.
#[derive(Debug, Default)]
struct JobState {
    /// The step that is being looked at, or how much is done.
    count: Cell<u64>,
    /// Whether it can end here.
    is_open: Cell<bool>,
    is_cancelled: Cell<bool>,
}

/// A point at which long work can be left and taken up again.
#[derive(Clone, Debug)]
pub struct YieldPoint {
    /// None if nobody else gets a turn.
    shared: Option<Rc<JobState>>,
    /// The number of times the work may still be there, if that is bounded.
    left: Option<Rc<Cell<u32>>>,
}

impl YieldPoint {
    /// For work that is done at once: nobody else gets a turn.
    pub const NONE: YieldPoint = YieldPoint { shared: None, left: None };

    /// The same point for work that is to end after it has been there so often.
    #[must_use]
    pub fn at_most(&self, times: u32) -> YieldPoint {
        // A bound within a bound can only be tighter, or an inner search could spend more than its
        // caller was given.
        let times = self.left.as_ref().map_or(times, |left| left.get().min(times));
        YieldPoint { shared: self.shared.clone(), left: Some(Rc::new(Cell::new(times))) }
    }

    /// Says which step is being looked at, and lets others have their turn. False if the work
    /// is to end with what it has.
    pub async fn reach(&self, count: u64) -> bool {
        if let Some(left) = &self.left {
            left.set(left.get().saturating_sub(1));
            // Ends before yielding: whoever advances the job must not be asked once more for work
            // that is over.
            if left.get() == 0 {
                return false;
            }
        }
        self.wait(count, true).await;
        !self.is_cancelled()
    }

    /// The same in the middle of something that is done to its end.
    pub async fn pass(&self, count: u64) {
        self.wait(count, false).await;
    }

    async fn wait(&self, count: u64, is_open: bool) {
        let Some(shared) = &self.shared else { return };
        shared.count.set(count);
        shared.is_open.set(is_open);
        // A cancelled job does not yield any more: it runs to its end, and a pending result would
        // have to be polled for nothing.
        if !shared.is_cancelled.get() {
            // No waker is registered: the owner polls by hand, and there is no executor that could
            // be woken.
            OneYield { is_over: false }.await;
        }
    }

    /// Whether the work has been there as often as it may.
    pub fn is_spent(&self) -> bool {
        self.left.as_ref().is_some_and(|left| left.get() == 0)
    }

    fn is_cancelled(&self) -> bool {
        self.shared.as_ref().is_some_and(|shared| shared.is_cancelled.get())
    }
}

/// Waits once.
struct OneYield {
    is_over: bool,
}

impl Future for OneYield {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if self.is_over {
            return Poll::Ready(());
        }
        self.is_over = true;
        Poll::Pending
    }
}

/// A piece of long work.
pub struct SlicedJob<'w, T> {
    work: Pin<Box<dyn Future<Output = T> + 'w>>,
    shared: Rc<JobState>,
}

impl<'w, T> SlicedJob<'w, T> {
    /// Work that yields at the point that it is given. Nothing is done yet.
    pub fn new<W: Future<Output = T> + 'w>(make: impl FnOnce(YieldPoint) -> W) -> SlicedJob<'w, T> {
        let shared = Rc::new(JobState::default());
        let work = make(YieldPoint { shared: Some(Rc::clone(&shared)), left: None });
        SlicedJob { work: Box::pin(work), shared }
    }

    /// Works on to the next point at which it yields; ready if it is done. A job that is done is
    /// not advanced any more.
    pub fn advance(&mut self) -> Poll<T> {
        // Nothing here waits for anything outside, so a waker that does nothing is enough.
        self.work.as_mut().poll(&mut Context::from_waker(Waker::noop()))
    }

    /// The step that it said it was looking at when it last yielded.
    pub fn count(&self) -> u64 {
        self.shared.count.get()
    }

    /// The same work with another result.
    pub fn map<U>(self, change: impl FnOnce(T) -> U + 'w) -> SlicedJob<'w, U>
    where
        T: 'w,
        U: 'w,
    {
        let SlicedJob { work, shared } = self;
        // The same shared state, so that progress and cancelling reach the work inside.
        SlicedJob { work: Box::pin(async move { change(work.await) }), shared }
    }

    /// Asks it to end with what it has; it is then to be advanced to its end. One whose result is
    /// not wanted is dropped instead.
    pub fn cancel(&self) {
        self.shared.is_cancelled.set(true);
    }

    /// Works to the end, as long as it is to go on: that is asked at each point at which it can
    /// end, with the step that it looks at.
    pub fn finish(mut self, goes_on: &mut dyn FnMut(u64) -> bool) -> T {
        loop {
            match self.advance() {
                Poll::Ready(result) => return result,
                // Not asked in the middle of something that has to be done to its end: an answer of
                // false could not be obeyed there.
                Poll::Pending if !self.shared.is_open.get() || goes_on(self.count()) => {}
                Poll::Pending => self.cancel(),
            }
        }
    }
}

/// Does all of some work at once.
pub fn at_once<T>(work: impl Future<Output = T>) -> T {
    let mut work = pin!(work);
    loop {
        // Whoever is given no point to yield at is ready at once.
        if let Poll::Ready(result) = work.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return result;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts to a number; how far it came.
    async fn count_to(last: u64, point: &YieldPoint) -> u64 {
        for count in 1..=last {
            if !point.reach(count).await {
                return count;
            }
        }
        last
    }

    #[test]
    fn a_job_stands_at_each_point_until_it_is_advanced() {
        let mut job = SlicedJob::new(|point| async move { count_to(3, &point).await });
        for count in 1..=3 {
            assert_eq!(job.advance(), Poll::Pending);
            assert_eq!(job.count(), count);
        }
        assert_eq!(job.advance(), Poll::Ready(3));
    }

    #[test]
    fn a_cancelled_job_ends_with_what_it_has() {
        let mut job = SlicedJob::new(|point| async move { count_to(9, &point).await });
        assert_eq!(job.advance(), Poll::Pending);
        job.cancel();
        assert_eq!(job.advance(), Poll::Ready(1), "it does not yield any more");
    }

    #[test]
    fn the_middle_of_something_is_no_place_to_end() {
        let job = SlicedJob::new(|point| async move {
            point.pass(1).await;
            point.reach(2).await
        });
        let mut asked = Vec::new();
        let goes_on = job.finish(&mut |count| {
            asked.push(count);
            false
        });
        assert!(!goes_on);
        assert_eq!(asked, [2]);
    }

    #[test]
    fn a_bound_ends_work_without_asking() {
        let job = SlicedJob::new(|point| async move { count_to(9, &point.at_most(3)).await });
        let mut asked = 0;
        let mut goes_on = |_| {
            asked += 1;
            true
        };
        assert_eq!(job.finish(&mut goes_on), 3);
        assert_eq!(asked, 2);
    }

    #[test]
    fn work_without_a_point_is_done_at_once() {
        assert_eq!(at_once(count_to(5, &YieldPoint::NONE)), 5);
        let job = SlicedJob::new(|point| async move { count_to(9, &point).await });
        assert_eq!(job.finish(&mut |count| count < 4), 4);
    }
}
