//! Threads to work on several things at a time.

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::exit::{Exit, Failure};

/// Threads as asked for, or as many as there are cores. One is the caller's own, which makes no
/// other and needs no memory for it.
pub(crate) fn pool(jobs: Option<u16>) -> Result<ThreadPool, Failure> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = jobs.map_or(cores, usize::from);
    let builder = || ThreadPoolBuilder::new().num_threads(jobs);
    if jobs == 1
        && let Ok(own) = builder().use_current_thread().build()
    {
        return Ok(own);
    }
    builder()
        .build()
        .map_err(|error| Failure::new(Exit::Limit, format!("jetan: no threads: {error}")))
}
