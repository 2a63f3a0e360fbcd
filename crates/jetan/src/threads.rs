//! Threads to work on several things at a time.

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::exit::{Exit, Failure};

/// Threads as asked for, or as many as there are cores.
pub(crate) fn pool(jobs: Option<u16>) -> Result<ThreadPool, Failure> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = jobs.map_or(cores, usize::from);
    let built = ThreadPoolBuilder::new().num_threads(jobs).build();
    built.map_err(|error| Failure::new(Exit::Limit, format!("jetan: no threads: {error}")))
}
