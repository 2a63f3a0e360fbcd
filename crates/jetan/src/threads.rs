//! Threads to work on several things at a time.

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::exit::{CommandFailure, Exit};

/// Threads as asked for, or as many as there are cores.
pub(crate) fn pool(jobs: Option<u16>) -> Result<ThreadPool, CommandFailure> {
    build(ThreadPoolBuilder::new().num_threads(wanted(jobs)))
}

/// The same, but a single one is the caller's own, which makes no other and needs no memory for
/// it. Nothing is done there while the caller waits for what it has spawned.
pub(crate) fn frugal_pool(jobs: Option<u16>) -> Result<ThreadPool, CommandFailure> {
    if wanted(jobs) == 1
        && let Ok(own) = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build()
    {
        return Ok(own);
    }
    pool(jobs)
}

/// The number of threads.
pub(crate) fn wanted(jobs: Option<u16>) -> usize {
    // Respects affinity masks and control groups, which a count of processors does not.
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    jobs.map_or_else(cores, usize::from)
}

fn build(builder: ThreadPoolBuilder) -> Result<ThreadPool, CommandFailure> {
    builder
        .build()
        .map_err(|error| CommandFailure::new(Exit::Limit, format!("jetan: no threads: {error}")))
}
